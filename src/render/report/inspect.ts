import type { SKRSContext2D } from '@napi-rs/canvas';

import type { Drawing } from '../draw/drawing.ts';
import type { FoundImage } from '../images/place-images.ts';
import type { RenderJob, RenderResult } from '../scene.ts';
import { drawBoxes } from './draw-boxes.ts';
import { findWarnings } from './find-warnings.ts';
import { writeReport } from './write-report.ts';

/**
 * What a result says beside its bytes, once the page is drawn; boxes are drawn over it where the job asks for them. The
 * context's transform is the page's.
 */
export function inspectPage(
  context: SKRSContext2D,
  job: RenderJob,
  images: readonly FoundImage[],
  drawing: Drawing,
  size: Pick<RenderResult, 'width' | 'height'>,
): Omit<RenderResult, 'data' | 'times'> {
  const warnings = findWarnings(job, images, drawing);
  const { report: isWanted = false, boxes = false } = job.inspect ?? {};
  if (!isWanted && !boxes) return { ...size, warnings };
  const report = writeReport(job, images, drawing, { ...size, warnings });
  if (boxes) drawBoxes(context, job.scene, drawing, report);
  return { ...size, warnings, ...(isWanted ? { report } : {}) };
}
