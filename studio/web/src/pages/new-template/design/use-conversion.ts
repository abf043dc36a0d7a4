import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { api, data, type Schema } from '../../../api/client.ts';
import type { ApiError } from '../../../api/problem.ts';

export type Conversion = Schema<'DesignConversion'>;

/**
 * Converts a design. While it is converted with other fonts or variables, the last answer stays.
 *
 * @param file null: there is none, or it is a template
 * @param fonts font files that are given with it
 * @param chosen places in the list of variables; null for those that the design marks
 * @param page the place of the page, frame or artboard
 */
export function useConversion(
  file: File | null,
  fonts: readonly File[],
  chosen: readonly number[] | null,
  page: number,
): UseQueryResult<Conversion, ApiError> {
  const identity = file === null ? null : identify(file);
  return useQuery({
    queryKey: ['/designs', identity, fonts.map(identify), chosen, page],
    queryFn: ({ signal }) => convert(file as File, fonts, { chosen, page }, signal),
    enabled: file !== null,
    staleTime: Infinity,
    retry: false,
    placeholderData: (previous, query) =>
      JSON.stringify(query?.queryKey[1]) === JSON.stringify(identity)
        ? keepPreviousData(previous)
        : undefined,
  });
}

function identify({ name, size, lastModified }: File): readonly (string | number)[] {
  return [name, size, lastModified];
}

async function convert(
  file: File,
  fonts: readonly File[],
  { chosen, page }: { readonly chosen: readonly number[] | null; readonly page: number },
  signal: AbortSignal,
): Promise<Conversion> {
  const listed = chosen === null ? {} : { choice: 'LISTED' as const, variables: [...chosen] };
  const body = fonts.length === 0 ? file : await (await import('./pack-design.ts')).packDesign(file, fonts);
  return await data(
    api.POST('/designs', {
      params: { query: { name: file.name.slice(0, 200), page, ...listed } },
      querySerializer: { array: { style: 'form', explode: false } },
      // The body is the file itself.
      body: body as never,
      bodySerializer: (bytes: unknown) => bytes as Blob,
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
