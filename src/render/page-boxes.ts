/**
 * Crop marks are 5 mm long, a quarter of a point thick, at least 2.5 mm from the cut and outside of the
 * bleed.
 */
const MARK_LENGTH = (5 / 25.4) * 72;
const MIN_GAP = (2.5 / 25.4) * 72;
const MARK_THICKNESS = 0.25;

/** The settings of a PDF page’s sheet, in points. */
export interface SheetSettings {
  /** The trimmed page. */
  readonly width: number;
  readonly height: number;
  /** How far the page is painted beyond each edge. */
  readonly bleed: number;
  readonly cropMarks: boolean;
}

/** As pdf-lib takes them, in points. */
export type Box = readonly [left: number, bottom: number, width: number, height: number];

/** The boxes of a sheet in PDF coordinates: the origin is its lower left corner. */
export interface PageBoxes {
  readonly media: Box;
  readonly bleed: Box;
  readonly trim: Box;
}

/** The width of the sheet around the trimmed page: bleed and room for crop marks, in points. */
export function sheetMargin({ bleed, cropMarks }: Pick<SheetSettings, 'bleed' | 'cropMarks'>): number {
  return cropMarks ? Math.max(bleed, MIN_GAP) + MARK_LENGTH : bleed;
}

/** The boxes of a page's sheet. */
export function pageBoxes(settings: SheetSettings): PageBoxes {
  const { width, height, bleed } = settings;
  const margin = sheetMargin(settings);
  const around = (by: number): Box => [margin - by, margin - by, width + 2 * by, height + 2 * by];
  return { media: around(margin), bleed: around(bleed), trim: around(0) };
}

/**
 * PDF operators that draw the eight crop marks. `colorSpace` names the colour space of all inks in the page's
 * resources, so that the marks appear on every plate.
 */
export function drawCropMarks(settings: SheetSettings, colorSpace: string): string {
  const { trim } = pageBoxes(settings);
  const [left, bottom, width, height] = trim;
  const gap = sheetMargin(settings) - MARK_LENGTH;
  const lines: string[] = [];
  const draw = (...points: number[]): void => {
    const [x1 = '', y1 = '', x2 = '', y2 = ''] = points.map((point) => String(Number(point.toFixed(4))));
    lines.push(`${x1} ${y1} m ${x2} ${y2} l S`);
  };
  for (const x of [left, left + width]) {
    draw(x, bottom - gap, x, bottom - gap - MARK_LENGTH);
    draw(x, bottom + height + gap, x, bottom + height + gap + MARK_LENGTH);
  }
  for (const y of [bottom, bottom + height]) {
    draw(left - gap, y, left - gap - MARK_LENGTH, y);
    draw(left + width + gap, y, left + width + gap + MARK_LENGTH, y);
  }
  return `q /${colorSpace} CS 1 SCN ${MARK_THICKNESS} w\n${lines.join('\n')}\nQ`;
}
