/** Lists in tables: a column for each value of an entry, such as `items[0].name`. */
import { MAX_ENTRIES } from '../values/lists.ts';
import { findName } from './find-name.ts';
import type { RowValues } from './row-values.ts';

/** A variable, and the values of its entries if it is a list. */
export interface ListVariable {
  readonly name: string;
  readonly type: string;
  readonly required?: boolean;
  readonly fields?: readonly { readonly name: string; readonly type: string; readonly label?: string }[];
}

/** A place in a list, as `items[0].name`. */
export interface ListPlace {
  readonly list: string;
  readonly index: number;
  readonly field: string;
}

/** What gives its values to a column: a variable, or a place in a list. */
export type ColumnVariable<Variable> = Variable & { readonly place?: ListPlace };

const shape = /^(.+)\[(\d{1,4})\]\.(.+)$/su;

/** The name of a place in a list. */
export function readListName({ list, index, field }: ListPlace): string {
  return `${list}[${index}].${field}`;
}

/** The place that a column's name means; null if there is no such list or field. */
export function findPlace(name: string, variables: readonly ListVariable[]): ListPlace | null {
  const [, before = '', index = '', after = ''] = shape.exec(name.trim()) ?? [];
  if (before === '' || Number(index) >= MAX_ENTRIES || variables.some((each) => each.name === name))
    return null;
  const lists = variables.filter(({ type }) => type === 'list');
  const list = findName(
    before,
    lists.map((each) => each.name),
  );
  const { fields = [] } = lists.find((each) => each.name === list) ?? {};
  const field = findName(
    after,
    fields.map((each) => each.name),
  );
  return list === null || field === null ? null : { list, index: Number(index), field };
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
    const order = (variable.fields ?? []).map(({ name }) => name);
    own.sort((a, b) => a.index - b.index || order.indexOf(a.field) - order.indexOf(b.field));
    return own.map((place) => {
      const { type } = variable.fields?.find(({ name }) => name === place.field) ?? variable;
      const name = readListName(place);
      return { name, label: name, type, required: false, place } as unknown as ColumnVariable<Variable>;
    });
  });
}

/** Puts the values of places into their lists, which are JSON. A list ends with its last value. */
export function collectLists(
  values: RowValues,
  variables: readonly { readonly name: string; readonly place?: ListPlace }[],
): RowValues {
  const lists = new Map<string, Record<string, string>[]>();
  const collected = { ...values };
  for (const { name, place } of variables) {
    if (place === undefined) continue;
    const value = values[name];
    delete collected[name];
    if (value === undefined || value === '') continue;
    const entries = lists.get(place.list) ?? [];
    lists.set(place.list, entries);
    while (entries.length <= place.index) entries.push({});
    entries[place.index]![place.field] = value;
  }
  for (const [list, entries] of lists) collected[list] = JSON.stringify(entries);
  return collected;
}
