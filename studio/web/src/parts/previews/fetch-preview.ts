import { api, type Schema } from '../../api/client.ts';
import { readMultipart } from '../../api/read-multipart.ts';

/** What is shown: a version, or the draft (or the published version where there is none). */
export interface PreviewTarget {
  readonly templateId: string;
  /** Null: the draft. */
  readonly version: number | null;
}

/** How it is shown. `document`: instead of the stored draft. */
export type PreviewBody = Omit<Schema<'DraftPreview'>, 'tab'>;

/** A rendered preview. */
export interface FetchedPreview extends Schema<'PreviewLayout'> {
  readonly file: Blob;
}

/**
 * Renders a preview.
 *
 * @param tab a newer preview of the same tab replaces this one
 * @throws ApiError, or the reason of the signal
 */
export async function fetchPreview(
  { templateId, version }: PreviewTarget,
  body: PreviewBody,
  tab: string,
  signal: AbortSignal,
): Promise<FetchedPreview> {
  const init = { parseAs: 'arrayBuffer', signal } as const;
  const { data, response } =
    version === null
      ? await api.POST('/templates/{templateId}/draft/preview', {
          ...init,
          params: { path: { templateId } },
          body: { ...body, tab },
        })
      : await api.POST('/templates/{templateId}/versions/{version}/preview', {
          ...init,
          params: { path: { templateId, version } },
          body: { ...body, tab },
        });
  if (data === undefined) throw new Error('The answer has no body.');
  const type = response.headers.get('Content-Type') ?? '';
  const [layout, file] = readMultipart(type, new Uint8Array(data));
  if (layout === undefined || file === undefined) throw new Error('The answer lacks a part.');
  return {
    ...(JSON.parse(new TextDecoder().decode(layout.bytes)) as Schema<'PreviewLayout'>),
    file: new Blob([file.bytes], { type: file.headers.get('content-type') ?? '' }),
  };
}
