/** PostScript's names of fonts: `MyriadPro-BoldIt`, `ArialMT`, `Arial-BoldItalicMT`. */

/** Weights by the words for them, the longer ones first. */
const weights: readonly (readonly [RegExp, number])[] = [
  [/extra ?light|ultra ?light/iu, 200],
  [/semi ?bold|demi ?bold|\bdemi|\bsb\b/iu, 600],
  [/extra ?bold|ultra ?bold/iu, 800],
  [/thin|hairline/iu, 100],
  [/light/iu, 300],
  [/medium/iu, 500],
  [/black|heavy/iu, 900],
  [/bold/iu, 700],
];

/** The family, weight and slope that a name says. */
export function readFontName(name: string): {
  readonly family: string;
  readonly weight: number;
  readonly isItalic: boolean;
} {
  // Photoshop writes the first name for its own default font.
  const clean = name
    .replace(/^AdobeInvisFont/u, 'MyriadPro-Regular')
    .replace(/^[\s'"]+|[\s'"\0]+$/gu, '')
    .slice(0, 200);
  const [base = '', ...rest] = clean.split('-');
  const style = rest.join('-');
  const family = base
    .replace(/(?:PSMT|PS|MT)$/u, '')
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .trim();
  return {
    family,
    weight: weights.find(([words]) => words.test(style))?.[1] ?? 400,
    isItalic: /ital|obli|slant|it$|it(?=mt$)/iu.test(style),
  };
}
