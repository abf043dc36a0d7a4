/** The fonts of pdfme's texts, and where it draws their lines. */
import type { TextElement } from '../../../generated/template.ts';
import type { TemplateBuilder } from '../builder.ts';
import type { LooseText } from '../measure-text.ts';
import { mmPerPoint, type PdfmeContext } from './context.ts';
import { lookUp } from '../look-up.ts';

const pxPerPoint = 96 / 72;

const weights: Readonly<Record<string, number>> = {
  thin: 100,
  extralight: 200,
  light: 300,
  regular: 400,
  medium: 500,
  semibold: 600,
  bold: 700,
  extrabold: 800,
  black: 900,
};

/** The keys of a text that say which font it has. */
export type Face = Pick<TextElement, 'fontFamily' | 'fontWeight' | 'fontStyle' | 'fontFeatures'> & {
  fontFamily: string;
};

/** How pdfme sets the lines of a text. */
export interface LineStyle {
  readonly face: Face;
  readonly multiple: number;
  readonly vertical: 'middle' | 'bottom' | undefined;
}

/** How far pdfme draws its lines below ours, in millimetres. */
export function baselineShift(
  { face, multiple, vertical }: LineStyle,
  points: number,
  builder: TemplateBuilder,
): number {
  const { ascent, descent } = readMetrics(face, builder);
  const leading = (multiple - 1) / 2;
  const own =
    builder.fonts.baseline({ ...lineFace(face), fontSize: points * pxPerPoint, lineHeight: multiple }) /
    pxPerPoint;
  const exact = ((multiple + ascent - descent) / 2) * points;
  if (vertical === undefined) return ((ascent + leading) * points - own) * mmPerPoint;
  if (vertical === 'middle') return (exact - own) * mmPerPoint;
  return (exact - own - ((ascent + descent - 1) / 2) * points) * mmPerPoint;
}

/** How far letters reach above and below their baseline, as multiples of the font size. */
export function readMetrics(face: Face, builder: TemplateBuilder): { ascent: number; descent: number } {
  return builder.fonts.metrics(lineFace(face));
}

function lineFace({ fontFamily, fontWeight, fontStyle }: Face): {
  fontFamily: string;
  fontWeight?: number;
  fontStyle?: 'normal' | 'italic';
} {
  return {
    fontFamily,
    ...(typeof fontWeight === 'number' && { fontWeight }),
    ...(fontStyle !== undefined && { fontStyle }),
  };
}

/** The family of a font whose name may end with its weight: `NotoSansJP-Bold`. */
export function readFace(fontName: string, name: string, builder: TemplateBuilder): Face {
  const [, base = fontName, word = '', italic = ''] =
    /^(.+?)[-_ ]?(thin|extralight|light|regular|medium|semibold|bold|extrabold|black)?[-_ ]?(italic)?$/iu.exec(
      fontName.slice(0, 100),
    ) ?? [];
  const weight = lookUp(weights, word.toLowerCase()) ?? 400;
  return {
    fontFamily: builder.family(base, name),
    // pdfme sets letters without kerning.
    fontFeatures: { kern: 0 },
    ...(weight !== 400 && { fontWeight: weight }),
    ...(italic !== '' && { fontStyle: 'italic' }),
  };
}

/** How high the lines of a text are that pdfme sets: the first one as high as its letters. */
export function textHeight(
  text: LooseText,
  { face, multiple }: Pick<LineStyle, 'face' | 'multiple'>,
  place: { readonly points: number; readonly width: number },
  { builder, measure }: PdfmeContext,
): { readonly lines: number; readonly height: number } {
  const { points, width } = place;
  const fontSize = points * mmPerPoint;
  const lines = measure.measureWithin({ ...text, fontSize }, width)?.lines ?? 0;
  const { ascent } = readMetrics(face, builder);
  return { lines, height: lines === 0 ? 0 : (ascent + lines - 1) * multiple * fontSize };
}
