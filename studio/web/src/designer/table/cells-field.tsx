import type { ReactNode } from 'react';
import type { TableElement } from '../../../../../generated/template.ts';
import { propertyWords } from '../../words/designer/properties.ts';
import { LiveValue } from '../expressions/live-value.tsx';
import type { Control } from '../properties/controls.ts';
import { useEdited, useKey } from '../properties/edited.tsx';
import { CheckedText } from '../properties/fields/text-field.tsx';
import classes from '../properties/properties.module.css';

/** The texts of a table's total: one for each column. */
export function CellsField({ control }: { readonly control: Control }): ReactNode {
  const { targets } = useEdited();
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
            onApply={(text) => key.setEach((current) => withCell(current, index, text))}
          />
          <LiveValue value={cells[index]} place={`${key.place}.${index}`} />
        </div>
      ))}
    </div>
  );
}

/** At least one cell, and none that are empty at the end. */
function withCell(current: unknown, index: number, text: string): string[] {
  const cells = Array.isArray(current) ? [...(current as readonly string[])] : [];
  while (cells.length < index) cells.push('');
  cells[index] = text;
  while (cells.length > 1 && cells.at(-1) === '') cells.pop();
  return cells;
}
