import type { ListField, TemplateVariable } from '../../../generated/template.ts';
import type { ListEntry, VariableValue } from './values.ts';

/** Entries of one list. */
export const MAX_ENTRIES = 5_000;

/** How a list is given, for messages. */
export const listShape = 'an array of objects of strings, or a string that holds one as JSON';

/**
 * Reads a list that was given as an array, or as a string that holds it: its entries are not checked yet. The
 * empty string is an empty list. Null for anything else.
 */
export function readList(value: unknown): readonly unknown[] | null {
  if (value === '') return [];
  const given = typeof value === 'string' ? parse(value) : value;
  return Array.isArray(given) ? given : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Checks the number of entries of a list that is not empty. Returns the end of a sentence, or null. */
export function checkEntryCount({ validation = {} }: TemplateVariable, count: number): string | null {
  const { minLength = 0, maxLength = MAX_ENTRIES } = validation;
  if (count < minLength) return `must have at least ${entries(minLength)} (it has ${count}).`;
  const most = Math.min(maxLength, MAX_ENTRIES);
  return count > most ? `must have at most ${entries(most)} (it has ${count}).` : null;
}

function entries(count: number): string {
  return count === 1 ? '1 entry' : `${count} entries`;
}

/**
 * The default of a variable: of a list, its entries with the defaults of their fields; of anything else a
 * text. Without a default it is empty. The import has checked it.
 */
export function readDefault({ type, defaultValue = '', fields = [] }: TemplateVariable): VariableValue {
  if (type !== 'list') return typeof defaultValue === 'string' ? defaultValue : '';
  return (readList(defaultValue) ?? []).map((entry) => completeEntry(fields, entry as ListEntry));
}

/** An entry with the values of all fields. */
export function completeEntry(fields: readonly ListField[], given: ListEntry): ListEntry {
  return Object.fromEntries(
    fields.map(({ name, defaultValue = '' }) => [
      name,
      Object.hasOwn(given, name) ? (given[name] ?? '') : defaultValue,
    ]),
  );
}

/** A value as a string: a list as JSON, as clients may send it. */
export function asString(value: VariableValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A default as a string: that of a list as JSON. */
export function defaultText({ defaultValue }: Pick<TemplateVariable, 'defaultValue'>): string | undefined {
  return defaultValue === undefined ? undefined : asString(defaultValue);
}
