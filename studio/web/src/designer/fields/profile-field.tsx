import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { CONDITION_NAMES, DEFAULT_CONDITION } from '../../../../../src/common/colors/printing-conditions.ts';
import { propertyWords } from '../../words/designer/properties.ts';
import type { Control } from './controls.ts';
import { useKey } from './edited.tsx';
import { FieldLabel } from './field-label.tsx';
import { FileMenu } from './source-field.tsx';

const words = propertyWords.profile;

/** A printing condition: one by its name, or a profile of the template. The default removes the key. */
export function ProfileField({ control: { path } }: { readonly control: Control }): ReactNode {
  const key = useKey(path);
  const value = typeof key.value === 'string' ? key.value : DEFAULT_CONDITION;
  const names: readonly string[] = CONDITION_NAMES;
  return (
    <div>
      <FieldLabel text={key.label} action={<FileMenu name={key.name} kind="profile" onChoose={key.set} />} />
      <NativeSelect
        size="xs"
        aria-label={key.name}
        value={value}
        onChange={({ currentTarget }) =>
          key.set(currentTarget.value === DEFAULT_CONDITION ? undefined : currentTarget.value)
        }
      >
        {CONDITION_NAMES.map((name) => (
          <option key={name} value={name}>
            {words.conditions[name]}
          </option>
        ))}
        {names.includes(value) ? null : <option value={value}>{value}</option>}
      </NativeSelect>
    </div>
  );
}
