import { previewWords } from '../../words/previews.ts';
import { readList } from '../../../../../src/domain/variables/lists.ts';

/** Entries of a list while they are edited. */
export type Entries = readonly Readonly<Record<string, string>>[];

/** The entries that a value holds, which is JSON. What is no entry is empty. */
export function readEntries(value: string | undefined): Entries {
  return (readList(value ?? '') ?? []).map((entry) => {
    if (typeof entry !== 'object' || entry === null) return {};
    const fields = Object.entries(entry).filter(
      (each): each is [string, string] => typeof each[1] === 'string',
    );
    return Object.fromEntries(fields);
  });
}

/** The value that holds the entries; the empty string for none. */
export function writeEntries(entries: Entries): string {
  return entries.length === 0 ? '' : JSON.stringify(entries);
}

/** So many entries are named. */
const shownEntries = 3;

/** How many entries a value holds, and the first ones by their first field; null: it is no list of texts. */
export function describeEntries(value: string): string | null {
  if (value === '') return '';
  const list = readList(value);
  const entries = readEntries(value);
  const isText = (entry: unknown) =>
    typeof entry === 'object' &&
    entry !== null &&
    Object.values(entry).every((each) => typeof each === 'string');
  if (list === null || !list.every(isText)) return null;
  const names = entries
    .slice(0, shownEntries)
    .map((entry) => Object.values(entry).find((text) => text !== ''));
  return previewWords.list.summary(
    entries.length,
    names.filter((name) => name !== undefined),
  );
}
