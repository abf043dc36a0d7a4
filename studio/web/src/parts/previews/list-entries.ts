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
