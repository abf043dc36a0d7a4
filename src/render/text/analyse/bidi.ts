import bidiFactory from 'bidi-js';
import type { Bidi } from 'bidi-js';

// The package's types declare a default export, but it is CommonJS and exports the factory itself.
const bidi = (bidiFactory as unknown as () => Bidi)();
/** Right-to-left characters and direction controls; a left-to-right text without them needs no reordering. */
const needsBidi = new RegExp(
  String.raw`[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc` +
    String.raw`\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]`,
  'u',
);

/**
 * The library's time grows with the square of the text: of isolates, of digits without a letter before them
 * (200,000 characters take 20 s). So a longer paragraph is analysed in pieces of this length. An embedding
 * that is longer ends with its piece.
 */
const maxPieceLength = 2_000;
const ascii = /^[\0-\x7f]*$/;
/** Separators of paragraphs and segments (classes B and S); mandatory breaks are not in a paragraph. */
const separators = /[\t\x1c-\x1f]/g;

/** The embedding level of each UTF-16 unit (UAX #9); null if the whole text is left to right. */
export function embeddingLevels(text: string, baseLevel: 0 | 1): Uint8Array | null {
  if (baseLevel === 0 && !needsBidi.test(text)) return null;
  const direction = baseLevel === 1 ? 'rtl' : 'ltr';
  const spaced = replaceAstral(text.replace(separators, ' '));
  const levels = new Uint8Array(text.length);
  for (let start = 0; start < text.length;) {
    const piece = spaced.slice(start, start + maxPieceLength);
    const own = bidi.getEmbeddingLevels(piece, direction).levels;
    const isLast = start + piece.length === text.length;
    const length = isLast ? piece.length : findCut(piece, own, baseLevel);
    levels.set(own.subarray(0, length), start);
    start += length;
  }
  return levels;
}

/** Characters of the Basic Multilingual Plane by their bidirectional class. */
const standIns: Readonly<Record<string, string>> = {
  R: '\u05d0',
  AL: '\u0627',
  AN: '\u0660',
  EN: '0',
  ET: '$',
  NSM: '\u0300',
  ON: '\u2603',
  BN: '\u00ad',
};

/**
 * The library reads UTF-16 units, so to it each character beyond U+FFFF, such as a letter of Adlam or an
 * emoji, is left to right. Two characters of the same class stand in for each.
 */
function replaceAstral(text: string): string {
  return text.replace(/[\u{10000}-\u{10ffff}]/gu, (character) => {
    const standIn = standIns[bidi.getBidiCharTypeName(character)];
    return standIn === undefined ? character : standIn + standIn;
  });
}

/** After the last space between words in the paragraph's direction: there the rest starts as a paragraph. */
function findCut(piece: string, levels: Uint8Array, baseLevel: 0 | 1): number {
  for (let at = piece.length - 2; at > piece.length / 2; at--) {
    if (piece.charAt(at) === ' ' && levels.subarray(at - 1, at + 2).every((level) => level === baseLevel))
      return at + 1;
  }
  return piece.length;
}

/** The direction of each character that has one of its own; null: a digit, a sign or a mark. */
export function strongDirections(text: string): ('ltr' | 'rtl' | null)[] {
  return Array.from(text, (character) => {
    const type = bidi.getBidiCharTypeName(character);
    if (type === 'L') return 'ltr';
    return type === 'R' || type === 'AL' ? 'rtl' : null;
  });
}

/** The level of the first strong character outside isolates (UAX #9, P2 and P3); null if there is none. */
export function firstStrongLevel(text: string): 0 | 1 | null {
  if (ascii.test(text)) return /[A-Za-z]/.test(text) ? 0 : null;
  let isolates = 0;
  for (const character of text) {
    const type = bidi.getBidiCharTypeName(character);
    if (type === 'LRI' || type === 'RLI' || type === 'FSI') isolates++;
    else if (type === 'PDI') isolates = Math.max(0, isolates - 1);
    else if (isolates === 0 && type === 'L') return 0;
    else if (isolates === 0 && (type === 'R' || type === 'AL')) return 1;
  }
  return null;
}

/**
 * The level of a paragraph in surroundings with a direction: theirs, unless all of its letters have the other
 * one. Signs at the ends of such a paragraph would be moved to its other end.
 */
export function levelWithin(text: string, around: 0 | 1): 0 | 1 {
  const first = firstStrongLevel(text);
  if (first === null || first === around) return around;
  return hasLetterOf(text, around) ? around : first;
}

/** Whether a letter of this direction is in a text. */
function hasLetterOf(text: string, level: 0 | 1): boolean {
  for (const character of text) {
    const type = bidi.getBidiCharTypeName(character);
    if (level === 0 ? type === 'L' : type === 'R' || type === 'AL') return true;
  }
  return false;
}

/**
 * Orders the parts of a line visually, from left to right (UAX #9, L2): from the highest level down to the
 * lowest odd level, every sequence of that level or higher is reversed.
 */
export function orderVisually<Part>(parts: readonly Part[], levelOf: (part: Part) => number): Part[] {
  const ordered = [...parts];
  if (ordered.length < 2) return ordered;
  const levels = ordered.map(levelOf);
  let highest = 0;
  let lowestOdd = Infinity;
  for (const level of levels) {
    highest = Math.max(highest, level);
    if (level % 2 === 1) lowestOdd = Math.min(lowestOdd, level);
  }
  for (let level = highest; level >= lowestOdd; level--) {
    for (let start = 0; start < ordered.length; start++) {
      if ((levels[start] ?? 0) < level) continue;
      let end = start;
      while (end < ordered.length && (levels[end] ?? 0) >= level) end++;
      reverseRange(ordered, start, end);
      reverseRange(levels, start, end);
      start = end;
    }
  }
  return ordered;
}

function reverseRange<Item>(items: Item[], start: number, end: number): void {
  for (let low = start, high = end - 1; low < high; low++, high--) {
    [items[low], items[high]] = [items[high] as Item, items[low] as Item];
  }
}
