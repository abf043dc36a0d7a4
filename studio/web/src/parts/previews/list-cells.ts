import type { Entries } from './list-entries.ts';

/** The text of a cell. Another value than a text is not shown; it is kept until a text is written. */
export function readText(entry: Entries[number], name: string): string {
  const text = Object.hasOwn(entry, name) ? entry[name] : undefined;
  return typeof text === 'string' ? text : '';
}

/** The entry with another value of a field; an empty text removes the field. */
export function withField(entry: Entries[number], name: string, text: string | Entries): Entries[number] {
  const { [name]: _, ...others } = entry;
  return text === '' ? others : { ...others, [name]: text };
}

/** Whether the service's sentence names the cell, or one in it: `Variable "items[1].price" must be …`. */
export function isRefused(error: string | null, place: string): boolean {
  return error !== null && (error.includes(`"${place}"`) || error.includes(`"${place}[`));
}

/** Attributes that give the first cell the focus when a dialog opens. */
export function markFirst(row: number, column: number): Readonly<Record<string, boolean>> {
  return row === 0 && column === 0 ? { 'data-autofocus': true } : {};
}
