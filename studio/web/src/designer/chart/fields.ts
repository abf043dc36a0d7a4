/** The data that a chart may show: lists of the template, and what the specification has itself. */
import type { ListField, TemplateVariable } from '../../../../../generated/template.ts';
import { isObject, objectAt, type ChartKind, type Spec } from './form.ts';

/** A field of the data, as far as a chart cares. */
export interface ChartField {
  readonly name: string;
  readonly type: 'text' | 'number' | 'date';
}

/** The names of data that a specification may have. */
export function dataNames(spec: Spec, variables: readonly TemplateVariable[]): string[] {
  const lists = variables.filter(({ type }) => type === 'list').map(({ name }) => name);
  return [...new Set([...lists, ...Object.keys(objectAt(spec, 'datasets'))])];
}

/** The fields of the data with a name; null: of those in the specification. */
export function listFields(
  spec: Spec,
  variables: readonly TemplateVariable[],
  name: string | null,
): ChartField[] {
  const list = variables.find((variable) => variable.type === 'list' && variable.name === name);
  if (list !== undefined) return (list.fields ?? []).filter(({ type }) => type !== 'list').map(toField);
  const rows = name === null ? objectAt(spec, 'data')['values'] : objectAt(spec, 'datasets')[name];
  const [first] = Array.isArray(rows) ? (rows as readonly unknown[]) : [];
  return isObject(first)
    ? Object.entries(first).map(([key, value]) => ({
        name: key,
        type: typeof value === 'number' ? 'number' : isDate(value) ? 'date' : 'text',
      }))
    : [];
}

/** A field of a list. */
export function toField({ name, type }: ListField): ChartField {
  return { name, type: type === 'number' || type === 'date' ? type : 'text' };
}

function isDate(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d/u.test(value);
}

/** The role of a field in a chart. */
export type Role = 'category' | 'value' | 'series';

/** How Vega-Lite takes a field in a role: as numbers, as points in time, or as names. */
export function findScale(field: ChartField | undefined, role: Role, kind: ChartKind): Spec {
  const { type } = field ?? { type: role === 'value' ? 'number' : 'text' };
  const isContinuous = role === 'value' || (role === 'category' && ['line', 'area', 'point'].includes(kind));
  if (type === 'text') return { type: 'nominal' };
  if (type === 'number')
    return { type: isContinuous ? 'quantitative' : role === 'series' ? 'nominal' : 'ordinal' };
  return isContinuous ? { type: 'temporal' } : { type: 'ordinal', timeUnit: 'yearmonthdate' };
}
