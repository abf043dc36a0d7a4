import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { wholePlaceholder } from '../../../../../src/common/placeholders/placeholders.ts';
import { isPlaceholder } from '../expressions/is-placeholder.ts';
import type { TemplateVariable } from '../model/template.ts';
import { propertyWords } from '../../words/designer/properties.ts';
import type { Control } from '../fields/controls.ts';
import { useKey } from '../fields/edited.tsx';
import { CheckedText } from '../fields/text-field.tsx';
import { useDesigner } from '../state/use-designer.ts';
import { writeRows } from './add-table.ts';
import classes from '../fields/fields.module.css';

const words = propertyWords.table;
const noVariables: readonly TemplateVariable[] = [];

/** The entries that a table shows: all of a list, or those that an expression makes. */
export function RowsField({ control }: { readonly control: Control }): ReactNode {
  const key = useKey(control.path);
  const variables = useDesigner(({ design }) => design.document.variables ?? noVariables);
  const lists = variables.filter(({ type }) => type === 'list').map(({ name }) => name);
  const rows = typeof key.value === 'string' ? key.value : '';
  const whole = wholePlaceholder(rows, new Set(lists));
  const chosen = lists.find((name) => name === whole);
  return (
    <div className={classes.grid}>
      <NativeSelect
        size="xs"
        label={words.list}
        value={chosen ?? ''}
        onChange={({ currentTarget }) => key.set(writeRows(currentTarget.value))}
      >
        {chosen === undefined ? (
          <option value="" disabled>
            {key.isMixed ? propertyWords.mixed : words.otherRows}
          </option>
        ) : null}
        {lists.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </NativeSelect>
      <CheckedText
        label={key.label}
        name={key.name}
        place={key.place}
        value={rows}
        placeholder={key.isMixed ? propertyWords.mixed : ''}
        check={(text) => (isPlaceholder(text) ? null : words.rowsFault)}
        onApply={(text) => key.set(text)}
      />
    </div>
  );
}
