/** The fonts of texts, and how high their lines are. */
import type { TemplateBuilder } from '../builder.ts';
import type { CharacterStyle } from './text-styles.ts';

/** A line is higher than its font size by this factor, and its baseline is so far above its bottom. */
export const lineFactor = 1.13;
export const belowBaseline = 0.222;

/** What texts have that name no font and no size. */
export const defaultFamily = 'Times New Roman';
export const defaultSize = 40;

/** The font of a text or of a part of it. */
export function readFace(
  { fontFamily = defaultFamily, fontWeight = 'normal', fontStyle = 'normal' }: CharacterStyle,
  name: string,
  builder: TemplateBuilder,
): { fontFamily: string; fontWeight?: number; fontStyle?: 'italic' } {
  const weight = { normal: 400, bold: 700, bolder: 700, lighter: 300 }[fontWeight] ?? Number(fontWeight);
  return {
    fontFamily: builder.family(fontFamily, name),
    ...(weight >= 100 && weight <= 900 && weight !== 400 && { fontWeight: Math.round(weight / 100) * 100 }),
    ...((fontStyle === 'italic' || fontStyle === 'oblique') && { fontStyle: 'italic' as const }),
  };
}
