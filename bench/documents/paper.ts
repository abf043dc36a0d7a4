/** A document as all programs get it. Lengths are CSS pixels; texts are finished. */
export interface Paper {
  readonly width: number;
  readonly height: number;
  readonly margin: {
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
    readonly left: number;
  };
  /** Stands on every page, in its margins. */
  readonly edges: readonly Edge[];
  /** What is drawn behind the lines of the only page, as an SVG file; null: nothing. */
  readonly art: string | null;
  /** Lines of the first page, each at its place. */
  readonly lines: readonly Line[];
  /** What flows over the pages. */
  readonly blocks: readonly Block[];
}

export interface Style {
  readonly family: string;
  readonly weight: number;
  readonly italic: boolean;
  readonly size: number;
  readonly color: string;
  readonly letterSpacing: number;
}

export interface Edge {
  readonly place: 'top-left' | 'top-right' | 'bottom-left' | 'bottom-right';
  /** `#` stands for the number of the page, `##` for that of all pages. */
  readonly text: string;
  readonly style: Style;
}

export interface Line {
  readonly x: number;
  readonly y: number;
  readonly height: number;
  readonly text: string;
  readonly style: Style;
}

export interface Column {
  readonly header: string;
  /** Null: the rest of the width. */
  readonly width: number | null;
  readonly align: 'left' | 'right';
}

/** A table whose header is repeated on every page. */
export interface Table {
  readonly type: 'table';
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
  readonly size: number;
  readonly lineHeight: number;
  /** Above and below a text, and beside it. */
  readonly padding: readonly [number, number];
  readonly head: { readonly fill: string; readonly color: string };
  /** Fill of every second row, and of the lines between rows. */
  readonly stripe: string;
  readonly border: string;
}

/** A label on the left and a value on the right. */
export interface Pair {
  readonly type: 'pair';
  readonly indent: number;
  readonly label: string;
  readonly value: string;
  readonly style: Style;
}

export interface Paragraph {
  readonly type: 'text';
  readonly text: string;
  readonly style: Style;
  readonly lineHeight: number;
}

export interface Space {
  readonly type: 'space';
  readonly height: number;
}

export type Block = Table | Pair | Paragraph | Space;

const plain: Style = {
  family: 'Inter',
  weight: 400,
  italic: false,
  size: 14,
  color: '#1f2a37',
  letterSpacing: 0,
};

/** A style: Inter of 14 pixels, with what is given. */
export function style(given: Partial<Style> = {}): Style {
  return { ...plain, ...given };
}
