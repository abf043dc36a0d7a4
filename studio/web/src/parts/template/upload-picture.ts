import { api, data, type Schema } from '../../api/client.ts';
import { ApiError, describeError } from '../../api/problem.ts';

const busyMs = 1_000;

interface UploadOptions {
  readonly signal: AbortSignal;
  /** Whether the answer has the picture as a value. */
  readonly dataUrl?: boolean;
}

/**
 * Uploads a picture for a batch, or to have it converted. Waits while the service is busy.
 *
 * @returns it, or a sentence that says why it was refused; null once the signal is aborted
 */
export async function uploadPicture(
  blob: Blob,
  { signal, dataUrl = false }: UploadOptions,
): Promise<Schema<'UploadedPicture'> | string | null> {
  for (;;) {
    try {
      const answer = api.POST('/pictures', {
        params: { query: { dataUrl } },
        // The body is the picture itself.
        body: blob as never,
        bodySerializer: (body: unknown) => body as Blob,
        headers: { 'Content-Type': 'application/octet-stream' },
        signal,
      });
      return await data(answer);
    } catch (error) {
      if (signal.aborted) return null;
      const isBusy = error instanceof ApiError && (error.status === 429 || error.status === 503);
      if (!isBusy) return describe(error);
      await new Promise((resolve) => setTimeout(resolve, busyMs));
    }
  }
}

function describe(error: unknown): string {
  if (error instanceof ApiError && error.fields.length > 0) {
    return error.fields.map(({ detail }) => detail.replace('The file "picture" ', 'The file ')).join(' ');
  }
  const { title, detail } = describeError(error);
  return `${title}. ${detail}`;
}
