import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import type { TemplateDocument } from '../model/template.ts';
import type { Control } from '../fields/controls.ts';
import { useEdited, useKey } from '../fields/edited.tsx';
import type { Unit } from '../model/amount.ts';
import { changeUnit } from './unit.ts';

/** The unit of the document. Everything keeps its size. */
export function UnitField({ control: { path } }: { readonly control: Control }): ReactNode {
  const { unit, change } = useEdited();
  const key = useKey(path);
  return (
    <NativeSelect
      size="xs"
      label={key.label}
      value={unit}
      data={[...key.rule.options]}
      onChange={({ currentTarget: { value } }) =>
        change((document) => changeUnit(document as TemplateDocument, value as Unit))
      }
    />
  );
}
