import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { propertyWords } from '../../words/designer/properties.ts';
import { parts, type Control } from '../properties/controls.ts';
import { Scope, useEdited, useKey } from '../properties/edited.tsx';
import { isObject, isSame } from '../properties/model/values.ts';
import classes from '../properties/properties.module.css';

const words = propertyWords.table;

/** Formats that are chosen by a name; all others are options of Intl. */
const presets: Readonly<Record<string, unknown>> = {
  ...{ number: 'number', percent: 'percent', date: 'date' },
  money: { style: 'currency', currency: words.currency },
  longDate: { dateStyle: 'long' },
};

interface FormatFieldProps {
  readonly control: Control;
  readonly renderControls: (controls: readonly Control[]) => ReactNode;
}

/** How numbers and dates of a column are written: by a name, or by the options of Intl. */
export function FormatField({ control: { path }, renderControls }: FormatFieldProps): ReactNode {
  const { name } = useEdited();
  const key = useKey(path);
  const preset = Object.keys(presets).find((each) => isSame(presets[each], key.value));
  const shown = key.value === undefined ? '' : (preset ?? 'options');
  return (
    <div className={classes.paint}>
      <NativeSelect
        size="xs"
        label={key.label}
        aria-label={key.name}
        value={shown}
        onChange={({ currentTarget: { value } }) =>
          key.set(value === '' ? undefined : (presets[value] ?? { maximumFractionDigits: 2 }))
        }
      >
        {Object.entries(words.formats).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </NativeSelect>
      {isObject(key.value) ? (
        <Scope path={path} name={`${name ?? ''} ${key.label.toLowerCase()}`.trim()}>
          {renderControls(parts.format!)}
        </Scope>
      ) : null}
    </div>
  );
}
