import type { SKRSContext2D } from '@napi-rs/canvas';

import type { PageResources } from '../draw/page-resources.ts';
import type { FoundImage } from '../images/place-images.ts';
import type { RenderJob, RenderResult } from '../job.ts';
import { drawBoxes } from './draw-boxes.ts';
import { findWarnings } from './find-warnings.ts';
import type { ViewCode } from './view-code.ts';
import { writeReport } from './write-report.ts';

/** What a result says besides its bytes and times. */
export type Inspection = Omit<RenderResult, 'data' | 'times'>;

/**
 * Returns the size, warnings and report of a drawn page. Draws the boxes over it if the job asks for them.
 * The context's transform is the page's.
 */
export function inspectPage(
  context: SKRSContext2D,
  job: RenderJob,
  images: readonly FoundImage[],
  drawing: PageResources & { readonly viewCode: ViewCode },
  size: Pick<RenderResult, 'width' | 'height'>,
): Inspection {
  const warnings = findWarnings(job, images, drawing);
  const { report: isWanted = false, boxes = false } = job.inspect ?? {};
  if (!isWanted && !boxes) return { ...size, warnings };
  const report = writeReport(job, images, drawing, { ...size, warnings });
  if (boxes) drawBoxes(context, job.scene, drawing, report);
  return { ...size, warnings, ...(isWanted ? { report } : {}) };
}
