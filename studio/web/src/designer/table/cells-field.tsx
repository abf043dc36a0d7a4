import type { ReactNode } from 'react';
import type { TableElement } from '../../../../../generated/template.ts';
import { propertyWords } from '../../words/designer/properties.ts';
import { LiveValue } from '../expressions/live-value.tsx';
import type { Control } from '../fields/controls.ts';
import { useEdited, useKey } from '../fields/edited.tsx';
import { CheckedText } from '../fields/text-field.tsx';
import classes from '../fields/fields.module.css';

/** The texts of a table's total: one for each column. */
export function CellsField({ control }: { readonly control: Control }): ReactNode {
  const { targets, set, change } = useEdited();
  const key = useKey(control.path);
  const [first] = targets as readonly TableElement[];
  const cells = Array.isArray(key.value) ? (key.value as readonly string[]) : [];
  return (
    <div className={classes.grid}>
      {(first?.columns ?? []).map(({ header = '' }, index) => (
        <div key={index} data-total-cell>
          <CheckedText
            label={header === '' ? propertyWords.table.column(index + 1) : header}
            name={propertyWords.table.cell(index + 1)}
            value={cells[index] ?? ''}
            placeholder={key.isMixed ? propertyWords.mixed : ''}
            check={() => null}
            onApply={(text) =>
              change((target) =>
                set(target, control.path, withCell(target as TableElement, index, text), null),
              )
            }
          />
          <LiveValue value={cells[index]} place={`${key.place}.${index}`} />
        </div>
      ))}
    </div>
  );
}

/** The cells of a total with another text in one: as many as the table has columns. */
function withCell({ columns, total }: TableElement, index: number, text: string): string[] {
  return columns.map((_, at) => (at === index ? text : (total?.cells[at] ?? '')));
}
