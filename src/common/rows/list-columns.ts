/** Lists in tables: a column for each value of an entry: `items[0].name`, `orders[0].items[1].name`. */
import { MAX_ENTRIES } from '../values/lists.ts';
import { findName } from './find-name.ts';
import type { RowValues } from './row-values.ts';
import { UnreadableRows } from './table.ts';

/** A variable, and the values of its entries if it is a list. */
export interface ListVariable {
  readonly name: string;
  readonly type: string;
  readonly required?: boolean;
  readonly label?: string;
  readonly fields?: readonly ListVariable[];
}

/** A place in a list: the index of an entry, one of its fields, in a list in it an index again, and so on. */
export interface ListPlace {
  readonly list: string;
  readonly path: readonly (number | string)[];
}

/** What gives its values to a column: a variable, or a place in a list. */
export type ColumnVariable<Variable> = Variable & { readonly place?: ListPlace };

/** The name of a place in a list. */
export function readListName({ list, path }: ListPlace): string {
  return path.reduce<string>((name, key) => name + (typeof key === 'number' ? `[${key}]` : `.${key}`), list);
}

/** The place that a column's name means; null if there is no such list or field. */
export function findPlace(name: string, variables: readonly ListVariable[]): ListPlace | null {
  const text = name.trim();
  if (variables.some((each) => each.name === name)) return null;
  const lists = variables.filter(({ type }) => type === 'list');
  // A name may have brackets itself: the longest one counts.
  for (const { 0: entry, 1: digits, index: at } of [...text.matchAll(/\[(\d{1,4})\]\./gu)].toReversed()) {
    const index = Number(digits);
    const list = findName(
      text.slice(0, at),
      lists.map((each) => each.name),
    );
    const { fields = [] } = lists.find((each) => each.name === list) ?? {};
    if (list === null || index >= MAX_ENTRIES) continue;
    const after = text.slice(at + entry.length);
    const field = findName(
      after,
      fields.map((each) => each.name),
    );
    if (field !== null) return { list, path: [index, field] };
    const inner = findPlace(after, fields);
    if (inner !== null) return { list, path: [index, inner.list, ...inner.path] };
  }
  return null;
}

/** Whether a variable, or a value of a list's entries, has a type. */
export function usesType(variables: readonly ListVariable[], wanted: string): boolean {
  return variables.some(({ type, fields = [] }) => type === wanted || usesType(fields, wanted));
}

/** The field that a place is a value of. */
function findField(variable: ListVariable, { path }: ListPlace): ListVariable {
  return path.reduce<ListVariable>(
    (found, key) => found.fields?.find(({ name }) => name === key) ?? found,
    variable,
  );
}

/** The order of places in a list: by their entries, then as its fields are declared. */
function comparePlaces(variable: ListVariable, a: ListPlace, b: ListPlace): number {
  let { fields = [] } = variable;
  for (const [at, key] of a.path.entries()) {
    const other = b.path[at];
    if (other === undefined) return 1;
    if (typeof key === 'number') {
      if (key !== other) return key - Number(other);
      continue;
    }
    const order = fields.map(({ name }) => name);
    if (key !== other) return order.indexOf(key) - order.indexOf(String(other));
    fields = fields.find(({ name }) => name === key)?.fields ?? [];
  }
  return a.path.length - b.path.length;
}

/**
 * The variables that columns may be for: in place of a list that has columns for values of its entries, the
 * places of these values.
 *
 * @param names of the columns
 */
export function columnVariables<Variable extends ListVariable>(
  variables: readonly Variable[],
  names: readonly string[],
): ColumnVariable<Variable>[] {
  const places = new Map<string, ListPlace>();
  for (const name of names) {
    const place = findPlace(name, variables);
    if (place !== null) places.set(readListName(place), place);
  }
  if (places.size === 0) return [...variables];
  return variables.flatMap((variable): ColumnVariable<Variable>[] => {
    const own = [...places.values()].filter(({ list }) => list === variable.name);
    if (own.length === 0) return [variable];
    own.sort((a, b) => comparePlaces(variable, a, b));
    return own.map((place) => {
      const { type } = findField(variable, place);
      const name = readListName(place);
      return { name, label: name, type, required: false, place } as unknown as ColumnVariable<Variable>;
    });
  });
}

/** The list in a list that has a column of its own and columns for its values; null: none. */
export function findTwoForms(names: readonly string[], variables: readonly ListVariable[]): string | null {
  const places = names.map((name) => findPlace(name, variables)).filter((place) => place !== null);
  const given = new Set(places.map(readListName));
  for (const { list, path } of places)
    for (let length = 2; length < path.length; length += 2) {
      const around = readListName({ list, path: path.slice(0, length) });
      if (given.has(around)) return around;
    }
  return null;
}

/** Says that a list has a column, and columns for its values. */
export function describeTwoForms(list: string): string {
  return `A list has one column, or columns such as "${list}[0]…": leave out one or the others.`;
}

/**
 * Puts the values of places into their lists, which are JSON. A list ends with its last value.
 *
 * @throws UnreadableRows for a list with too many entries, or with two forms
 */
export function collectLists(
  values: RowValues,
  variables: readonly { readonly name: string; readonly place?: ListPlace }[],
): RowValues {
  const lists = new Map<string, Collected>();
  const collected = { ...values };
  for (const { name, place } of variables) {
    if (place === undefined) continue;
    const value = values[name];
    delete collected[name];
    if (value === undefined || value === '') continue;
    const list = lists.get(place.list) ?? new Map<number, CollectedEntry>();
    lists.set(place.list, list);
    putValue(list, place, value);
  }
  for (const [list, entries] of lists) {
    if (countEntries(entries) > MAX_ENTRIES) {
      const most = MAX_ENTRIES.toLocaleString('en');
      throw new UnreadableRows(`The columns of "${list}" make more than ${most} entries.`);
    }
    Object.defineProperty(collected, list, {
      value: JSON.stringify(toEntries(entries)),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return collected;
}

/** The entries of a list that have values, by their indexes. */
type Collected = Map<number, CollectedEntry>;
type CollectedEntry = Map<string, string | Collected>;

function putValue(list: Collected, { list: name, path }: ListPlace, value: string): void {
  const [index, field, ...inner] = path as [number, string, ...(number | string)[]];
  const entry: CollectedEntry = list.get(index) ?? new Map<string, string | Collected>();
  list.set(index, entry);
  const before = entry.get(field);
  const place = `${name}[${index}].${field}`;
  if (inner.length === 0) {
    if (typeof before === 'object') throw new UnreadableRows(describeTwoForms(place));
    entry.set(field, value);
    return;
  }
  if (typeof before === 'string') throw new UnreadableRows(describeTwoForms(place));
  const own: Collected = before ?? new Map<number, CollectedEntry>();
  entry.set(field, own);
  putValue(own, { list: place, path: inner }, value);
}

function countEntries(list: Collected): number {
  let count = Math.max(...list.keys()) + 1;
  for (const entry of list.values())
    for (const value of entry.values()) if (typeof value === 'object') count += countEntries(value);
  return count;
}

function toEntries(list: Collected): object[] {
  return Array.from({ length: Math.max(...list.keys()) + 1 }, (_, index) =>
    Object.fromEntries(
      [...(list.get(index) ?? [])].map(([field, value]) => [
        field,
        typeof value === 'object' ? toEntries(value) : value,
      ]),
    ),
  );
}
