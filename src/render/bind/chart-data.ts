import type { ListField, TemplateVariable } from '../../../generated/template.ts';
import { Entry } from '../../common/expressions/entries.ts';
import { readDate } from '../../common/expressions/time-zones.ts';
import type { ExtraValues } from '../../common/expressions/extra-names.ts';
import type { SceneChart } from '../scene/chart.ts';
import { findList } from '../../common/values/lists.ts';
import {
  textValue,
  type BoundValues,
  type ListEntry,
  type VariableValue,
} from '../../common/values/values.ts';

/** What a specification may name of a request. */
export type ChartData = Pick<SceneChart, 'lists' | 'values'>;

/**
 * The lists and values that a specification names, by the types of their variables and fields. In a repeat it
 * may name the entry, as a list of one, and its place.
 */
export function chartData(
  variables: readonly TemplateVariable[],
  values: BoundValues,
  isNamed: (name: string) => boolean,
  extra: ExtraValues = new Map(),
): ChartData {
  const named = variables.filter(({ name }) => isNamed(name));
  const lists: (readonly [string, Rows])[] = named
    .filter(({ type }) => type === 'list')
    .map((variable) => [variable.name, getEntries(variable, values.get(variable.name))] as const);
  const typed: (readonly [string, string | number | null])[] = named
    .filter(({ name, type }) => type !== 'list' && isParameter(name))
    .map(({ name, type }) => [name, typedValue(type, textValue(values.get(name)))] as const);
  for (const [name, value] of extra) {
    if (!isNamed(name) || values.has(name)) continue;
    if (typeof value === 'object') {
      const entries = value instanceof Entry ? [value] : value;
      const list = findList(variables, entries[0]?.list ?? '');
      if (list !== undefined) lists.push([name, entries.map(({ sent }) => getRow(list, sent))]);
    } else if (isParameter(name)) typed.push([name, value]);
  }
  return { lists: Object.fromEntries(lists), values: Object.fromEntries(typed) };
}

type Rows = ChartData['lists'][string];

function getEntries(list: TemplateVariable | ListField, entries: VariableValue | undefined): Rows {
  return typeof entries === 'object' ? entries.map((entry) => getRow(list, entry)) : [];
}

/** A list in the entry has rows of its own, which a `flatten` transform takes out. */
function getRow({ fields = [] }: TemplateVariable | ListField, entry: ListEntry): Rows[number] {
  return Object.fromEntries(
    fields.map((field): [string, Rows[number][string]] => {
      const value = Object.hasOwn(entry, field.name) ? entry[field.name] : undefined;
      if (field.type === 'list') return [field.name, getEntries(field, value)];
      return [field.name, typedValue(field.type, textValue(value))];
    }),
  );
}

/** Whether expressions of Vega can name a variable. */
export function isParameter(name: string): boolean {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) && !taken.has(name);
}

/** Names that Vega has itself. */
const taken = new Set(['datum', 'event', 'item', 'parent', 'width', 'height', 'padding', 'autosize']);

/** A number, a date as the milliseconds that Vega counts in, or a string; null for one that is missing. */
function typedValue(type: TemplateVariable['type'], value: string): string | number | null {
  if (type !== 'number' && type !== 'date') return value;
  if (value === '') return null;
  const number = type === 'number' ? Number(value) : (readDate(value)?.getTime() ?? NaN);
  return Number.isFinite(number) ? number : null;
}
