import type { PdfmeField } from '../../../generated/designs/pdfme.ts';
import type { TemplateBuilder } from '../builder.ts';
import type { DesignBox } from '../boxes.ts';
import { rounded } from '../boxes.ts';
import type { TextMeasure } from '../measure-text.ts';

/** Points are lengths of fonts; boxes have millimetres, which are the unit of the template. */
export const mmPerPoint = 25.4 / 72;

/** What a field needs to be converted. */
export interface PdfmeContext {
  readonly builder: TemplateBuilder;
  readonly measure: TextMeasure;
  /** The font of a field that names none. */
  readonly fontName: string;
  /** The number of pages. */
  readonly pages: number;
  /** The number of this page. */
  readonly page: number;
  /** The fields of the page, which expressions refer to, by their names; and what they contain. */
  readonly named: ReadonlyMap<string, { readonly field: PdfmeField; readonly content: string }>;
}

/** The name of a field, or its type. */
export function readName({ name = '', type }: PdfmeField): string {
  return name.trim() === '' ? type : name;
}

/** The box of a field, turned about its middle, and its opacity. */
export function readBox(field: PdfmeField): DesignBox & { readonly opacity?: number } {
  const { position = {}, width = 0, height = 0, rotate = 0, opacity = 1 } = field;
  return {
    x: rounded(position.x ?? 0),
    y: rounded(position.y ?? 0),
    rotation: rounded(rotate % 360),
    width: Math.max(0, rounded(width)),
    height: Math.max(0, rounded(height)),
    ...(opacity < 1 && { opacity: Math.max(0, rounded(opacity)) }),
  };
}

/** Whether each document may have another value for a field. */
export function isVariable({ readOnly = false }: PdfmeField): boolean {
  return !readOnly;
}

/** The font of a field. */
export function readFontName({ fontName = '' }: PdfmeField, context: PdfmeContext): string {
  return fontName === '' ? context.fontName : fontName;
}
