import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { api, data, type Schema } from '../../api/client.ts';

const size = 100;

/**
 * The project of an id; null where there is none that the account sees. The contract has projects only as a
 * list, last updated first, so it is read until the project is found.
 */
export function useProject(projectId: string | null): UseQueryResult<Schema<'Project'> | null> {
  return useQuery({
    queryKey: ['/projects', { id: projectId }],
    queryFn: async ({ signal }) => {
      for (let page = 0; ; page++) {
        const answer = await data(api.GET('/projects', { params: { query: { page, size } }, signal }));
        const found = answer.data.find(({ id }) => id === projectId);
        if (found !== undefined) return found;
        if (page + 1 >= answer.pagination.totalPages) return null;
      }
    },
    enabled: projectId !== null,
  });
}
