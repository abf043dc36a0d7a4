import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { propertyWords } from '../../words/designer/properties.ts';
import type { Control } from './controls.ts';
import { useKey } from './edited.tsx';
import { ParagraphField } from './text-field.tsx';
import classes from './fields.module.css';

/** What screen readers read in place of a picture, or that it is decoration: an empty text. */
export function AlternativeField({ control }: { readonly control: Control }): ReactNode {
  const key = useKey(control.path);
  return (
    <>
      {key.value === '' ? null : <ParagraphField control={control} />}
      <div className={classes.switch}>
        <Checkbox
          size="xs"
          label={propertyWords.isDecoration}
          checked={key.value === ''}
          indeterminate={key.isMixed}
          onChange={({ currentTarget: { checked } }) => key.set(checked ? '' : undefined)}
        />
      </div>
    </>
  );
}
