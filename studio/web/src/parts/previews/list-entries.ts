import { previewWords } from '../../words/previews.ts';
import { readList } from '../../../../../src/common/values/lists.ts';

/** Entries of a list while they are edited: texts, and the entries of lists in them. */
export type Entries = readonly EditedEntry[];

/** An entry while it is edited. */
export interface EditedEntry {
  readonly [field: string]: string | Entries;
}

/** The entries that a value holds, which is JSON. What is no entry is empty. */
export function readEntries(value: string | readonly unknown[] | undefined): Entries {
  return (readList(value ?? '') ?? []).map((entry) => {
    if (typeof entry !== 'object' || entry === null) return {};
    const fields = Object.entries(entry as Readonly<Record<string, unknown>>).flatMap(([name, given]) =>
      typeof given === 'string' || Array.isArray(given)
        ? [[name, typeof given === 'string' ? given : readEntries(given)] as const]
        : [],
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

/** A field of a list, as far as its values are shown. */
interface EntryField {
  readonly name: string;
  /** Of a list. */
  readonly fields?: readonly EntryField[] | undefined;
}

/**
 * How many entries a value holds, and the first ones by their first text that is not empty.
 *
 * @param fields of the list
 * @returns null for what a table with these fields cannot show
 */
export function describeEntries(value: string, fields: readonly EntryField[]): string | null {
  if (value === '') return '';
  const list = readList(value);
  if (list === null || !list.every((entry) => isEntry(entry, fields))) return null;
  const names = list
    .slice(0, shownEntries)
    .map((entry) => Object.entries(entry).find(([name, text]) => isText(name, fields) && text !== '')?.[1])
    .filter((name) => typeof name === 'string');
  return previewWords.list.summary(list.length, names);
}

function isText(name: string, fields: readonly EntryField[]): boolean {
  return fields.some((field) => field.name === name && field.fields === undefined);
}

/** Whether it has texts, and entries of lists, alone, under the names of fields. */
function isEntry(entry: unknown, fields: readonly EntryField[]): entry is EditedEntry {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return false;
  return Object.entries(entry).every(([name, given]) => {
    const field = fields.find((each) => each.name === name);
    if (field?.fields === undefined) return field !== undefined && typeof given === 'string';
    const entries = readList(given);
    return entries?.every((each) => isEntry(each, field.fields ?? [])) ?? false;
  });
}
