/** Sheets of paper that hold the pages of a batch's rows in a grid of cells. */
import { POINTS_PER_INCH } from './units.ts';

/** Width and height upright, in millimetres. */
export const paperSizes = {
  A3: [297, 420],
  A4: [210, 297],
  A5: [148, 210],
  SRA3: [320, 450],
  letter: [215.9, 279.4],
  legal: [215.9, 355.6],
  tabloid: [279.4, 431.8],
} as const;

export type PaperName = keyof typeof paperSizes;

export const paperNames = Object.keys(paperSizes) as PaperName[];

/** How sheets are laid out. Lengths are in millimetres. */
export interface SheetGrid {
  readonly columns: number;
  readonly rows: number;
  /** Between columns. */
  readonly gap: number;
  /** Between rows. */
  readonly rowGap: number;
  /** The least distance of cells from the edges of the paper. */
  readonly margin: number;
  readonly paper: PaperName;
  readonly cutMarks: boolean;
}

/** A grid as it is given: `columns` and `rows`, the rest by default. */
export type GivenGrid = Pick<SheetGrid, 'columns' | 'rows'> & {
  readonly [Key in keyof SheetGrid]?: SheetGrid[Key] | undefined;
};

/** Cut marks need this much of the margin, in millimetres. */
const minMarkMargin = 3;

/** The edge of a cell may be off by a hundredth of a millimetre. */
const tolerance = 0.01;

const pointsPerMm = POINTS_PER_INCH / 25.4;

/** The grid with its defaults. */
export function withSheetDefaults({ columns, rows, gap = 0, ...given }: GivenGrid): SheetGrid {
  const { rowGap = gap, margin = 10, paper = 'A4', cutMarks = false } = given;
  return { columns, rows, gap, rowGap, margin, paper, cutMarks };
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** What is wrong with a grid, and with which of its keys. */
export interface SheetFault {
  readonly key: keyof SheetGrid;
  readonly detail: string;
}

/** Checks whether a sheet holds its cells, in points. Null if it does, upright or turned. */
export function checkSheet(grid: SheetGrid, cell: Size): SheetFault | null {
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

export interface SheetLayout {
  /** The paper, in points. */
  readonly width: number;
  readonly height: number;
  /** Line by line, from the top left. */
  readonly cells: readonly SheetCell[];
  readonly marks: readonly MarkLine[];
}

/** Lays a sheet out: the cells stand in the middle of the paper. Null if they do not fit. */
export function layOutSheet(grid: SheetGrid, cell: Size, bleed: number): SheetLayout | null {
  const paper = choosePaper(grid, cell);
  if (paper === null) return null;
  const { columns, rows } = grid;
  const [width, height] = [paper.width * pointsPerMm, paper.height * pointsPerMm];
  const across = placeCells(width, cell.width, columns, grid.gap * pointsPerMm);
  const down = placeCells(height, cell.height, rows, grid.rowGap * pointsPerMm);
  const cells = down.flatMap((top) =>
    across.map((left) => ({
      left: left.start,
      bottom: height - top.end,
      room: { left: left.before, right: left.after, top: top.before, bottom: top.after },
    })),
  );
  return { width, height, cells, marks: grid.cutMarks ? drawMarks(height, across, down, bleed) : [] };
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
