import { countSheets, placeLabel } from '../../../../../../src/common/sheets/fill-order.ts';
import type { LabelSheetName } from '../../../../../../src/common/sheets/label-sheets.ts';
import { paperSizes, type PaperName } from '../../../../../../src/common/sheets/papers.ts';
import {
  checkGivenGrid,
  withSheetDefaults,
  type BackEdge,
  type FillOrder,
  type GivenGrid,
  type SheetGrid,
} from '../../../../../../src/common/sheets/sheet-grid.ts';
import {
  checkSheet,
  layOutSheet,
  type SheetLayout,
  type Size,
} from '../../../../../../src/common/sheets/sheet-layout.ts';
import { POINTS_PER_INCH, toInches } from '../../../../../../src/common/lengths/units.ts';
import type { Schema } from '../../../api/client.ts';
import { batchWords } from '../../../words/batch.ts';

const words = batchWords.sheet;

/** A number as its field has it: empty, or not yet a number. */
type Typed = number | string;

/** A sheet as it is entered. Lengths in millimetres; those that are empty have the service's defaults. */
export interface SheetEntry {
  /** Null: the measures below count. */
  readonly preset: LabelSheetName | null;
  readonly columns: Typed;
  readonly rows: Typed;
  readonly gap: Typed;
  readonly rowGap: Typed;
  readonly margin: Typed;
  readonly paper: PaperName;
  readonly cutMarks: boolean;
  readonly startAt: Typed;
  /** The variable or column that says it; null: `copyCount` counts. */
  readonly copiesFrom: string | null;
  readonly copyCount: Typed;
  readonly order: FillOrder;
  readonly backs: BackEdge | null;
  /** How far cells move to the right, and down; and the backs. */
  readonly offsetX: Typed;
  readonly offsetY: Typed;
  readonly backOffsetX: Typed;
  readonly backOffsetY: Typed;
}

/** The fields of an entry that hold a number. */
export type NumberField = {
  [Key in keyof SheetEntry]: Typed extends SheetEntry[Key] ? Key : never;
}[keyof SheetEntry];

/** What an entry means, or what is wrong with it. */
export interface ReadSheet {
  /** Null with errors. */
  readonly grid: SheetGrid | null;
  /** Null with errors, and where the size of the page is not known. */
  readonly layout: SheetLayout | null;
  readonly errors: Readonly<Partial<Record<keyof SheetEntry | keyof SheetGrid, string>>>;
}

const counts = { columns: 50, rows: 50, startAt: 2500, copyCount: 1000 } as const;
const lengths = ['gap', 'rowGap', 'margin'] as const;
const offsets = ['offsetX', 'offsetY', 'backOffsetX', 'backOffsetY'] as const;
const maxOffset = 20;
const maxCount = 50;
const maxLength = 500;
const margin = 10;
const papersTried = ['A4', 'A3', 'SRA3'] as const;

/** What every sheet begins with, beside its measures. */
const filling = {
  preset: null,
  startAt: 1,
  copiesFrom: null,
  copyCount: 1,
  order: 'rows',
  backs: null,
  offsetX: 0,
  offsetY: 0,
  backOffsetX: 0,
  backOffsetY: 0,
} as const;

/** A sheet of a job, to be changed. */
export function sheetEntry({ copies = 1, offset, backOffset, ...given }: Schema<'BatchSheet'>): SheetEntry {
  const { offset: _, backOffset: __, copies: ___, ...grid } = withSheetDefaults(given);
  return {
    ...filling,
    ...grid,
    ...(typeof copies === 'number' ? { copyCount: copies } : { copiesFrom: copies }),
    offsetX: offset?.x ?? 0,
    offsetY: offset?.y ?? 0,
    backOffsetX: backOffset?.x ?? 0,
    backOffsetY: backOffset?.y ?? 0,
  };
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
    ...filling,
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
  const errors: Partial<Record<keyof SheetEntry | keyof SheetGrid, string>> = {};
  for (const [key, max] of Object.entries(counts) as [keyof typeof counts, number][])
    if (isUsed(entry, key) && !isCount(entry[key], max)) errors[key] = words.badCount(max);
  for (const key of lengths)
    if (isUsed(entry, key) && entry[key] !== '' && !isBetween(entry[key], 0, maxLength))
      errors[key] = words.badLength;
  for (const key of offsets)
    if (entry[key] !== '' && !isBetween(entry[key], -maxOffset, maxOffset)) errors[key] = words.badOffset;
  if (Object.keys(errors).length > 0) return { grid: null, layout: null, errors };
  const given = toGiven(entry);
  const grid = withSheetDefaults(given);
  const cell = toCellSize(page);
  const fault = checkGivenGrid(given) ?? (cell === null ? null : checkSheet(grid, cell));
  if (fault !== null) return { grid: null, layout: null, errors: { [fault.key]: fault.detail } };
  return { grid, layout: cell === null ? null : layOutSheet(grid, cell, 0), errors };
}

/** Whether a field counts: a maker's sheet has its own measures. */
function isUsed({ preset, copiesFrom }: SheetEntry, key: keyof SheetEntry): boolean {
  if (key === 'copyCount') return copiesFrom === null;
  return preset === null || key === 'startAt';
}

/** An entry without errors, as the service takes it. */
function toGiven(entry: SheetEntry): GivenGrid {
  const { preset, paper, cutMarks, copiesFrom, copyCount, order, backs } = entry;
  const number = (key: NumberField): number | undefined =>
    entry[key] === '' ? undefined : Number(entry[key]);
  const measures = {
    columns: number('columns'),
    rows: number('rows'),
    gap: number('gap'),
    rowGap: number('rowGap'),
    margin: number('margin'),
    paper,
    cutMarks,
  };
  return {
    ...(preset === null ? measures : { preset }),
    startAt: number('startAt'),
    copies: copiesFrom ?? Number(copyCount),
    order,
    backs: backs ?? undefined,
    offset: { x: number('offsetX'), y: number('offsetY') },
    ...(backs === null ? {} : { backOffset: { x: number('backOffsetX'), y: number('backOffsetY') } }),
  };
}

/** The rows whose labels lie in the cells of the first sheet, from 0; undefined: the cell stays empty. */
export function rowsOfCells(grid: SheetGrid, count: number): readonly (number | undefined)[] {
  // What a column says is not counted here.
  const copies = typeof grid.copies === 'number' ? grid.copies : 1;
  const rows: (number | undefined)[] = Array.from({ length: grid.columns * grid.rows });
  const labels = count * copies;
  // In stacks, neighbours in order lie on neighbouring sheets.
  const step = grid.order === 'stack' ? countSheets(grid, labels) : 1;
  for (let index = 0; index < labels; index += step) {
    const { sheet, cell } = placeLabel(grid, index, labels);
    if (sheet > 0) break;
    rows[cell] = Math.floor(index / copies);
  }
  return rows;
}

/** The size of a page in points. */
export function toCellSize(page: Schema<'PageSize'> | null): Size | null {
  if (page === null) return null;
  const points = (length: number): number => toInches(length, page.unit) * POINTS_PER_INCH;
  return { width: points(page.width), height: points(page.height) };
}

function isCount(value: Typed, max: number): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= max;
}

function isBetween(value: Typed, min: number, max: number): boolean {
  return typeof value === 'number' && value >= min && value <= max;
}
