/**
 * Texts by their characters. Places are counted as CEL's `size()` counts: by code points, where JavaScript
 * has two places for an emoji. What readers see as one character may have several (a flag, a letter with
 * a mark): `slice` and `split` never divide it.
 */
import { ExpressionError } from './expression-error.ts';

/** In these texts, each place is one character. */
const plain = /^[\n\u0020-\u02FF]*$/u;
const beyondBmp = /[\u{10000}-\u{10FFFF}]/u;

let segmenter: Intl.Segmenter | undefined;

/** The characters of a text as readers see them. */
function listCharacters(text: string): string[] {
  if (plain.test(text)) return text.split('');
  segmenter ??= new Intl.Segmenter();
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/**
 * Some characters of a text, from a place to another; negative ones count from its end. A place inside of a
 * character is that behind it, or, counted from the end, before it.
 */
export function sliceText(text: string, from: number, to?: number): string {
  if (plain.test(text)) return text.slice(from, to);
  const characters = listCharacters(text);
  const starts: number[] = [];
  let size = 0;
  for (const character of characters) {
    starts.push(size);
    size += countPlaces(character);
  }
  const find = (place: number): number => {
    if (place < 0)
      return Math.max(
        0,
        starts.findLastIndex((start) => start <= size + place),
      );
    const found = starts.findIndex((start) => start >= place);
    return found === -1 ? characters.length : found;
  };
  return characters.slice(find(from), to === undefined ? undefined : find(to)).join('');
}

/** The parts of a text between separators; with an empty one, its characters. */
export function splitText(text: string, separator: string): string[] {
  return separator === '' ? listCharacters(text) : text.split(separator);
}

/** Another text in each place of a part; for an empty part, before each character and at the end, as CEL. */
export function replaceText(text: string, part: string, other: string): string {
  if (part !== '') return text.replaceAll(part, () => other);
  return [...listCharacters(text).map((character) => other + character), other].join('');
}

/** A text with characters of a filler before it, so that it has at least some. */
export function padText(text: string, length: number, filler: string): string {
  const missing = length - countPlaces(text);
  if (missing <= 0) return text;
  const fillers = listCharacters(filler);
  if (fillers.length === 0) throw new ExpressionError('calls padStart() with an empty text to fill with');
  let added = '';
  for (let at = 0; at < missing; at += 1) added += fillers[at % fillers.length] ?? '';
  return added + text;
}

/** The methods of CEL that count places, for texts where JavaScript counts others. */
const methods: Readonly<Record<string, (text: string, ...given: readonly unknown[]) => unknown>> = {
  substring: (text, start, end) => {
    const characters = [...text];
    const [from, to] = [Number(start), end === undefined ? characters.length : Number(end)];
    if (from >= 0 && from <= to && to <= characters.length) return characters.slice(from, to).join('');
    throw new ExpressionError('calls substring() with a place that the text does not have');
  },
  indexOf: (text, part, from) => toPlace(text, text.indexOf(String(part), toOffset(text, from))),
  lastIndexOf: (text, part, from) =>
    toPlace(text, text.lastIndexOf(String(part), from === undefined ? Infinity : toOffset(text, from))),
  split: (text, separator, max) => {
    const parts = splitText(text, String(separator));
    const limit = max === undefined ? -1 : Number(max);
    if (limit < 0 || parts.length <= limit) return parts;
    return limit === 0 ? [] : [...parts.slice(0, limit - 1), parts.slice(limit - 1).join(String(separator))];
  },
};

/** What a method of a text makes where JavaScript has another result than CEL; undefined elsewhere. */
export function callTextMethod(name: string, text: unknown, given: () => readonly unknown[]): unknown {
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
  if (method === undefined || typeof text !== 'string' || (name !== 'split' && !beyondBmp.test(text)))
    return undefined;
  const parts = given();
  return parts.every((part) => ['string', 'bigint'].includes(typeof part))
    ? method(text, ...parts)
    : undefined;
}

function countPlaces(text: string): number {
  return plain.test(text) ? text.length : Array.from(text).length;
}

/** The offset in JavaScript of a place. */
function toOffset(text: string, place: unknown): number {
  if (place === undefined) return 0;
  const characters = [...text];
  const at = Number(place);
  if (at >= 0 && at < characters.length) return characters.slice(0, at).join('').length;
  throw new ExpressionError('searches from a place that the text does not have');
}

function toPlace(text: string, offset: number): bigint {
  return BigInt(offset === -1 ? -1 : countPlaces(text.slice(0, offset)));
}
