/** Tables of a scene, which are groups of rows. */
import type { Extent, Sides } from './boxes.ts';
import type { Color, Paint } from './paint.ts';
import type { SceneText } from './text.ts';

/** How a table places its rows, each a group with a cell for each column. */
export interface SceneTable {
  readonly columns: readonly {
    readonly width: Exclude<Extent, null>;
    /** The weight of the share that `fill` gets. */
    readonly grow: number;
  }[];
  /** The first column is at the right. */
  readonly isRtl?: true;
  /** How many of the last rows are totals. */
  readonly totals: number;
  readonly borders: {
    readonly color: Color;
    readonly width: number;
    readonly isBetweenRows: boolean;
    readonly isBetweenColumns: boolean;
    readonly isAround: boolean;
  } | null;
  /** What does not fit into the box, once placed: rows that are left out, and pixels of the columns. */
  readonly excess?: { readonly rows: readonly string[]; readonly width: number };
}

/** How a cell places the picture or code that it holds. */
export interface SceneCell {
  /** The width of its box; null: the room of its column. */
  readonly width: number | null;
  readonly height: number;
  readonly align: 'left' | 'center' | 'right';
  readonly verticalAlign: 'top' | 'middle' | 'bottom';
}

/** How the cells of a row are placed. */
export interface SceneTableRow {
  /** Between the edges of a cell and its text. */
  readonly padding: Sides;
  /** The height of a line, which a row without a text has, too. */
  readonly lineHeight: number;
  /** The sum up to the row, which the table carries to the next page if this one ends below it. */
  readonly carried?: SceneText;
  /** What fills its cells, in order. */
  readonly fills?: readonly (Paint | null)[];
}
