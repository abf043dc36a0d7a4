/**
 * What a render's layout was, as data for authors and for programs. All lengths are CSS pixels (1/96 inch) but those of the
 * output; rectangles of texts, pictures and codes are in their element's box, whose top left corner is 0, 0.
 */

/** Something that the author of a template ought to look at. The picture is made all the same. */
export interface RenderWarning {
  readonly code: string;
  readonly elementId: string;
  readonly detail: string;
}

export interface LayoutReport {
  readonly page: { readonly width: number; readonly height: number; readonly bleed: number };
  /** Sides in pixels, of a PDF in points. */
  readonly output: {
    readonly format: string;
    readonly width: number;
    readonly height: number;
    readonly unit: 'px' | 'pt';
    /** Pixels an inch, `scale` included; of a PDF those of its bitmaps. */
    readonly density: number;
  };
  readonly warnings: readonly RenderWarning[];
  /** Everything that is drawn, back to front; a group comes before what it holds. */
  readonly elements: readonly ReportedElement[];
}

export interface ReportedElement {
  readonly id: string;
  readonly type: string;
  /** The group that it is in. */
  readonly group: string | null;
  /** As the template has it, in what the element is in. */
  readonly box: ReportedBox & { readonly rotation: number };
  /** The smallest upright rectangle around the box on the page. */
  readonly onPage: ReportedBox;
  /** Codes of its warnings. */
  readonly warnings: readonly string[];
  readonly text?: ReportedText;
  readonly image?: ReportedImage;
  readonly code?: ReportedCode;
}

export interface ReportedBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface ReportedText {
  /** What `shrink` made of the font sizes; 1 is as asked. */
  readonly scale: number;
  readonly lines: readonly ReportedLine[];
}

export interface ReportedLine {
  readonly text: string;
  /** Left edge and width of the text. */
  readonly x: number;
  readonly width: number;
  /** The line's box, and the baseline's distance from the element's top. */
  readonly top: number;
  readonly height: number;
  readonly baseline: number;
  /** From left to right: stretches in one font and style. */
  readonly runs: readonly ReportedRun[];
}

export interface ReportedRun {
  readonly text: string;
  readonly x: number;
  readonly width: number;
  readonly fontSize: number;
  readonly font: ReportedFont;
}

export interface ReportedFont {
  readonly family: string;
  readonly weight: number;
  readonly style: 'normal' | 'italic';
  /** Whether the template brings it along. */
  readonly source: 'template' | 'built-in';
  /** Whether it stands in for the font that was asked for, which lacks these characters. */
  readonly fallback: boolean;
}

export interface ReportedImage {
  /** A path in the template, or an address; null where there is nothing to show. */
  readonly source: string | null;
  /** Sides of the upright picture in its own pixels; null for a drawing, which has none. */
  readonly pixels: { readonly width: number; readonly height: number } | null;
  /** Where the whole picture lies; parts of it may be outside the box. */
  readonly placed: ReportedBox;
  /** Its own pixels an inch, in the direction that has fewer; null for a drawing. */
  readonly density: number | null;
}

interface ReportedCode {
  readonly symbology: string;
  /** Width of a module or of the narrowest bar. */
  readonly module: number;
  readonly moduleMillimetres: number;
  /** The same in pixels of the output; null in a PDF, where it is a vector. */
  readonly modulePixels: number | null;
  readonly columns: number;
  readonly rows: number | null;
  /** The code without its clear space. */
  readonly area: ReportedBox;
}
