/** A table as the designer adds it. */
import type { ListField, TableCarry, TableColumn } from '../../../../../generated/template.ts';
import { dateOptions } from '../fields/controls.ts';
import { propertyWords } from '../../words/designer/properties.ts';
import type { TemplateVariable } from '../model/template.ts';

/** Columns of a new table; more of them have no room. */
const maxColumns = 6;

/** A column for each field of a list, as far as texts can show it. */
export function buildColumns({ fields = [] }: TemplateVariable): TableColumn[] {
  const shown = fields.filter(({ type }) => type !== 'image' && type !== 'list').slice(0, maxColumns);
  return (shown.length === 0 ? fields.slice(0, 1) : shown).map(buildColumn);
}

/** A column that shows a field: numbers stand at the right, as the locale writes them. */
export function buildColumn({ name, label = '', type }: ListField): TableColumn {
  return {
    header: label === '' ? name.slice(0, 1).toUpperCase() + name.slice(1) : label,
    value: writeValue(name),
    ...(type === 'number' ? ({ width: 'hug', align: 'right', format: 'number' } as const) : {}),
    ...(type === 'date' ? ({ width: 'hug', format: 'date' } as const) : {}),
  };
}

/** The text of a row that is a field of its entry. */
export function writeValue(field: string, entry = 'item'): string {
  const isName = /^[A-Za-z_]\w*$/u.test(field);
  return `{{ ${entry}${isName ? `.${field}` : `[${JSON.stringify(field)}]`} }}`;
}

/** The sum of the last column of numbers, as far as there is one: else rows are counted. */
export function buildCarry(columns: readonly TableColumn[]): TableCarry {
  const { forward, brought } = propertyWords.table;
  const { value = '{{ 1 }}' } = columns.findLast(({ format }) => isOfNumbers(format)) ?? {};
  return { label: forward, headLabel: brought, value };
}

function isOfNumbers(format: TableColumn['format']): boolean {
  if (typeof format !== 'object') return format !== undefined && format !== 'date';
  return !dateOptions.some(({ path }) => path in format);
}

/** How a new table looks: a quiet header, and lines between the rows. */
export function copyLook(fontSize: number, round: (length: number) => number) {
  const padding = [round(fontSize * 0.45), round(fontSize * 0.6)] as [number, number];
  return {
    header: { fill: '#e8edf3', color: '#1c2128' },
    body: { fontSize, color: '#1c2128', padding },
    borders: { color: '#c9d1da', width: round(fontSize / 16) || fontSize / 16 },
  };
}
