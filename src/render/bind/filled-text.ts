/** Texts with values, and the parts of them that no line may divide. */
import { transformRuns, type TextTransform } from '../../common/text/text-transform.ts';
import type { TextRange } from '../scene/text.ts';

/** A text whose placeholders are filled. */
export interface FilledText {
  readonly text: string;
  /** Amounts, dates and the like: in order, apart from each other. */
  readonly unbroken: readonly TextRange[];
}

/** A text of which nothing is held together. */
export function plainFilled(text: string): FilledText {
  return { text, unbroken: [] };
}

/** A text that is one word. */
export function wholeFilled(text: string): FilledText {
  return { text, unbroken: text !== '' ? [{ start: 0, end: text.length }] : [] };
}

/** Joins texts. */
export function joinFilled(parts: readonly FilledText[]): FilledText {
  const [only, ...others] = parts;
  if (only !== undefined && others.length === 0) return only;
  let text = '';
  const unbroken: TextRange[] = [];
  for (const part of parts) {
    const { length } = text;
    for (const { start, end } of part.unbroken) unbroken.push({ start: length + start, end: length + end });
    text += part.text;
  }
  return { text, unbroken };
}

/**
 * Finds the texts that formats have made in a text that was put together of them.
 *
 * @param formatted in the order in which they were made, which is mostly that of the text
 * @param onSearch is called for each search that begins again
 */
export function findFormatted(
  text: string,
  formatted: readonly string[],
  onSearch: () => void = () => undefined,
): FilledText {
  const found: TextRange[] = [];
  let from = 0;
  for (const word of formatted) {
    if (word === '') continue;
    let start = text.indexOf(word, from);
    if (start === -1) {
      onSearch();
      start = text.indexOf(word);
    }
    if (start === -1) continue;
    from = start + word.length;
    found.push({ start, end: from });
  }
  return { text, unbroken: mergeRanges(found) };
}

/** Ranges in order, with one in place of those that overlap. */
function mergeRanges(ranges: TextRange[]): TextRange[] {
  const merged: TextRange[] = [];
  for (const range of ranges.sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last === undefined || range.start >= last.end) merged.push(range);
    else merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, range.end) };
  }
  return merged;
}

/** As `transformRuns`: changes the case of texts, which are one text in runs. */
export function transformFilled(
  texts: readonly FilledText[],
  transform: TextTransform,
  language: string | null,
): FilledText[] {
  if (transform === 'none') return [...texts];
  const parts = texts.map(splitAtRanges);
  const changed = transformRuns(
    parts.flatMap((each) => each.map(({ text }) => text)),
    transform,
    language,
  );
  let next = 0;
  return parts.map((each) =>
    joinFilled(
      each.map(({ isUnbroken }) => {
        const text = changed[next++] ?? '';
        return isUnbroken ? wholeFilled(text) : plainFilled(text);
      }),
    ),
  );
}

function splitAtRanges({ text, unbroken }: FilledText): { text: string; isUnbroken: boolean }[] {
  const parts: { text: string; isUnbroken: boolean }[] = [];
  let at = 0;
  for (const { start, end } of unbroken) {
    if (start > at) parts.push({ text: text.slice(at, start), isUnbroken: false });
    parts.push({ text: text.slice(start, end), isUnbroken: true });
    at = end;
  }
  if (at < text.length || parts.length === 0) parts.push({ text: text.slice(at), isUnbroken: false });
  return parts;
}
