/** The steps of a render that answers warnings and a report, without a file. */
import { findModuleStep } from '../codes/module-size.ts';
import { freeMemory } from '../free-memory.ts';
import { outputSize } from '../output-size.ts';
import { planPdfPage } from '../pdf/draw-pdf-page.ts';
import { describePage, type Inspection } from '../report/inspect.ts';
import type { File, OpenedPage, Texts } from './inputs.ts';
import type { DrawnPixels } from './pixels.ts';
import type { DrawnSvg } from './svg.ts';

/** Inspects a page without codes, whose warnings do not depend on what is drawn. */
export function inspectLayout(input: OpenedPage & Texts): File & { readonly inspection: Inspection } {
  const { job, found, texts, charts, fonts } = input;
  const { sheet } = planPdfPage(job);
  const size = job.output.format === 'pdf' ? sheet : outputSize({ viewport: job.scene }, job.output);
  const { width, height } = size;
  const drawing = {
    images: new Map(),
    texts,
    charts,
    fonts,
    isRaster: true,
    dotGrid: null,
    moduleStep: findModuleStep(job.output),
    rasteriser: null,
    drawnCodes: new Map(),
  };
  const report = describePage(job, found, { ...drawing, viewCode: () => null }, { width, height });
  return { data: noBytes, inspection: report };
}

/** No file. */
export const noBytes = new Uint8Array();

/** Frees the pixels that were drawn to read their codes. */
export function discardPixels({ pixels }: DrawnPixels): File {
  freeMemory(pixels.data);
  return { data: noBytes };
}

/** Drops the SVG page that was drawn to find its codes. */
export function discardSvg(_drawn: DrawnSvg): File {
  return { data: noBytes };
}
