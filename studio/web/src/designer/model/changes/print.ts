/** What a page needs to be printed to its edges. */
import { convertLength, type Unit } from '../amount.ts';
import { edit, type Design } from '../design.ts';
import { roundLength } from '../placement.ts';
import type { TemplateDocument } from '../template.ts';

/** What printers ask for, in the units that they use. */
const usual = {
  mm: { bleed: 3, safe: 5 },
  in: { bleed: 0.125, safe: 0.25 },
} as const;

/** Units of pages that are printed. */
const printUnits: ReadonlySet<Unit> = new Set(['mm', 'cm', 'in', 'pt']);

/** Whether a page has a size of paper, and nobody has said yet how it is printed. */
export function mayBePrinted({
  viewportUnit = 'px',
  bleed,
  viewportOutputIntent,
}: TemplateDocument): boolean {
  return printUnits.has(viewportUnit) && bleed === undefined && viewportOutputIntent === undefined;
}

/** Whether a bleed is set that no file has, because the pages are for screens. */
export function hasLostBleed({ bleed = 0, viewportOutputIntent }: TemplateDocument): boolean {
  return bleed > 0 && viewportOutputIntent !== 'print';
}

/** The bleed and the distance of the safe area from the edges, in a document's unit. */
export function usualDistances({ viewportUnit = 'px' }: TemplateDocument): {
  readonly bleed: number;
  readonly safe: number;
} {
  const unit = viewportUnit === 'in' || viewportUnit === 'pt' ? 'in' : 'mm';
  const convert = (length: number) => roundLength(convertLength(length, unit, viewportUnit));
  return { bleed: convert(usual[unit].bleed), safe: convert(usual[unit].safe) };
}

/** Makes PDFs for print, with the bleed that is set or else the usual one. */
export function setUpPrint(design: Design): Design {
  return edit(design, ({ document }) => {
    document.viewportOutputIntent = 'print';
    if ((document.bleed ?? 0) === 0) document.bleed = usualDistances(design.document).bleed;
  });
}

/** Says that the pages are for screens, so that nobody is asked again. */
export function keepForScreens(design: Design): Design {
  return edit(design, ({ document }) => {
    document.viewportOutputIntent = 'screen';
  });
}
