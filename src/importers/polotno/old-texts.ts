/** Texts as Polotno set them until 2021. */
import type { PolotnoText } from '../../../generated/designs/polotno.ts';

/** Keys that stores have always saved, so that a text without them was written by hand. */
const oldKeys = ['fontWeight', 'letterSpacing', 'placeholder', 'strokeWidth', 'textDecoration'] as const;

/** Whether a store of before `verticalAlign` has saved a text. */
export function isOldText(text: PolotnoText): boolean {
  return text.verticalAlign === undefined && oldKeys.every((key) => text[key] !== undefined);
}

/** Spaces at the ends of an old text are part of its line: it is centred with them. */
export function textWithSpaces(text: string): string {
  return text.replaceAll(/^ +| +$/gmu, (spaces) => '\u00A0'.repeat(spaces.length));
}
