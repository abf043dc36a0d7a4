import sharp from 'sharp';
import { FontBook } from '../../src/render/fonts/font-book.ts';
import { ImageCache } from '../../src/render/images/image-cache.ts';
import type { RenderJob } from '../../src/render/job.ts';
import { renderScene } from '../../src/render/pipeline.ts';
import { createRenderCaches } from '../../src/render/render-caches.ts';
import type { Sample } from './sample.ts';

type SampleJob = Awaited<ReturnType<Sample['makeJob']>>;
type GivenJob = SampleJob | { job: RenderJob; files: SampleJob['files'] };

export interface PipelineOptions {
  /** Background layers and compressed strips are reused between renders, as in the service's renderers. */
  readonly caches: boolean;
  /** Decoded images are kept up to this size; 1 keeps none. */
  readonly imageCacheBytes?: number;
  readonly fonts?: FontBook;
  /** Once all pages are placed. */
  readonly onPlaced?: (pages: number) => void;
}

/** The render pipeline in this process, without a pool or a service. Returns the bytes of the output file. */
export function createPipeline(options: PipelineOptions) {
  const render = createRender(options);
  return async (job: GivenJob) => (await render(job)).data;
}

/** The same with all that a render returns. */
export function createRender({
  caches,
  imageCacheBytes = 128 * 1024 * 1024,
  fonts = new FontBook(),
  onPlaced,
}: PipelineOptions) {
  const images = new ImageCache(imageCacheBytes);
  const renderCaches = caches ? createRenderCaches() : {};
  sharp.concurrency(1);
  return async ({ job, files }: GivenJob) => {
    const readBytes = (hash: string): Uint8Array => {
      const bytes = files.get(hash);
      if (!(bytes instanceof Uint8Array)) throw new Error(`No file has the hash ${hash}.`);
      return bytes;
    };
    return await renderScene(job, readBytes, fonts, images, renderCaches, onPlaced);
  };
}
