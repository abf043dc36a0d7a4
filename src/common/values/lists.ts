import type { ListField, TemplateVariable } from '../../../generated/template.ts';
import { emptyValue, textValue, type ListEntry, type VariableValue } from './values.ts';

/** Entries of one list, those of the lists in its entries included. */
export const MAX_ENTRIES = 5_000;

/** Lists in each other: `orders[0].items[1].parts[2]` are three. */
export const MAX_LIST_DEPTH = 3;

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
export function checkEntryCount(
  { validation = {} }: Pick<TemplateVariable | ListField, 'validation'>,
  count: number,
): string | null {
  const { minLength = 0, maxLength = MAX_ENTRIES } = validation;
  if (count < minLength) return `must have at least ${entries(minLength)} (it has ${count}).`;
  const most = Math.min(maxLength, MAX_ENTRIES);
  return count > most ? `must have at most ${entries(most)} (it has ${count}).` : null;
}

/** The end of a sentence about a list with too many entries in its entries. */
export function tooManyEntries(): string {
  const most = MAX_ENTRIES.toLocaleString('en');
  return `must have at most ${most} entries, those of the lists in its entries included.`;
}

function entries(count: number): string {
  return count === 1 ? '1 entry' : `${count} entries`;
}

/**
 * The default of a variable or field: of a list, its entries with the defaults of their fields; of anything
 * else a text. Without a default it is empty. The import has checked it.
 */
export function readDefault(variable: TemplateVariable | ListField): VariableValue {
  const { defaultValue = emptyValue(variable.type) } = variable;
  return completeValue(variable, defaultValue);
}

/** An entry with the values of all fields; in lists of its own, too. */
export function completeEntry(fields: readonly ListField[], given: object): ListEntry {
  const values = given as ListEntry;
  return Object.fromEntries(
    fields.map((field) => [
      field.name,
      Object.hasOwn(values, field.name)
        ? completeValue(field, values[field.name] ?? emptyValue(field.type))
        : readDefault(field),
    ]),
  );
}

function completeValue(
  { type, fields = [] }: TemplateVariable | ListField,
  value: VariableValue,
): VariableValue {
  if (type !== 'list') return textValue(value);
  return (readList(value) ?? []).map((entry) => completeEntry(fields, entry as object));
}

/**
 * The entries that a default has, those of lists in its entries included. The default of a field counts for
 * each entry that has no value of its own.
 */
export function countDefaultEntries(variable: TemplateVariable | ListField): number {
  const known = defaultCounts.get(variable);
  if (known !== undefined) return known;
  const { type, fields = [], defaultValue = '' } = variable;
  const count = type === 'list' ? countGivenEntries(fields, readList(defaultValue) ?? []) : 0;
  defaultCounts.set(variable, count);
  return count;
}

/** Stored declarations never change. */
const defaultCounts = new WeakMap<TemplateVariable | ListField, number>();

function countGivenEntries(fields: readonly ListField[], given: readonly unknown[]): number {
  const lists = fields.filter(({ type }) => type === 'list');
  if (lists.length === 0) return given.length;
  return given.reduce<number>((total, entry) => {
    const values = typeof entry === 'object' && entry !== null ? (entry as Record<string, unknown>) : {};
    const inner = lists.map((field) =>
      Object.hasOwn(values, field.name)
        ? countGivenEntries(field.fields ?? [], readList(values[field.name]) ?? [])
        : countDefaultEntries(field),
    );
    return total + inner.reduce((sum, count) => sum + count, 1);
  }, 0);
}

/** The entries of a checked list, those of the lists in them included. */
export function countEntriesOf(value: VariableValue): number {
  if (typeof value === 'string') return 0;
  return value.reduce(
    (total, entry) => Object.values(entry).reduce((sum, each) => sum + countEntriesOf(each), total + 1),
    0,
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

/** Parts of the key of a list in a list. No name has braces. */
const inEntries = '{}';

/** The key of a list among all lists of a template: its name, or that of the list around it and its own. */
export function innerListKey(list: string, field: string): string {
  return `${list}${inEntries}${field}`;
}

/** The key of a list as messages show it: `orders[].items`. */
export function showListKey(key: string): string {
  return key.replaceAll(inEntries, '[].');
}

/** The list with a key. */
export function findList(
  variables: readonly (TemplateVariable | ListField)[],
  key: string,
): TemplateVariable | ListField | undefined {
  const [name, ...others] = key.split(inEntries);
  const list = variables.find((each) => each.name === name && each.type === 'list');
  return others.length === 0 || list === undefined
    ? list
    : findList(list.fields ?? [], others.join(inEntries));
}
