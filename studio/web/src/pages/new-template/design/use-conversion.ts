import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { api, data, type Schema } from '../../../api/client.ts';
import type { ApiError } from '../../../api/problem.ts';

export type Conversion = Schema<'DesignConversion'>;

/**
 * Converts a design. While another choice of variables is converted, the last answer stays.
 *
 * @param file null: there is none, or it is a template
 * @param chosen places in the list of variables; null for those that the design marks
 */
export function useConversion(
  file: File | null,
  chosen: readonly number[] | null,
): UseQueryResult<Conversion, ApiError> {
  const identity = file === null ? null : [file.name, file.size, file.lastModified];
  return useQuery({
    queryKey: ['/designs', identity, chosen],
    queryFn: ({ signal }) => convert(file as File, chosen, signal),
    enabled: file !== null,
    staleTime: Infinity,
    retry: false,
    placeholderData: (previous, query) =>
      JSON.stringify(query?.queryKey[1]) === JSON.stringify(identity)
        ? keepPreviousData(previous)
        : undefined,
  });
}

async function convert(
  file: File,
  chosen: readonly number[] | null,
  signal: AbortSignal,
): Promise<Conversion> {
  const listed = chosen === null ? {} : { choice: 'LISTED' as const, variables: [...chosen] };
  return await data(
    api.POST('/designs', {
      params: { query: { name: file.name.slice(0, 200), ...listed } },
      querySerializer: { array: { style: 'form', explode: false } },
      // The body is the file itself.
      body: file as never,
      bodySerializer: (body: unknown) => body as Blob,
      headers: { 'Content-Type': 'application/octet-stream' },
      signal,
    }),
  );
}

/** The template of a conversion, as a file to create it from. */
export function templateFile({ template }: Conversion): File {
  const bytes = Uint8Array.from(atob(template), (character) => character.charCodeAt(0));
  return new File([bytes], 'template.zip', { type: 'application/zip' });
}
