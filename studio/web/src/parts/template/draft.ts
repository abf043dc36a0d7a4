import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { api, type Schema } from '../../api/client.ts';

/** A draft, and the `ETag` that changes of it are based on. */
export interface TaggedDraft {
  readonly draft: Schema<'Draft'>;
  readonly etag: string;
}

/** Reads the draft of a template. Live events read it again. */
export function useDraft(templateId: string, isEnabled = true): UseQueryResult<TaggedDraft> {
  return useQuery({
    // Not the key of `read`: that has the answer without its tag.
    queryKey: ['/templates/{templateId}/draft', { path: { templateId } }, 'tagged'],
    queryFn: async ({ signal }) => {
      const answer = await api.GET('/templates/{templateId}/draft', {
        params: { path: { templateId } },
        signal,
      });
      return {
        draft: answer.data as Schema<'Draft'>,
        etag: answer.response.headers.get('ETag') ?? '',
      };
    },
    enabled: isEnabled,
  });
}
