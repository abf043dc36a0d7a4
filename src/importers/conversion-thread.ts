/** The thread of one conversion: see `convert-in-worker.ts`. */
import { answerCalls } from '../async/worker-thread.ts';
import { createImageFetcher } from '../outbound/fetch-image.ts';
import { readDesign } from './convert-design.ts';
import type { ConversionAnswer, ThreadRequest } from './convert-in-worker.ts';
import { UnreadableDesign } from './design.ts';
import { readSource } from './read-source.ts';

answerCalls<ThreadRequest, ConversionAnswer>(async ({ design, fetching, fonts, ...options }) => {
  const fetchImage = fetching === null ? null : createImageFetcher(fetching);
  try {
    const { source, fonts: beside } = await readSource(design);
    return {
      read: await readDesign(source, {
        ...options,
        fonts: [...fonts, ...beside],
        fetchImage: fetchImage === null ? null : (url) => fetchImage(url),
      }),
    };
  } catch (error) {
    if (error instanceof UnreadableDesign) return { reason: error.message, fault: describe(error.cause) };
    throw error;
  }
});

function describe(cause: unknown): string | null {
  if (cause === undefined) return null;
  return cause instanceof Error ? (cause.stack ?? cause.message) : JSON.stringify(cause);
}
