import type { FontBook } from './fonts/font-book.ts';
import type { ImageCache } from './images/image-cache.ts';
import type { RenderJob, RenderResult } from './scene.ts';

/** The bytes of an asset by its hash. The process that renders has them before the job starts. */
export type AssetBytes = (hash: string) => Uint8Array;

/**
 * Makes one picture or page. Throws `RenderInputError` where the job itself cannot be drawn (a picture that does not
 * decode, a value that its code cannot hold, a size that the format cannot hold); anything else is a fault here.
 */
export async function renderScene(
  job: RenderJob,
  bytes: AssetBytes,
  fonts: FontBook,
  images: ImageCache,
): Promise<RenderResult> {
  throw new Error(`not yet: ${job.output.format} ${bytes.length} ${String(fonts)} ${String(images)}`);
}
