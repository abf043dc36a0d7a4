/** What a document must print, as `expected.py` works it out, beside what it does. */
import type { Reading } from './read-lines.ts';

export interface Expected extends Reading {
  /** How many pages. */
  readonly pages: number;
  /** The first and the last lines of each page. */
  readonly head: readonly (readonly string[])[];
  readonly foot: readonly (readonly string[])[];
  /** All other lines of all pages. One may go on in the next ones of the page. */
  readonly lines: readonly string[];
  /** Scripts without spaces: only letters count. */
  readonly spaceless: boolean;
}

/**
 * Compares the lines of pages with what is expected, word by word. An expected line begins where a printed
 * one begins, and ends where one ends.
 *
 * @returns what differs first, or null
 */
export function findDifference(printed: readonly (readonly string[])[], expected: Expected): string | null {
  const { spaceless } = expected;
  if (printed.length !== expected.pages) return `${printed.length} pages, in place of ${expected.pages}`;
  const body: string[] = [];
  for (const [index, page] of printed.entries()) {
    const rest = page.map((line) => normalise(line, spaceless));
    for (const [edge, take] of [
      ['head', () => rest.shift()],
      ['foot', () => rest.pop()],
    ] as const) {
      const lines = expected[edge][index] ?? [];
      for (const line of edge === 'foot' ? lines.toReversed() : lines) {
        const found = take();
        if (found !== normalise(line, spaceless))
          return `page ${index + 1} has ${quote(found)} at its ${edge}, in place of ${quote(line)}`;
      }
    }
    body.push(...rest);
  }
  return compareLines(body, expected.lines, spaceless);
}

function compareLines(
  printed: readonly string[],
  expected: readonly string[],
  spaceless: boolean,
): string | null {
  const rest = printed.values();
  for (const line of expected) {
    const wanted = normalise(line, spaceless);
    let found = rest.next().value;
    while (found !== undefined && found !== wanted && wanted.startsWith(found)) {
      const next = rest.next().value;
      if (next === undefined) break;
      // A line may break after a hyphen.
      const isHyphenated = /[-–—/]$/u.test(found) && wanted.startsWith(found + next);
      found += (spaceless || isHyphenated ? '' : ' ') + next;
    }
    if (found !== wanted) return `${quote(found)} in place of ${quote(wanted)}`;
  }
  const left = rest.next().value;
  return left === undefined ? null : `${quote(left)} after all lines`;
}

/** Marks of direction and soft hyphens are not printed; spaces of all kinds are spaces. */
const invisible = /[\u00ad\u061c\u200b-\u200f\u2060\u2066-\u2069\ufeff]/gu;

function normalise(line: string, spaceless: boolean): string {
  const visible = line.normalize('NFC').replaceAll(invisible, '');
  return spaceless ? visible.replaceAll(/\s+/gu, '') : visible.replaceAll(/\s+/gu, ' ').trim();
}

function quote(line: string | undefined): string {
  return line === undefined ? 'nothing' : `“${line}”`;
}
