import { createContext, use, type ReactNode } from 'react';
import type { TableColumn, TableElement } from '../../../../../generated/template.ts';
import { propertyWords } from '../../words/designer/properties.ts';
import { LiveValue } from '../expressions/live-value.tsx';
import type { Control } from '../fields/controls.ts';
import { useEdited, useKey } from '../fields/edited.tsx';
import { CheckedText } from '../fields/text-field.tsx';
import { valueAt } from '../fields/values/values.ts';
import classes from '../fields/fields.module.css';

/** The texts of a table's total: one for each column. */
export function CellsField({ control }: { readonly control: Control }): ReactNode {
  const { targets, set, change } = useEdited();
  const key = useKey(control.path);
  const columns = use(TableColumns) ?? (targets[0] as TableElement | undefined)?.columns ?? [];
  const headers = listHeaders(columns, valueAt(targets[0] ?? {}, control.path.replace(/cells$/u, 'span')));
  const cells = Array.isArray(key.value) ? (key.value as readonly string[]) : [];
  return (
    <div className={classes.grid}>
      {headers.map((header, index) => (
        <div key={index} data-total-cell>
          <CheckedText
            label={header === '' ? propertyWords.table.column(index + 1) : header}
            name={propertyWords.table.cell(index + 1)}
            value={cells[index] ?? ''}
            placeholder={key.isMixed ? propertyWords.mixed : ''}
            check={() => null}
            onApply={(text) =>
              change((target) =>
                set(
                  target,
                  control.path,
                  withCell(headers.length, valueAt(target, control.path), index, text),
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

/** The header of the first column of each cell. */
function listHeaders(columns: readonly TableColumn[], span: unknown): string[] {
  if (!Array.isArray(span)) return columns.map(({ header = '' }) => header);
  let next = 0;
  return (span as readonly number[]).map((count) => {
    const { header = '' } = columns[next] ?? {};
    next += count;
    return header;
  });
}

/** The cells of a total with another text in one. */
function withCell(count: number, cells: unknown, index: number, text: string): string[] {
  const current = Array.isArray(cells) ? (cells as readonly string[]) : [];
  return Array.from({ length: count }, (_, at) => (at === index ? text : (current[at] ?? '')));
}
