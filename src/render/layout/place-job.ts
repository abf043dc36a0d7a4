import type { FontBook } from '../fonts/font-book.ts';
import { findAgain, type FoundImage } from '../images/place-images.ts';
import type { RenderJob } from '../job.ts';
import type { MeasuredTexts } from '../text/place/measured-text.ts';
import { ContentSizes } from './content-sizes.ts';
import { getEngine } from './engine.ts';
import { placeScene } from './place-scene.ts';

/** A job whose scene has numbers for all boxes, with its images, and the texts that were measured. */
export interface PlacedJob {
  readonly job: RenderJob;
  readonly found: readonly FoundImage[];
  readonly analysedTexts: MeasuredTexts;
}

/** Gives every element of a scene its box. */
export async function placeJob(
  job: RenderJob,
  found: readonly FoundImage[],
  fonts: FontBook,
): Promise<PlacedJob> {
  const yoga = await getEngine();
  const contents = new ContentSizes(found, fonts, job.output);
  const scene = placeScene(job.scene, contents, yoga);
  return { job: { ...job, scene }, found: findAgain(scene, found), analysedTexts: contents.analysedTexts };
}
