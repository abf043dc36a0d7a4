/** Parts of a text that no line divides: amounts, dates and the like. */
import type { FontFace } from '../../fonts/font-face.ts';
import type { SceneTextRun, TextRange } from '../../scene/text.ts';
import { HELD } from './break-opportunities.ts';
import { splitLigatures } from './missing-glyphs.ts';

/** The text of a run as fonts can draw it, and its parts that are held together. */
export function writeRun(
  { text, unbroken = [] }: SceneTextRun,
  named: readonly FontFace[],
): { readonly text: string; readonly unbroken: readonly TextRange[] } {
  // Fonts have no glyphs for unpaired surrogates.
  const write = (part: string) => splitLigatures(part.toWellFormed(), named);
  if (unbroken.length === 0) return { text: write(text), unbroken };
  const whole = write(text);
  if (whole === text) return { text, unbroken };
  let written = '';
  let at = 0;
  const ranges = unbroken.map(({ start, end }) => {
    written += write(text.slice(at, start));
    const from = written.length;
    written += write(text.slice(start, end));
    at = end;
    return { start: from, end: written.length };
  });
  return { text: written + write(text.slice(at)), unbroken: ranges };
}

const codes = new Set(Intl.supportedValuesOf('currency'));
/** Signs, and what opens: they stand before an amount without a space. */
const signsBefore = /[-\u2212\u2010\u2011+\u00b1~\u2248(\p{Ps}\p{Pi}]+$/u;
/** Signs that stand between two amounts as well, as in `5-10`. */
const signsBetween = /[-\u2212\u2010\u2011+]/u;
/** What closes, and per cent. */
const signsAfter = /^[\p{Pe}\p{Pf}.,;:!?\u2026%\u2030]+/u;
const space = String.raw`[ \u00a0\u2007\u2009\u202f]?`;
const currencyBefore = new RegExp(String.raw`(?:\p{Sc}|(?<![\p{L}\p{N}])([A-Z]{3}))${space}$`, 'u');
const currencyAfter = new RegExp(String.raw`^${space}(?:\p{Sc}|[%\u2030]|([A-Z]{3})(?![\p{L}\p{N}]))`, 'u');
/** The longest match of these. */
const maxAround = 8;

/**
 * Adds to amounts what belongs to them: a sign and a currency before or after. Both may be literal text of
 * the template, or of another run. A sign after a letter or a digit stays with these: at the start of a line
 * it would be a minus.
 */
export function extendUnbroken(text: string, ranges: readonly TextRange[]): TextRange[] {
  let last = 0;
  return ranges.flatMap((range, index) => {
    let { start, end } = range;
    const next = ranges[index + 1]?.start ?? text.length;
    const before = () => text.slice(Math.max(last, start - maxAround), start);
    const after = () => text.slice(end, Math.min(next, end + maxAround));
    const joints: TextRange[] = [];
    const takeSigns = () => {
      const first = start - getLength(signsBefore.exec(before()));
      const isBetween = first < start && signsBetween.test(text.charAt(first)) && isInWord(text, first);
      if (isBetween) joints.push({ start: first - 1, end: first + 1 });
      start = isBetween ? first + 1 : first;
    };
    if (/\p{N}/u.test(text.slice(start, end))) {
      takeSigns();
      const [leading = '', leadingCode] = currencyBefore.exec(before()) ?? [];
      if (leadingCode === undefined || codes.has(leadingCode)) start -= leading.length;
      const [trailing = '', trailingCode] = currencyAfter.exec(after()) ?? [];
      if (trailingCode === undefined || codes.has(trailingCode)) end += trailing.length;
    }
    if (joints.length === 0) takeSigns();
    end += getLength(signsAfter.exec(after()));
    last = end;
    return [...joints, { start, end }];
  });
}

/** Whether a letter, a digit or what closes stands before a place: no currency, unless it has an amount. */
function isInWord(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - maxAround), at);
  const [currency, code] = currencyBefore.exec(before) ?? [];
  const isCurrency = currency !== undefined && (code === undefined || codes.has(code));
  return isCurrency
    ? /\p{N}[ \u00a0\u202f]?$/u.test(before.slice(0, -currency.length))
    : /[\p{L}\p{N}\p{Pe}%]$/u.test(before);
}

function getLength(match: readonly string[] | null): number {
  return match?.[0]?.length ?? 0;
}

/** Marks the places inside of these ranges, which are of the whole text. The paragraph begins at `offset`. */
export function holdUnbroken(opportunities: Uint8Array, ranges: readonly TextRange[], offset: number): void {
  const { length } = opportunities;
  for (const { start, end } of ranges) {
    const from = Math.max(0, start - offset) + 1;
    const to = Math.min(length - 1, end - offset);
    if (from < to) opportunities.fill(HELD, from, to);
  }
}
