/** Styles by character. */
import type { FabricObject } from '../../../generated/designs/fabric.ts';

/** The keys of one character. */
export type CharacterStyle = Pick<
  FabricObject,
  | 'fill'
  | 'stroke'
  | 'strokeWidth'
  | 'fontFamily'
  | 'fontSize'
  | 'fontWeight'
  | 'fontStyle'
  | 'underline'
  | 'overline'
  | 'linethrough'
  | 'textBackgroundColor'
> & { readonly deltaY?: number };

/** A piece of a text with one style. */
export interface StyledPiece {
  readonly text: string;
  readonly style: CharacterStyle;
}

const kinds: Readonly<Record<keyof CharacterStyle, readonly string[]>> = {
  fill: ['string', 'object'],
  stroke: ['string', 'object'],
  strokeWidth: ['number'],
  fontFamily: ['string'],
  fontSize: ['number'],
  fontWeight: ['number', 'string'],
  fontStyle: ['string'],
  underline: ['boolean'],
  overline: ['boolean'],
  linethrough: ['boolean'],
  textBackgroundColor: ['string'],
  deltaY: ['number'],
};

/** The longest text whose characters have styles. */
const maxCharacters = 100_000;

/**
 * The pieces of a text with their styles: an object by lines and characters, or from 5.3 on an array of
 * ranges, which count characters without line feeds. `lose` is called for other keys.
 */
export function styledPieces(
  { text = '', styles }: FabricObject,
  lose: (property: string) => void,
): StyledPiece[] {
  if (styles === undefined || text.length > maxCharacters) return [{ text, style: {} }];
  const styleAt = Array.isArray(styles) ? rangeStyles(styles, lose) : lineStyles(styles, lose);
  const pieces: { text: string; style: CharacterStyle; key: string }[] = [];
  let counted = 0;
  for (const [lineIndex, line] of text.split('\n').entries()) {
    const before = pieces.at(-1);
    if (lineIndex > 0 && before !== undefined) before.text += '\n';
    else if (lineIndex > 0) pieces.push({ text: '\n', style: {}, key: '{}' });
    for (const [index, character] of [...graphemes(line)].entries()) {
      const style = styleAt(lineIndex, index, counted) ?? {};
      counted += 1;
      const key = JSON.stringify(style);
      const last = pieces.at(-1);
      if (last?.key === key) last.text += character;
      else pieces.push({ text: character, style, key });
    }
  }
  return pieces.length === 0 ? [{ text, style: {} }] : pieces;
}

type StyleAt = (line: number, index: number, counted: number) => CharacterStyle | undefined;

function lineStyles(styles: object, lose: (property: string) => void): StyleAt {
  const read = new Map<string, CharacterStyle>();
  for (const [line, ofLine] of Object.entries(styles)) {
    if (typeof ofLine !== 'object' || ofLine === null) continue;
    for (const [index, style] of Object.entries(ofLine as object))
      read.set(`${line} ${index}`, readStyle(style, lose));
  }
  return (line, index) => read.get(`${line} ${index}`);
}

function rangeStyles(styles: readonly unknown[], lose: (property: string) => void): StyleAt {
  const ranges = styles.flatMap((range) => {
    const { start, end, style } = (range ?? {}) as { start?: unknown; end?: unknown; style?: unknown };
    if (typeof start !== 'number' || typeof end !== 'number') return [];
    return [{ start, end, style: readStyle(style, lose) }];
  });
  const inOrder = ranges.toSorted((one, other) => one.start - other.start);
  let at = 0;
  return (_line, _index, counted) => {
    while ((inOrder[at]?.end ?? Infinity) <= counted) at += 1;
    const range = inOrder[at];
    return range !== undefined && range.start <= counted ? range.style : undefined;
  };
}

function readStyle(style: unknown, lose: (property: string) => void): CharacterStyle {
  if (typeof style !== 'object' || style === null) return {};
  const read: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(style)) {
    if (value === null) continue;
    if (Object.hasOwn(kinds, key) && kinds[key as keyof CharacterStyle].includes(typeof value))
      read[key] = value;
    else if (key !== 'textDecorationThickness') lose(key);
  }
  return read;
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

function* graphemes(line: string): Generator<string> {
  for (const { segment } of segmenter.segment(line)) yield segment;
}
