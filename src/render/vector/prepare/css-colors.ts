import { color as parseColor, serializeRGB } from '@csstools/css-color-parser';
import { parseComponentValue } from '@csstools/css-parser-algorithms';
import { tokenize } from '@csstools/css-tokenizer';

/** With parentheses inside each other twice, and no longer than a person writes. */
const COLOR =
  /(?<![\w-])(?:oklch|oklab|lch|lab|color|color-mix)\((?:[^(){};"<>]|\((?:[^(){};"<>]|\([^(){};"<>]{0,99}\)){0,99}\)){0,200}\)/giu;

/**
 * Replaces the colours of CSS Color 4 and 5 that the SVG decoder does not know by `rgb()`, clipped to sRGB as
 * browsers do. Those that do not mean the same everywhere, with `currentColor`, are left.
 */
export function convertColors(css: string): string {
  return css.replaceAll(COLOR, (text) => {
    const value = parseComponentValue(tokenize({ css: text }));
    const parsed = value === undefined ? false : parseColor(value);
    return parsed === false || typeof parsed.alpha !== 'number'
      ? text
      : serializeRGB(parsed, false).toString();
  });
}
