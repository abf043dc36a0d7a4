import { previewWords } from '../../words/previews.ts';
import { readList } from '../../../../../src/common/values/lists.ts';

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

/** The number of entries that are named. */
const shownEntries = 3;

/**
 * How many entries a value holds, and the first ones by their first text that is not empty.
 *
 * @param fields the names of the list's fields
 * @returns null for what a table with these fields cannot show
 */
export function describeEntries(value: string, fields: readonly string[]): string | null {
  if (value === '') return '';
  const list = readList(value);
  if (list === null || !list.every((entry) => isEntry(entry, fields))) return null;
  const names = list
    .slice(0, shownEntries)
    .map((entry) => Object.values(entry).find((text) => text !== ''))
    .filter((name) => name !== undefined);
  return previewWords.list.summary(list.length, names);
}

/** Whether it has texts alone, under the names of fields. */
function isEntry(entry: unknown, fields: readonly string[]): entry is Readonly<Record<string, string>> {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return false;
  return Object.entries(entry).every(([name, text]) => typeof text === 'string' && fields.includes(name));
}
