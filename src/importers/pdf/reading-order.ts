/** Letters from left to right as text in the order in which it is read. */
import type { TextRun } from './text-line.ts';

const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
const digit = /\p{N}/u;
const letter = /\p{L}/u;

/** The runs of a line, and whether it is read from right to left. */
export interface OrderedRuns {
  readonly runs: readonly TextRun[];
  readonly isRtl: boolean;
}

interface Part {
  readonly text: string;
  readonly run: TextRun;
  /** Of its letters; null for signs and spaces. */
  readonly isRtl: boolean | null;
}

/** Whether a text has letters that are written from right to left. */
export function hasRtl(runs: readonly TextRun[]): boolean {
  return runs.some(({ parts }) => parts.some((part) => rightToLeft.test(part)));
}

/**
 * The runs in the order in which they are read (the reverse of UAX #9, L2): a line has the direction of most
 * of its letters, and what has the other one is turned within it.
 */
export function readingOrder(runs: readonly TextRun[]): OrderedRuns {
  if (!hasRtl(runs)) return { runs, isRtl: false };
  const parts: Part[] = runs.flatMap((run) =>
    run.parts.map((text, at) => ({ text, run, isRtl: directionOf(text, run.parts, at) })),
  );
  const letters = parts.filter(({ text }) => letter.test(text));
  const isRtl = letters.filter((part) => part.isRtl === true).length * 2 >= letters.length;
  const ordered = isRtl ? parts.toReversed() : parts;
  return { runs: join(turn(ordered, !isRtl)), isRtl };
}

/** Numbers, and signs that belong to one beside them, are read from left to right. */
function directionOf(text: string, parts: readonly string[], at: number): boolean | null {
  if (digit.test(text)) return false;
  if (letter.test(text)) return rightToLeft.test(text);
  const beside = [parts[at - 1] ?? '', parts[at + 1] ?? ''];
  if (/[%\p{Sc}]/u.test(text) && beside.some((each) => digit.test(each))) return false;
  return /[-+.,:/]/u.test(text) && beside.every((each) => digit.test(each)) ? false : null;
}

/** Turns each stretch of letters with a direction, with the signs between them. */
function turn(parts: readonly Part[], direction: boolean): Part[] {
  const turned: Part[] = [];
  for (let at = 0; at < parts.length;) {
    let end = at;
    for (let next = at; next < parts.length && parts[next]?.isRtl !== !direction; next += 1)
      if (parts[next]?.isRtl === direction) end = next + 1;
    const first = parts[at];
    if (first !== undefined && (first.isRtl !== direction || end === at)) {
      turned.push(first);
      at += 1;
      continue;
    }
    // Between numbers alone, signs have the direction of the line.
    const hasLetter = parts.slice(at, end).some(({ text }) => letter.test(text));
    if (!hasLetter) end = endOfNumber(parts, at);
    turned.push(...parts.slice(at, end).toReversed());
    at = end;
  }
  return turned;
}

function endOfNumber(parts: readonly Part[], start: number): number {
  let end = start;
  while (parts[end] !== undefined && parts[end]?.isRtl !== null) end += 1;
  return end;
}

function join(parts: readonly Part[]): TextRun[] {
  const runs: TextRun[] = [];
  for (const { text, run } of parts) {
    const last = runs.at(-1);
    if (last !== undefined && last.key === run.key && last.raised === run.raised) last.parts.push(text);
    else runs.push({ ...run, parts: [text] });
  }
  return runs;
}
