/** Sheets of paper that hold the pages of a batch's rows in a grid of cells. */
import { POINTS_PER_INCH } from '../lengths/units.ts';
import { labelSheets } from './label-sheets.ts';
import { paperSizes } from './papers.ts';
import type { Offset, SheetFault, SheetGrid } from './sheet-grid.ts';

/** Cut marks need this much of the margin, in millimetres. */
const minMarkMargin = 3;

/** The edge of a cell may be off by a hundredth of a millimetre. */
const tolerance = 0.01;

/** The page may be larger than a maker's label by this, in millimetres: sizes in pixels are rounded. */
const labelTolerance = 0.3;

const pointsPerMm = POINTS_PER_INCH / 25.4;

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Checks whether a sheet holds its cells, in points. Null if it does, upright or turned. */
export function checkSheet(given: SheetGrid, cell: Size): SheetFault | null {
  const misfit = checkLabel(given, cell);
  if (misfit !== null) return misfit;
  const grid = fitGaps(given, cell);
  if (grid.cutMarks && grid.margin < minMarkMargin) {
    const needed = `must be at least ${minMarkMargin} mm then, but is ${mm(grid.margin)} mm.`;
    return { key: 'margin', detail: `Cut marks stand in the margin, which ${needed}` };
  }
  if (choosePaper(grid, cell) !== null) return null;
  const [width, height] = paperSizes[grid.paper];
  const needed = neededSize(grid, cell);
  const columns = describeSide(grid.columns, 'column', cell.width, grid.gap, grid.margin);
  const rows = describeSide(grid.rows, 'row', cell.height, grid.rowGap, grid.margin);
  return {
    key:
      needed.width > width + tolerance && needed.width >= (needed.height * width) / height
        ? 'columns'
        : 'rows',
    detail:
      `${columns} need ${mm(needed.width)} mm, ${rows} need ${mm(needed.height)} mm, but the paper ` +
      `(${grid.paper}) is ${mm(width)} × ${mm(height)} mm, or ${mm(height)} × ${mm(width)} mm turned.`,
  };
}

/** Checks whether the page fits on the labels of a maker's sheet. */
function checkLabel({ preset, cutMarks }: SheetGrid, cell: Size): SheetFault | null {
  if (preset === undefined) return null;
  if (cutMarks) return { key: 'cutMarks', detail: `The labels of ${preset} are cut: leave cutMarks out.` };
  const { width, height } = labelSheets[preset];
  const [pageWidth, pageHeight] = [cell.width / pointsPerMm, cell.height / pointsPerMm];
  if (pageWidth <= width + labelTolerance && pageHeight <= height + labelTolerance) return null;
  const detail =
    `A label of ${preset} is ${mm(width)} × ${mm(height)} mm, but the page of the template is ` +
    `${mm(pageWidth)} × ${mm(pageHeight)} mm.`;
  return { key: 'preset', detail };
}

/** The gaps between pages: on the labels of a maker, pages stand in the middle of each. */
function fitGaps(grid: SheetGrid, cell: Size): SheetGrid {
  if (grid.preset === undefined) return grid;
  const { width, height } = labelSheets[grid.preset];
  const gap = grid.gap + width - cell.width / pointsPerMm;
  return { ...grid, gap, rowGap: grid.rowGap + height - cell.height / pointsPerMm };
}

function describeSide(count: number, noun: string, sidePoints: number, gap: number, margin: number): string {
  const cells = `${count} ${noun}${count === 1 ? '' : 's'} of ${mm(sidePoints / pointsPerMm)} mm`;
  const gaps = count > 1 && gap > 0 ? ` with gaps of ${mm(gap)} mm` : '';
  return `${cells}${gaps} and margins of ${mm(margin)} mm`;
}

function mm(length: number): string {
  return String(Math.round(length * 100) / 100);
}

function neededSize({ columns, rows, gap, rowGap, margin }: SheetGrid, cell: Size): Size {
  return {
    width: (columns * cell.width) / pointsPerMm + (columns - 1) * gap + 2 * margin,
    height: (rows * cell.height) / pointsPerMm + (rows - 1) * rowGap + 2 * margin,
  };
}

/** The paper's size in millimetres: upright if the cells fit, else turned. */
function choosePaper(grid: SheetGrid, cell: Size): Size | null {
  const [width, height] = paperSizes[grid.paper];
  const needed = neededSize(grid, cell);
  const fits = (paper: Size): boolean =>
    needed.width <= paper.width + tolerance && needed.height <= paper.height + tolerance;
  const [upright, turned] = [
    { width, height },
    { width: height, height: width },
  ];
  return fits(upright) ? upright : fits(turned) ? turned : null;
}

/** A cell on a sheet, in points from the lower left corner of the paper. */
export interface SheetCell {
  readonly left: number;
  readonly bottom: number;
  /** How far the page may be painted beyond each side of the cell. */
  readonly room: {
    readonly left: number;
    readonly right: number;
    readonly bottom: number;
    readonly top: number;
  };
}

/** A line, in points: x1, y1, x2, y2. */
export type MarkLine = readonly [number, number, number, number];

/** One side of a sheet. */
export interface SheetSide {
  /** Line by line, from the top left of the front. */
  readonly cells: readonly SheetCell[];
  readonly marks: readonly MarkLine[];
}

export interface SheetLayout extends SheetSide {
  /** The paper, in points. */
  readonly width: number;
  readonly height: number;
  /**
   * The backs of the cells, in their order; null without backs. `isTurned`: pages stand upside down, so that
   * they are upright behind their fronts.
   */
  readonly back: (SheetSide & { readonly isTurned: boolean }) | null;
}

/** Lays a sheet out: the cells stand in the middle of the paper. Null if they do not fit. */
export function layOutSheet(given: SheetGrid, cell: Size, bleed: number): SheetLayout | null {
  const grid = fitGaps(given, cell);
  const paper = choosePaper(grid, cell);
  if (paper === null) return null;
  const { columns, rows, cutMarks, backs, offset, backOffset } = grid;
  const [width, height] = [paper.width * pointsPerMm, paper.height * pointsPerMm];
  const across = placeCells(width, cell.width, columns, grid.gap * pointsPerMm);
  const down = placeCells(height, cell.height, rows, grid.rowGap * pointsPerMm);
  const marks = cutMarks ? drawMarks(height, across, down, bleed) : [];
  const front = { cells: getCells(height, across, down), marks };
  if (backs === undefined) return { width, height, ...moveSide(front, offset), back: null };
  // Upright paper that turns about its long edge is mirrored from left to right.
  const isTurned = (backs === 'long-edge') !== height >= width;
  const behind = isTurned
    ? getCells(height, across, down.toReversed())
    : getCells(height, across.toReversed(), down);
  const back = { ...moveSide({ cells: behind, marks }, backOffset), isTurned };
  return { width, height, ...moveSide(front, offset), back };
}

function getCells(height: number, across: readonly Track[], down: readonly Track[]): SheetCell[] {
  return down.flatMap((top) =>
    across.map((left) => ({
      left: left.start,
      bottom: height - top.end,
      room: { left: left.before, right: left.after, top: top.before, bottom: top.after },
    })),
  );
}

/** Moves a side to the right and down. */
function moveSide({ cells, marks }: SheetSide, offset: Offset | undefined): SheetSide {
  if (offset === undefined) return { cells, marks };
  const [right, up] = [offset.x * pointsPerMm, -offset.y * pointsPerMm];
  return {
    cells: cells.map((cell) => ({ ...cell, left: cell.left + right, bottom: cell.bottom + up })),
    marks: marks.map(([x1, y1, x2, y2]) => [x1 + right, y1 + up, x2 + right, y2 + up] as const),
  };
}

/** A column or a line of cells: from where to where, and the space that it may paint on both sides. */
interface Track {
  readonly start: number;
  readonly end: number;
  readonly before: number;
  readonly after: number;
}

function placeCells(paper: number, cell: number, count: number, gap: number): Track[] {
  const outside = Math.max(0, (paper - count * cell - (count - 1) * gap) / 2);
  return Array.from({ length: count }, (_, index) => {
    const start = outside + index * (cell + gap);
    const before = index === 0 ? outside : gap / 2;
    return { start, end: start + cell, before, after: index === count - 1 ? outside : gap / 2 };
  });
}

/** The marks at the corners of all cells: they prolong the cuts into the margin, and into gaps. */
function drawMarks(
  height: number,
  across: readonly Track[],
  down: readonly Track[],
  bleed: number,
): MarkLine[] {
  const marks: MarkLine[] = [];
  for (const x of getCuts(across))
    for (const [from, to] of getStrokes(down, bleed)) marks.push([x, height - from, x, height - to]);
  for (const y of getCuts(down))
    for (const [from, to] of getStrokes(across, bleed)) marks.push([from, height - y, to, height - y]);
  return marks;
}

/** Cells that touch share a cut. */
function getCuts(tracks: readonly Track[]): number[] {
  const cuts: number[] = [];
  for (const cut of tracks.flatMap(({ start, end }) => [start, end]))
    if (Math.abs(cut - (cuts.at(-1) ?? -Infinity)) > tolerance) cuts.push(cut);
  return cuts;
}

/** Where marks run beside the cells: in front of the first, in the gaps, and behind the last. */
function getStrokes(tracks: readonly Track[], bleed: number): (readonly [number, number])[] {
  const strokes: (readonly [number, number])[] = [];
  const outside = tracks[0]?.before ?? 0;
  const distance = Math.min(Math.max(bleed, 2 * pointsPerMm), outside / 2);
  const length = Math.min(5 * pointsPerMm, outside - distance);
  for (const [index, { start, end, after }] of tracks.entries()) {
    if (index === 0) strokes.push([start - distance - length, start - distance]);
    if (index === tracks.length - 1) strokes.push([end + distance, end + distance + length]);
    else if (after >= pointsPerMm) strokes.push([end + after / 2, end + (after * 3) / 2]);
  }
  return strokes;
}
