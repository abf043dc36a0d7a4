/** The heights of bars and of the text around them, in modules. */
import type { Bar, EncodedCode } from './encode-code.ts';

/** Font size divided by the module width. A digit then fits the seven modules of an EAN character. */
export const TEXT_MODULES = 10;
/** Height of Inter's digits, and the line height, both divided by the font size. */
const DIGIT_HEIGHT = 0.73;
export const LINE_HEIGHT = 1.2;
/** The font size of the line above the bars (ISBN), divided by the module width. */
export const TOP_TEXT_MODULES = 8;

type LinearCode = EncodedCode & { readonly kind: 'bars' };

/** From the lowest level to the highest. */
export interface Extent {
  readonly top: number;
  readonly bottom: number;
}

/** The levels of the bars. */
export function barExtent(bars: readonly Bar[]): Extent {
  return { top: Math.max(...bars.map((bar) => bar.top)), bottom: Math.min(...bars.map((bar) => bar.bottom)) };
}

/** The levels of the bars and of the digits between them. */
export function digitExtent({ bars, digits }: LinearCode): Extent {
  const extent = barExtent(bars);
  const reach = (TEXT_MODULES * DIGIT_HEIGHT) / 2;
  return {
    top: Math.max(extent.top, ...digits.map(({ middle }) => middle + reach)),
    bottom: Math.min(extent.bottom, ...digits.map(({ middle }) => middle - reach)),
  };
}

/** The height of a code with its text, in modules, as its standard or its encoder has it. */
export function barsHeight(code: LinearCode, showText: boolean): number {
  const { top, bottom } = showText && code.digits.length > 0 ? digitExtent(code) : barExtent(code.bars);
  const line = showText && code.line !== '' ? TEXT_MODULES * LINE_HEIGHT : 0;
  const above = showText && code.topLine !== '' ? TOP_TEXT_MODULES * LINE_HEIGHT : 0;
  return top - bottom + line + above;
}
