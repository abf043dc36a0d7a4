/** A line of text of a page, as it is read. */
import type { Matrix } from '../../render/geometry.ts';
import type { PdfFont } from './fonts.ts';

/** What a text is painted with. */
export interface TextPaint {
  readonly fill: string;
  readonly fillAlpha: number;
  readonly stroke: string;
  readonly strokeAlpha: number;
  readonly strokeWidth: number;
}

/** Letters of one line in one style. */
export interface TextRun {
  /** The texts of its glyphs, from left to right. */
  readonly parts: string[];
  readonly font: PdfFont;
  readonly size: number;
  readonly paint: TextPaint;
  readonly key: string;
  /** How far it is raised above the line, in points. */
  raised: number;
}

/** A line of text. Places are in the coordinates of its basis. */
export interface TextLine {
  /** From the line's coordinates to the page: it has the directions of the line, and no shift. */
  readonly basis: Matrix;
  readonly basisKey: string;
  /** Where its first letter begins. */
  x: number;
  readonly y: number;
  readonly size: number;
  /** Where its last letter ends. */
  end: number;
  readonly runs: TextRun[];
}
