/** The thread of one conversion: see `convert-apart.ts`. */
import { parentPort, workerData } from 'node:worker_threads';
import { createImageFetcher } from '../outbound/fetch-image.ts';
import { convertDesign } from './convert-design.ts';
import type { ConversionAnswer, ConversionRequest } from './convert-apart.ts';
import { UnreadableDesign } from './design.ts';
import { readSource } from './read-source.ts';

async function convert({
  design,
  fetching,
  checkLimits,
  fonts,
  ...options
}: ConversionRequest): Promise<ConversionAnswer> {
  try {
    const { source, fonts: beside } = await readSource(design);
    const fetchImage = fetching === null ? null : createImageFetcher(fetching);
    return {
      converted: await convertDesign(
        source,
        {
          ...options,
          fonts: [...fonts, ...beside],
          fetchImage: fetchImage === null ? null : (url) => fetchImage(url),
        },
        checkLimits,
      ),
    };
  } catch (error) {
    if (error instanceof UnreadableDesign) return { reason: error.message };
    throw error;
  }
}

parentPort?.postMessage(await convert(workerData as ConversionRequest));
