/** How sheets of paper hold the pages of a batch's rows: a grid of cells, and the order in which it fills. */
import { labelSheets, type LabelSheetName } from './label-sheets.ts';
import type { PaperName } from './papers.ts';

/** In which order cells fill. `stack`: one cell of all sheets after the other, for sheets cut as a pile. */
export const fillOrders = ['rows', 'columns', 'stack'] as const;
export type FillOrder = (typeof fillOrders)[number];

/** The edge of the paper about which a sheet is turned to its back. */
export const backEdges = ['long-edge', 'short-edge'] as const;
export type BackEdge = (typeof backEdges)[number];

/** How far a printer draws beside the place that it should, in millimetres: to the right, and down. */
export interface Offset {
  readonly x: number;
  readonly y: number;
}

/** How sheets are laid out. Lengths are in millimetres. A key that is absent has its default. */
export interface SheetGrid {
  /** Of the maker's sheet that the measures are of. */
  readonly preset?: LabelSheetName;
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
  /** The first free cell of the first sheet, from 1, in the order of filling. */
  readonly startAt?: number;
  /** How many cells each row fills, or the variable or column that says it. */
  readonly copies?: number | string;
  readonly order?: FillOrder;
  /** Whether the second page of a row is printed on the back. */
  readonly backs?: BackEdge;
  readonly offset?: Offset;
  /** As `offset`, of the backs. */
  readonly backOffset?: Offset;
}

/** A grid as it is given: `columns` and `rows`, or a preset; the rest by default. */
export type GivenGrid = {
  readonly [Key in Exclude<keyof SheetGrid, 'offset' | 'backOffset'>]?: SheetGrid[Key] | undefined;
} & {
  readonly [Key in 'offset' | 'backOffset']?:
    | { readonly [Axis in keyof Offset]?: number | undefined }
    | undefined;
};

/** What is wrong with a grid, and with which of its keys. */
export interface SheetFault {
  readonly key: keyof SheetGrid;
  readonly detail: string;
}

/** The greatest number of cells that the rows of a batch fill together. */
export const maxLabels = 100_000;

/**
 * The grid with its defaults. Keys of defaults that earlier releases did not have are left out, so that their
 * grids compare equal.
 */
export function withSheetDefaults({ preset, offset, backOffset, ...given }: GivenGrid): SheetGrid {
  const measures = preset === undefined ? {} : getMeasures(preset);
  const {
    columns = 1,
    rows = 1,
    gap = 0,
    rowGap = gap,
    margin = 10,
    paper = 'A4',
    cutMarks = false,
  } = {
    ...definedOf(given),
    ...measures,
  };
  const { startAt = 1, copies = 1, order = 'rows', backs } = given;
  return {
    ...(preset === undefined ? {} : { preset }),
    columns,
    rows,
    gap,
    rowGap,
    margin,
    paper,
    cutMarks,
    ...(startAt === 1 ? {} : { startAt }),
    ...(copies === 1 ? {} : { copies }),
    ...(order === 'rows' ? {} : { order }),
    ...(backs === undefined ? {} : { backs }),
    ...withOffset('offset', offset),
    ...withOffset('backOffset', backOffset),
  };
}

type Measures = Pick<SheetGrid, 'columns' | 'rows' | 'gap' | 'rowGap' | 'margin' | 'paper'>;

function getMeasures(preset: LabelSheetName): Measures {
  const { columns, rows, gap, rowGap, paper } = labelSheets[preset];
  return { columns, rows, gap, rowGap, margin: 0, paper };
}

function definedOf(given: GivenGrid): Partial<Measures> & { cutMarks?: boolean } {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function withOffset<Key extends 'offset' | 'backOffset'>(
  key: Key,
  given: GivenGrid['offset'],
): { readonly [Each in Key]?: Offset } {
  const { x = 0, y = 0 } = given ?? {};
  return x === 0 && y === 0 ? {} : ({ [key]: { x, y } } as { readonly [Each in Key]?: Offset });
}

/** Checks what is given together: measures beside a preset, and keys that need or exclude each other. */
export function checkGivenGrid(given: GivenGrid): SheetFault | null {
  if (given.preset !== undefined) {
    const measures = getMeasures(given.preset);
    for (const key of ['columns', 'rows', 'gap', 'rowGap', 'margin', 'paper'] as const) {
      const value = given[key];
      if (value === undefined || value === measures[key]) continue;
      const detail =
        `The sheet ${given.preset} has the ${key} ${measures[key]}, not ${value}. ` +
        'Leave its measures out, or the preset.';
      return { key, detail };
    }
  } else if (given.columns === undefined || given.rows === undefined) {
    const key = given.columns === undefined ? 'columns' : 'rows';
    return { key, detail: 'A sheet needs columns and rows, or a preset.' };
  }
  const { columns, rows, startAt = 1, order, backs, backOffset } = withSheetDefaults(given);
  if (startAt > columns * rows) {
    const detail = `The first free cell is number ${startAt}, but a sheet has ${columns * rows} cells.`;
    return { key: 'startAt', detail };
  }
  if (order === 'stack' && startAt > 1) {
    return { key: 'startAt', detail: 'Stacks need whole sheets: with the order stack, leave startAt out.' };
  }
  if (backOffset !== undefined && backs === undefined) {
    return { key: 'backOffset', detail: 'There are no backs to move. Give backs, or leave backOffset out.' };
  }
  return null;
}
