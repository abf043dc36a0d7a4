/** What elements of every type have. */
import type { Sizing } from './boxes.ts';
import type { Shadow } from './paint.ts';

export interface ElementBase {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Degrees clockwise around the centre of the box. */
  readonly rotation: number;
  /** Mirrored in the box, before it is skewed and turned. */
  readonly flipX?: true;
  readonly flipY?: true;
  /** Degrees, as CSS `skew(skewX, skewY)` about the centre of the box, before it is turned. */
  readonly skewX?: number;
  readonly skewY?: number;
  readonly opacity: number;
  /** A CSS `mix-blend-mode` name. */
  readonly blendMode: string;
  /** In print, whether it leaves inks as they are that it does not have. Absent: black text does. */
  readonly overprint?: boolean;
  /**
   * One shadow, of what the element paints; or a list, the first in front. A list follows the outline of a
   * box, as CSS `box-shadow`.
   */
  readonly shadow: Shadow | readonly Shadow[] | null;
  /** Standard deviation, as in CSS `filter: blur()`; 0: none. */
  readonly blur: number;
  /** What a screen reader reads in place of what is drawn; empty: it is decoration. */
  readonly alt?: string;
  /** What it is in a tagged PDF; absent: by its type. */
  readonly tag?: StructureTag;
  /** Of a cell of a table: how many columns it takes, if more than one. */
  readonly columnSpan?: number;
  /** Of a cell of a table: it heads the rows below it, not a column. */
  readonly isRowHeader?: true;
  /** Of a picture or code in a cell of a table: where that is, for messages. */
  readonly place?: string;
  /** Of a text or picture: it shows values, so it is no decoration. */
  readonly showsValues?: true;
  /** It is one of several that a repeat makes, each of an entry of a list. */
  readonly isEntry?: true;
  /** It is a header or a footer of the page. */
  readonly isRunning?: true;
  /** What `placeElements` goes by, if the box depends on a layout, its content or its surroundings. */
  readonly sizing?: Sizing;
  /** In a flow: it is divided between two pages only if it is higher than one. */
  readonly keepTogether?: true;
  /** In a flow: no page ends between it and the next element. Absent: the last element in it decides. */
  readonly keepWithNext?: boolean;
  /** In a flow: it begins a new page. */
  readonly breakBefore?: true;
  /** The defaults that it draws in the place of values that were left out, for the warnings. */
  readonly defaults?: readonly UsedDefault[];
}

/** A default that stands in for a value that was left out. */
export interface UsedDefault {
  readonly variable: string;
  /** Of a list whose entries leave a field out: the field. */
  readonly field?: string;
  /** Of a list in a list: the fields that lead to it. */
  readonly path?: readonly string[];
  /** Whether the variable is a list. */
  readonly isList?: true;
  /** The default as a text, shortened. */
  readonly shown: string;
}

/** Top left, top right, bottom right, bottom left. */
export type CornerRadii = readonly [number, number, number, number];

/**
 * Standard structure types of PDF. A group with one has its elements inside of it; without one, they stand in
 * the group around it. `Artifact` is decoration, with all that it holds.
 *
 * A table is a group `Table` of groups `TR` of texts or groups `TH`, `TD`. One that goes on on the next page
 * has the same id there; header rows that are repeated are `Artifact`.
 */
export type StructureTag =
  | `H${1 | 2 | 3 | 4 | 5 | 6}`
  | 'P'
  | 'Sect'
  | 'Table'
  | 'TR'
  | 'TH'
  | 'TD'
  | 'Artifact';
