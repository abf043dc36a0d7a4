import type { TemplateElement } from '../../../generated/template.ts';

type TextElement = Extract<TemplateElement, { readonly type: 'text' }>;

/** The width and height of a box. */
export interface Sides {
  readonly width: number;
  readonly height: number;
}

/** Characters that a line of wrapped text has room for, so that few words are longer than a line. */
const minLineCharacters = 9;
/** The width of a character, in font sizes: that of wide letters. */
const characterWidth = 0.6;
/** What of an area breaks of lines leave empty. */
const filledShare = 0.9;
/** Steps of the search. */
const step = 0.97;

/**
 * The largest factor for the type of a text that may shrink: by the area of its box, with as many lines as
 * before. It fits texts that do not fill their box.
 */
export function hopefulType(
  { lineHeight = 1.2 }: Pick<TextElement, 'lineHeight'>,
  fontSize: number,
  from: Sides,
  to: Sides,
): number {
  const area = Math.sqrt((to.width / from.width) * (to.height / from.height));
  const lines = Math.max(1, Math.floor(from.height / (fontSize * lineHeight) + 0.05));
  return Math.min(area, to.height / (lines * fontSize * lineHeight));
}

/**
 * The factor by which the type of a text is multiplied in another box, so that as many characters fit as
 * before: as large as possible, at most `max`.
 *
 * @param fontSize of the text, the largest of its runs
 */
export function fitType(
  { lineHeight = 1.2, wrap = true }: Pick<TextElement, 'lineHeight' | 'wrap'>,
  fontSize: number,
  from: Sides,
  to: Sides,
  max: number,
): number {
  const whole = Math.min(to.width / from.width, to.height / from.height);
  if (wrap === false) return Math.min(whole, max);
  const line = fontSize * lineHeight;
  const linesBefore = Math.max(1, Math.floor(from.height / line + 0.05));
  const charactersBefore = linesBefore * (from.width / fontSize);
  const longestWord = Math.min(minLineCharacters * characterWidth, from.width / fontSize);
  for (let factor = max; factor > whole; factor *= step) {
    const lines = Math.floor(to.height / (line * factor) + 0.05);
    const lineWidth = to.width / (fontSize * factor);
    const isWide = lineWidth >= longestWord;
    if (isWide && lines >= 1 && lines * lineWidth * filledShare >= charactersBefore) return factor;
  }
  return Math.min(whole, max);
}

/** The largest size of type that a text has. */
export function largestType({ fontSize, runs = [] }: TextElement, fallback: number): number | null {
  const sizes = [fontSize ?? fallback, ...runs.map((run) => run.fontSize ?? fontSize ?? fallback)];
  return sizes.every((size) => typeof size === 'number') ? Math.max(...sizes) : null;
}
