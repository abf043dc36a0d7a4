/** What the boxes of elements depend on: layouts, their content, their surroundings. */

/** A length of a box: CSS pixels, as much as the content takes, a share of a layout, or what pins leave. */
export type Extent = number | 'hug' | 'fill' | null;

/** Where elements stand across the direction of a layout. */
export type Alignment = 'start' | 'center' | 'end' | 'stretch' | 'baseline';

/** Top, right, bottom, left. */
export type Sides = readonly [number, number, number, number];

/** What decides an element's box. */
export interface Sizing {
  readonly width: Extent;
  readonly height: Extent;
  readonly minWidth: number;
  readonly maxWidth: number;
  readonly minHeight: number;
  readonly maxHeight: number;
  /** Whether the layout around it places it. */
  readonly isInLayout: boolean;
  readonly grow: number;
  readonly alignSelf: Alignment | null;
  readonly margin: Sides;
  /** Distances from the edges of the page or group, for an element outside of a layout. */
  readonly pin: {
    readonly left: number | null;
    readonly right: number | null;
    readonly top: number | null;
    readonly bottom: number | null;
  };
  /** Which edge of a hugging height stands at `y`. */
  readonly anchor: 'top' | 'middle' | 'bottom';
}

/** How a group or the page places its elements, as CSS flexbox does. */
export interface SceneLayout {
  readonly direction: 'row' | 'column';
  /** Between elements of a row, and between the lines of a column. */
  readonly columnGap: number;
  /** Between elements of a column, and between the lines of a row. */
  readonly rowGap: number;
  readonly padding: Sides;
  readonly align: Alignment;
  readonly justify: 'start' | 'center' | 'end' | 'space-between' | 'space-around' | 'space-evenly';
  readonly wrap: boolean;
  /** Rows begin at the right, and the start of a column is there. */
  readonly isRtl?: true;
}
