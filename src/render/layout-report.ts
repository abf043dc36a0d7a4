/**
 * The layout of a render, as data for authors and programs. Lengths are CSS pixels (1/96 inch), except those
 * of the output. Rectangles of texts, images and codes are relative to the top left corner of their element's
 * box.
 */

import type { Focus } from './scene/image.ts';

/** A problem that the author of a template should look at. The output is rendered anyway. */
export interface RenderWarning {
  readonly code: string;
  readonly elementId: string;
  readonly detail: string;
  /** The page, from 1, in a document with pages. */
  readonly page?: number;
  /** The variable that was left out, of `DEFAULT_USED`. */
  readonly variable?: string;
  /** In a preflight: a printer refuses an error, or it is seen; advice is a matter of judgement. */
  readonly severity?: 'error' | 'advice';
}

export interface LayoutReport {
  readonly page: { readonly width: number; readonly height: number; readonly bleed: number };
  /** The rendered pages of a document with pages. */
  readonly pages?: readonly ReportedPage[];
  /** Sides in pixels; for a PDF in points. */
  readonly output: {
    readonly format: string;
    readonly width: number;
    readonly height: number;
    readonly unit: 'px' | 'pt';
    /** Pixels per inch, `scale` included; for a PDF, of its bitmaps. */
    readonly density: number;
    /** Of a PDF that opens with a password. */
    readonly isEncrypted?: true;
    /** Of a PDF for print: its printing condition, or the file of its profile. */
    readonly printingCondition?: string;
    /** Of a PDF for print that has no RGB. */
    readonly isConverted?: true;
  };
  /** What the metadata of the file say; absent: nothing. */
  readonly description?: {
    readonly title?: string;
    readonly author?: string;
    readonly subject?: string;
    readonly keywords?: string;
  };
  /** The bookmarks of a PDF; absent: it has none. */
  readonly bookmarks?: readonly ReportedBookmark[];
  /** The PDFs whose pages stand before and after those of the template; absent: none. */
  readonly attached?: readonly ReportedAttachment[];
  readonly warnings: readonly RenderWarning[];
  /** All drawn elements, back to front; a group comes before its elements. */
  readonly elements: readonly ReportedElement[];
}

export interface ReportedPage {
  /** From 1. */
  readonly page: number;
  /** The id in the template; of a page that is repeated, with the place of its entry. */
  readonly id: string;
  /** The id of its group of pages in the template; of one that is repeated, with the place of its entry. */
  readonly group?: string;
  /** Its number, from 1, among the pages that have this group, or else this id, and how many those are. */
  readonly pageOfGroup: number;
  readonly pagesOfGroup: number;
  readonly width: number;
  readonly height: number;
}

/** A PDF of the template in the file. Its pages have no number among those of the template. */
export interface ReportedAttachment {
  readonly place: 'prepend' | 'append';
  /** Its path in the template's folder. */
  readonly file: string;
  readonly pages: number;
  /** What its pages lose. */
  readonly leftOut: readonly string[];
}

interface ReportedBookmark {
  /** That of the heading, 1 to 6. */
  readonly level: number;
  readonly title: string;
  /** The page, from 1, in a document with pages. */
  readonly page?: number;
}

export interface ReportedElement {
  readonly id: string;
  /** The page, from 1, in a document with pages. */
  readonly page?: number;
  readonly type: string;
  /** The id of its group. */
  readonly group: string | null;
  /** As in the template, relative to the group or page. */
  readonly box: ReportedBox & { readonly rotation: number } & ReportedSlant;
  /** The box on the page, before it is turned around its centre: with the turns of all groups around it. */
  readonly pageBox: ReportedBox & { readonly rotation: number };
  /** The upright rectangle around the turned box on the page. */
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

/** What mirrors and skews an element; keys that change nothing are absent. */
export interface ReportedSlant {
  readonly flipX?: true;
  readonly flipY?: true;
  /** Degrees. */
  readonly skewX?: number;
  readonly skewY?: number;
}

export interface ReportedText {
  /** The factor that `shrink` or `textFit` applied to font sizes; 1: unchanged. */
  readonly scale: number;
  /** Only of vertical lines. */
  readonly writingMode?: 'vertical-rl';
  readonly lines: readonly ReportedLine[];
  /** Readings beside the lines; absent if there are none. */
  readonly rubies?: readonly ReportedLine[];
}

export interface ReportedLine {
  readonly text: string;
  /** Left edge and width of the text. */
  readonly x: number;
  readonly width: number;
  /**
   * The line's box, and the baseline's distance from the element's top. On a path, the box is the upright
   * rectangle around the letters, and the baseline its bottom. In vertical lines the baseline is the middle
   * of the letters, and its distance that from the element's left edge.
   */
  readonly top: number;
  readonly height: number;
  readonly baseline: number;
  /**
   * From left to right: parts in one font and style; on a path or in a vertical line, `x` is the distance
   * from its start.
   */
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
  /** Whether the template contains it. */
  readonly source: 'template' | 'built-in';
  /** Whether it replaces the requested font, which lacks these characters. */
  readonly fallback: boolean;
}

export interface ReportedImage {
  /** A path in the template, or an address; null if the element shows nothing. */
  readonly source: string | null;
  /** Pixels of the upright image; null for an SVG. */
  readonly pixels: { readonly width: number; readonly height: number } | null;
  /** The area of the whole image; it may exceed the box. */
  readonly placed: ReportedBox;
  /** Pixels per inch in the direction with fewer; null for an SVG. */
  readonly density: number | null;
  /** What decided the crop, if the template says `face` or `subject`. */
  readonly focus?: Focus;
}

interface ReportedCode {
  readonly symbology: string;
  /** Width of a module or of the narrowest bar. */
  readonly module: number;
  readonly moduleMillimetres: number;
  /** The same in output pixels; null in a PDF, where it is a vector. */
  readonly modulePixels: number | null;
  readonly columns: number;
  readonly rows: number | null;
  /** The code without its quiet zone. */
  readonly area: ReportedBox;
  /** By how much bars and dark modules are narrower; absent: not at all. */
  readonly barWidthReduction?: number;
}
