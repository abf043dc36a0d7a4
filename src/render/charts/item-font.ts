import type { ChartFont } from './chart-text.ts';
import type { MarkItem } from './vega.ts';

const WEIGHTS: Readonly<Record<string, number>> = { normal: 400, bold: 700, lighter: 300, bolder: 700 };

/** The font of a text item, with Vega's defaults. */
export function readFont({ font, fontSize, fontWeight, fontStyle }: MarkItem): ChartFont {
  const weight = WEIGHTS[String(fontWeight)] ?? Number(fontWeight ?? 400);
  return {
    family: typeof font === 'string' && font.trim() !== '' ? font : 'sans-serif',
    size: fontSize === null || fontSize === undefined ? 11 : Number(fontSize) || 0,
    weight: weight >= 1 && weight <= 1000 ? weight : 400,
    isItalic: fontStyle === 'italic' || fontStyle === 'oblique',
  };
}
