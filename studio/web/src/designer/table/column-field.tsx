import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import type { TableElement } from '../../../../../generated/template.ts';
import { propertyWords } from '../../words/designer/properties.ts';
import type { Control } from '../fields/controls.ts';
import { useEdited, useKey } from '../fields/edited.tsx';

const words = propertyWords.table;

/** A column of the table that is edited, by its header. */
export function ColumnField({ control: { path } }: { readonly control: Control }): ReactNode {
  const { targets } = useEdited();
  const key = useKey(path);
  const { columns } = targets[0] as TableElement;
  return (
    <NativeSelect
      size="xs"
      label={key.label}
      aria-label={key.name}
      value={typeof key.value === 'number' ? String(key.value) : ''}
      onChange={({ currentTarget: { value } }) => key.set(value === '' ? undefined : Number(value))}
    >
      <option value="">{words.byValue}</option>
      {columns.map(({ header = '' }, index) => (
        <option key={index} value={index}>
          {header === '' ? words.column(index + 1) : header}
        </option>
      ))}
    </NativeSelect>
  );
}
