import {
  checkSheet,
  layOutSheet,
  paperSizes,
  withSheetDefaults,
  type PaperName,
  type SheetGrid,
  type SheetLayout,
  type Size,
} from '../../../../../../src/common/lengths/sheet-layout.ts';
import { POINTS_PER_INCH, toInches } from '../../../../../../src/common/lengths/units.ts';
import type { Schema } from '../../../api/client.ts';
import { batchWords } from '../../../words/batch.ts';

const words = batchWords.sheet;

/** A number as its field has it: empty, or not yet a number. */
type Typed = number | string;

/** A sheet as it is entered. Lengths in millimetres; those that are empty have the service's defaults. */
export interface SheetEntry {
  readonly columns: Typed;
  readonly rows: Typed;
  readonly gap: Typed;
  readonly rowGap: Typed;
  readonly margin: Typed;
  readonly paper: PaperName;
  readonly cutMarks: boolean;
}

/** What an entry means, or what is wrong with it. */
export interface ReadSheet {
  /** Null with errors. */
  readonly grid: SheetGrid | null;
  /** Null with errors, and where the size of the page is not known. */
  readonly layout: SheetLayout | null;
  readonly errors: Readonly<Partial<Record<keyof SheetGrid, string>>>;
}

const counts = ['columns', 'rows'] as const;
const lengths = ['gap', 'rowGap', 'margin'] as const;
const maxCount = 50;
const maxLength = 500;
const margin = 10;
const papersTried = ['A4', 'A3', 'SRA3'] as const;

/** A sheet of a job, to be changed. */
export function sheetEntry({ columns, rows, ...given }: Schema<'BatchSheet'>): SheetEntry {
  return { ...withSheetDefaults({ columns, rows, ...given }) };
}

/** As many pages as an upright A4 has room for; one on the first larger paper that holds it. */
export function firstSheet(page: Schema<'PageSize'> | null): SheetEntry {
  const cell = toCellSize(page);
  const single = (paper: PaperName): SheetGrid => withSheetDefaults({ columns: 1, rows: 1, paper, margin });
  const paper =
    cell === null ? 'A4' : (papersTried.find((each) => checkSheet(single(each), cell) === null) ?? 'A4');
  const [width, height] = paperSizes[paper];
  const count = (side: number, points: number): number => {
    const most = Math.floor((side - 2 * margin) / ((points / POINTS_PER_INCH) * 25.4));
    return Math.min(maxCount, Math.max(1, most));
  };
  return {
    columns: cell === null ? 1 : count(width, cell.width),
    rows: cell === null ? 1 : count(height, cell.height),
    gap: 0,
    rowGap: '',
    margin,
    paper,
    cutMarks: true,
  };
}

/** Checks an entry by the service's rules. */
export function readSheet(entry: SheetEntry, page: Schema<'PageSize'> | null): ReadSheet {
  const errors: Partial<Record<keyof SheetGrid, string>> = {};
  for (const key of counts) if (!isCount(entry[key])) errors[key] = words.badCount;
  for (const key of lengths) if (entry[key] !== '' && !isLength(entry[key])) errors[key] = words.badLength;
  if (Object.keys(errors).length > 0) return { grid: null, layout: null, errors };
  const given = (key: (typeof lengths)[number]): object => (entry[key] === '' ? {} : { [key]: entry[key] });
  const grid = withSheetDefaults({
    columns: Number(entry.columns),
    rows: Number(entry.rows),
    paper: entry.paper,
    cutMarks: entry.cutMarks,
    ...given('gap'),
    ...given('rowGap'),
    ...given('margin'),
  });
  const cell = toCellSize(page);
  if (cell === null) return { grid, layout: null, errors };
  const fault = checkSheet(grid, cell);
  if (fault !== null) return { grid: null, layout: null, errors: { [fault.key]: fault.detail } };
  return { grid, layout: layOutSheet(grid, cell, 0), errors };
}

/** The size of a page in points. */
export function toCellSize(page: Schema<'PageSize'> | null): Size | null {
  if (page === null) return null;
  const points = (length: number): number => toInches(length, page.unit) * POINTS_PER_INCH;
  return { width: points(page.width), height: points(page.height) };
}

function isCount(value: Typed): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= maxCount;
}

function isLength(value: Typed): boolean {
  return typeof value === 'number' && value >= 0 && value <= maxLength;
}
