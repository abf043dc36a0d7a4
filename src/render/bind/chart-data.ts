import type { TemplateVariable } from '../../../generated/template.ts';
import type { SceneChart } from '../scene.ts';
import { textValue, type BoundValues } from './values.ts';

/** What a specification may name of a request. */
export type ChartData = Pick<SceneChart, 'lists' | 'values'>;

/** The lists and values that a specification names, by the types of their variables and fields. */
export function chartData(
  variables: readonly TemplateVariable[],
  values: BoundValues,
  isNamed: (name: string) => boolean,
): ChartData {
  const named = variables.filter(({ name }) => isNamed(name));
  const lists = named
    .filter(({ type }) => type === 'list')
    .map((variable) => [variable.name, entriesOf(variable, values)] as const);
  const typed = named
    .filter(({ name, type }) => type !== 'list' && isParameter(name))
    .map(({ name, type }) => [name, typedValue(type, textValue(values.get(name)))] as const);
  return { lists: Object.fromEntries(lists), values: Object.fromEntries(typed) };
}

function entriesOf({ name, fields = [] }: TemplateVariable, values: BoundValues): ChartData['lists'][string] {
  const entries = values.get(name);
  if (entries === undefined || typeof entries === 'string') return [];
  return entries.map((entry) =>
    Object.fromEntries(fields.map((field) => [field.name, typedValue(field.type, entry[field.name] ?? '')])),
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
  const number = type === 'number' ? Number(value) : Date.parse(value);
  return Number.isFinite(number) ? number : null;
}
