import type { DrawingContext } from '../text/draw/run-drawer.ts';
import type { FoundImage } from '../images/place-images.ts';
import type { RenderJob, RenderResult } from '../job.ts';
import { withoutRepeats } from './default-used.ts';
import { drawBoxes } from './draw-boxes.ts';
import { findWarnings, type InspectedDrawing } from './find-warnings.ts';
import { writeReport } from './write-report.ts';

/** What a result says besides its bytes and times. */
export type Inspection = Omit<RenderResult, 'data' | 'times'>;

type PageSize = Pick<RenderResult, 'width' | 'height'>;

/** Draws the boxes over a drawn page, if the job asks for them. The context's transform is the page's. */
export function inspectPage(
  context: DrawingContext,
  job: RenderJob,
  images: readonly FoundImage[],
  drawing: InspectedDrawing,
  size: PageSize,
): Inspection {
  if (job.inspect?.boxes !== true) return describePage(job, images, drawing, size);
  const { report, ...rest } = describePage(
    { ...job, inspect: { ...job.inspect, report: true } },
    images,
    drawing,
    size,
  );
  if (report !== undefined) drawBoxes(context, job.scene, drawing, report);
  return job.inspect.report && report !== undefined ? { ...rest, report } : rest;
}

/** What a result says of several pages: the size is that of the first. */
export function mergeInspections(pages: readonly Inspection[]): Inspection {
  const [first] = pages;
  if (first === undefined) throw new Error('there is no page');
  if (pages.length === 1) return first;
  const warnings = withoutRepeats(pages.flatMap((page) => page.warnings));
  if (first.report === undefined) return { ...first, warnings };
  const reports = pages.flatMap(({ report }) => report ?? []);
  const bookmarks = reports.flatMap(({ bookmarks = [] }) => bookmarks);
  return {
    ...first,
    warnings,
    report: {
      ...first.report,
      pages: reports.flatMap(({ pages = [] }) => pages),
      ...(bookmarks.length === 0 ? {} : { bookmarks }),
      warnings,
      elements: reports.flatMap(({ elements }) => elements),
    },
  };
}

/** The size, warnings and report of a page. */
export function describePage(
  job: RenderJob,
  images: readonly FoundImage[],
  drawing: InspectedDrawing,
  size: PageSize,
): Inspection {
  const warnings = findWarnings(job, images, drawing);
  const report =
    job.inspect?.report === true ? writeReport(job, images, drawing, { ...size, warnings }) : undefined;
  return { ...size, warnings, ...(report === undefined ? {} : { report }) };
}
