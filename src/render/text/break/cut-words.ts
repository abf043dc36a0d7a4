import { MAY_CUT, MAY_CUT_WITH_HYPHEN } from '../analyse/break-opportunities.ts';
import { roundedLength, type LengthUnit } from '../../../common/lengths/units.ts';
import type { BrokenLine } from './break-lines.ts';

const wordBefore = /[\p{L}\p{M}\p{N}]*$/u;
const wordAfter = /^[\p{L}\p{M}\p{N}]*/u;
/** UTF-16 units of a word that are looked at on either side of a cut. */
const MAX_WORD_PART = 40;

/**
 * The words that lines cut between two letters or digits without a hyphen, because they are wider than the
 * box. Addresses and dates that are cut at their punctuation are not among them, nor is text after which an
 * ellipsis stands.
 */
export function findCutWords(lines: readonly BrokenLine[]): string[] {
  const words: string[] = [];
  let last = { line: -1, wordEnd: 0 };
  for (const [index, { measure, start, isForced }] of lines.entries()) {
    const next = lines[index + 1];
    if (!isForced || next?.measure !== measure) continue;
    const { text, opportunities } = measure.paragraph;
    const cut = next.start;
    const opportunity = opportunities[cut];
    if (opportunity === MAY_CUT || opportunity === MAY_CUT_WITH_HYPHEN) continue;
    const before = wordBefore.exec(text.slice(Math.max(0, cut - MAX_WORD_PART), cut))?.[0] ?? '';
    const after = wordAfter.exec(text.slice(cut, cut + MAX_WORD_PART))?.[0] ?? '';
    if (before === '' || after === '') continue;
    // A word over three lines is one word.
    const isSame = last.line === index - 1 && lines[index - 1]?.measure === measure && start < last.wordEnd;
    if (!isSame) words.push(`${before}${after}`.toWellFormed());
    last = { line: index, wordEnd: cut + after.length };
  }
  return words;
}

/** The detail of the warning about them. */
export function describeCutWords(words: readonly string[], widthPx: number, unit: LengthUnit): string {
  const width = roundedLength(widthPx, unit);
  const more = words.length > 1 ? ` So ${words.length === 2 ? 'is' : 'are'} ${words.length - 1} more.` : '';
  const word = words[0] ?? '';
  return `"${word}" is wider than the box (${width} ${unit}) and was cut between two letters.${more}`;
}
