import { patternWords as words } from '../../words/patterns.ts';

/** A pattern in plain words, and a value that has it. */
interface DescribedPattern {
  readonly words: string;
  readonly example: string;
}

type Kind = keyof typeof words.kinds;

interface Part {
  /** A kind of character, or the characters themselves. */
  readonly of: { readonly kind: Kind } | { readonly text: string };
  readonly least: number;
  readonly most: number;
}

/** Character classes that have a name, by how they are written without their brackets, sorted. */
const classes: Readonly<Record<string, Kind>> = {
  '0-9': 'digit',
  '\\d': 'digit',
  'A-Z': 'capital',
  'a-z': 'small',
  'A-Z,a-z': 'letter',
  '0-9,A-Z': 'capitalOrDigit',
  'A-Z,\\d': 'capitalOrDigit',
  '0-9,a-z': 'smallOrDigit',
  '\\d,a-z': 'smallOrDigit',
  '0-9,A-Z,a-z': 'letterOrDigit',
  'A-Z,\\d,a-z': 'letterOrDigit',
};

const samples: Readonly<Record<Kind, string>> = {
  digit: '1234567890',
  capital: 'ABCDEFGHIJ',
  small: 'abcdefghij',
  letter: 'Abcdefghij',
  capitalOrDigit: 'A1B2C3D4E5',
  smallOrDigit: 'a1b2c3d4e5',
  letterOrDigit: 'A1b2C3d4E5',
  any: 'abcdefghij',
  space: ' ',
};

/** Describes a pattern of letters, digits and signs one after the other; null for any other one. */
export function describePattern(pattern: string): DescribedPattern | null {
  const parts = readParts(pattern);
  if (parts === null || parts.length === 0) return null;
  return {
    words: words.sentence(parts.map(describePart)),
    example: parts.map(sampleOf).join(''),
  };
}

const atom = /(?:\[([^\]^]+)\]|\\([dsw])|\\([^a-zA-Z0-9])|(\.)|([^\\[\](){}.*+?|^$]))/uy;
const quantity = /(?:\{(\d{1,3})(?:(,)(\d{0,3}))?\}|([?*+]))/uy;

function readParts(pattern: string): Part[] | null {
  // The whole value has to match: anchors change nothing.
  const inner = pattern.replace(/^\^/u, '').replace(/(?<!\\)\$$/u, '');
  const parts: Part[] = [];
  for (let at = 0; at < inner.length;) {
    atom.lastIndex = at;
    const found = atom.exec(inner);
    if (found === null) return null;
    const of = readAtom(found);
    if (of === null) return null;
    quantity.lastIndex = atom.lastIndex;
    const times = quantity.exec(inner);
    at = times === null ? atom.lastIndex : quantity.lastIndex;
    const [least, most] = readTimes(times);
    // A lazy or possessive quantifier, or one of a quantifier.
    if (times !== null && /[?*+{]/u.test(inner[at] ?? '')) return null;
    const last = parts.at(-1);
    const isText = 'text' in of && least === 1 && most === 1;
    if (isText && last !== undefined && 'text' in last.of && last.least === 1 && last.most === 1)
      parts[parts.length - 1] = { of: { text: last.of.text + of.text }, least: 1, most: 1 };
    else parts.push({ of, least, most });
  }
  return parts;
}

function readAtom([, inClass, escaped, sign, dot, character]: RegExpExecArray): Part['of'] | null {
  if (inClass !== undefined) {
    const items = inClass.match(/\\d|.-.|./gu) ?? [];
    const kind = classes[items.toSorted().join(',')];
    return kind === undefined ? null : { kind };
  }
  if (escaped === 'd') return { kind: 'digit' };
  if (escaped === 's') return { kind: 'space' };
  if (escaped !== undefined) return null;
  if (dot !== undefined) return { kind: 'any' };
  return { text: sign ?? character ?? '' };
}

function readTimes(times: RegExpExecArray | null): readonly [least: number, most: number] {
  if (times === null) return [1, 1];
  const [, from, comma, to, sign] = times;
  if (sign === '?') return [0, 1];
  if (sign !== undefined) return [sign === '+' ? 1 : 0, Infinity];
  const least = Number(from);
  return [least, comma === undefined ? least : to === '' || to === undefined ? Infinity : Number(to)];
}

function describePart({ of, least, most }: Part): string {
  const names = 'kind' in of ? words.kinds[of.kind] : nameOfText(of.text);
  if (least === 0 && most === 1) return words.optional(oneOf(of, names));
  if (least === most) return least === 1 ? oneOf(of, names) : words.exactly(names, least);
  return most === Infinity ? words.atLeast(names, least) : words.between(names, least, most);
}

function oneOf(of: Part['of'], names: readonly [string, string]): string {
  const isQuoted = 'text' in of && !(of.text in words.signs);
  return isQuoted ? words.quoted(of.text) : words.exactly(names, 1);
}

function nameOfText(text: string): readonly [string, string] {
  const name = (words.signs as Readonly<Record<string, string>>)[text] ?? words.quoted(text);
  return [name, text in words.signs ? `${name}s` : name];
}

function sampleOf({ of, least, most }: Part): string {
  const count = least === 0 ? Math.min(1, most) : least;
  if ('text' in of) return of.text.repeat(count);
  const sample = samples[of.kind];
  return sample.repeat(Math.ceil(count / sample.length)).slice(0, count);
}
