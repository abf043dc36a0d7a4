import { createContext, use, type ReactNode } from 'react';
import type { TableColumn, TableElement } from '../../../../../generated/template.ts';
import { propertyWords } from '../../words/designer/properties.ts';
import { LiveValue } from '../expressions/live-value.tsx';
import type { Control } from '../fields/controls.ts';
import { useEdited, useKey } from '../fields/edited.tsx';
import { CheckedText } from '../fields/text-field.tsx';
import { valueAt } from '../fields/values/values.ts';
import classes from '../fields/fields.module.css';

/** The rows with cells of their own, by their keys. */
const rowNames: Readonly<Record<string, string>> = {
  total: propertyWords.sections.tableTotal,
  groupHeader: propertyWords.sections.tableGroupHeader,
  groupTotal: propertyWords.sections.tableGroupTotal,
};

/** The texts of a table's total, or of a row of its groups. */
export function CellsField({ control }: { readonly control: Control }): ReactNode {
  const { targets, name, set, change } = useEdited();
  const key = useKey(control.path);
  const row = name ?? rowNames[control.path.replace(/\.cells$/u, '')] ?? '';
  const columns = use(TableColumns) ?? (targets[0] as TableElement | undefined)?.columns ?? [];
  const shown = listCells(columns, valueAt(targets[0] ?? {}, control.path.replace(/cells$/u, 'span')));
  const cells = Array.isArray(key.value) ? (key.value as readonly string[]) : [];
  return (
    <div className={classes.grid}>
      {shown.map(({ column, header }, index) => (
        <div key={index} data-total-cell>
          <CheckedText
            label={header === '' ? propertyWords.table.column(column) : header}
            name={propertyWords.table.cell(row, column)}
            value={cells[index] ?? ''}
            placeholder={key.isMixed ? propertyWords.mixed : ''}
            check={() => null}
            onApply={(text) =>
              change((target) =>
                set(
                  target,
                  control.path,
                  withCell(shown.length, valueAt(target, control.path), index, text),
                  null,
                ),
              )
            }
          />
          <LiveValue value={cells[index]} place={`${key.place}.${index}`} />
        </div>
      ))}
    </div>
  );
}

/** The columns of the table whose rows are edited, where these are not in the table itself. */
export const TableColumns = createContext<readonly TableColumn[] | null>(null);

/** The first column of each cell, from 1, and its header. */
function listCells(columns: readonly TableColumn[], span: unknown): { column: number; header: string }[] {
  const counts = Array.isArray(span) ? (span as readonly number[]) : columns.map(() => 1);
  let next = 0;
  return counts.map((count) => {
    const { header = '' } = columns[next] ?? {};
    const column = next + 1;
    next += count;
    return { column, header };
  });
}

/** The cells of a total with another text in one. */
function withCell(count: number, cells: unknown, index: number, text: string): string[] {
  const current = Array.isArray(cells) ? (cells as readonly string[]) : [];
  return Array.from({ length: count }, (_, at) => (at === index ? text : (current[at] ?? '')));
}
