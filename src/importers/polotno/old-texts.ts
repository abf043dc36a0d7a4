/** Texts as Polotno set them until 2021. */
import type { TextElement } from '../../../generated/template.ts';
import type { PolotnoText } from '../../../generated/designs/polotno.ts';
import { rounded, type DesignBox } from '../boxes.ts';
import type { TemplateBuilder } from '../builder.ts';

/** Keys that stores have always saved, so that a text without them was written by hand. */
const oldKeys = ['fontWeight', 'letterSpacing', 'placeholder', 'strokeWidth', 'textDecoration'] as const;

/** Whether a store of before `verticalAlign` has saved a text. */
export function isOldText(text: PolotnoText): boolean {
  return text.verticalAlign === undefined && oldKeys.every((key) => text[key] !== undefined);
}

/**
 * The place of an old text. Its lines have the middle of the em box in their middle, where those of today
 * have the middle between ascent and descent.
 */
export function placeOfOldText(
  { x, y, rotation = 0 }: DesignBox,
  { fontFamily = '', fontWeight = 400, fontStyle = 'normal', fontSize = 14, lineHeight = 1.2 }: TextElement,
  { fonts }: TemplateBuilder,
): { readonly x: number; readonly y: number } {
  const face = { fontFamily, fontWeight, fontStyle };
  const size = Number(fontSize);
  const baseline = size * (lineHeight / 2 + fonts.metrics(face).emMiddle);
  const down = baseline - fonts.baseline({ ...face, fontSize: size, lineHeight });
  const angle = (rotation * Math.PI) / 180;
  return { x: rounded(x - down * Math.sin(angle)), y: rounded(y + down * Math.cos(angle)) };
}

/** Spaces at the ends of an old text are part of its line: it is centred with them. */
export function textWithSpaces(text: string): string {
  return text.replaceAll(/^ +| +$/gmu, (spaces) => '\u00A0'.repeat(spaces.length));
}
