import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { propertyWords } from '../../words/designer/properties.ts';
import { dateOptions, numberOptions, type Control } from '../fields/controls.ts';
import { Scope, useEdited, useKey } from '../fields/edited.tsx';
import { isObject, isSame } from '../fields/values/values.ts';
import classes from '../fields/fields.module.css';

const words = propertyWords.table;

/** Formats that are chosen by a name; all others are options of Intl. */
const presets: Readonly<Record<string, unknown>> = {
  number: 'number',
  percent: 'percent',
  date: 'date',
  money: { style: 'currency', currency: words.currency },
  longDate: { dateStyle: 'long' },
};

/** What is set first where a format is options of its own. */
const firstOptions: Readonly<Record<string, unknown>> = {
  options: { maximumFractionDigits: 2 },
  dateOptions: { dateStyle: 'medium' },
};

const getOptions = (value: object) =>
  dateOptions.some(({ path }) => path in value) ? dateOptions : numberOptions;

/** Formats of dates. */
const ofDates: ReadonlySet<string> = new Set(['date', 'longDate', 'dateOptions']);

/** The name of a format. */
function formatName(value: unknown): string {
  const preset = Object.keys(presets).find((each) => isSame(presets[each], value));
  if (preset !== undefined || !isObject(value)) return preset ?? '';
  if (getOptions(value) === dateOptions) return 'dateOptions';
  return 'style' in value && value.style === 'currency' ? 'money' : 'options';
}

interface FormatFieldProps {
  readonly control: Control;
  readonly renderControls: (controls: readonly Control[]) => ReactNode;
}

/** How numbers and dates of a column are written: by a name, or by the options of Intl. */
export function FormatField({ control: { path }, renderControls }: FormatFieldProps): ReactNode {
  const { name } = useEdited();
  const key = useKey(path);
  // A sum is a number.
  const takesDates = key.rule.options.includes('date');
  return (
    <div className={classes.paint}>
      <NativeSelect
        size="xs"
        label={key.label}
        aria-label={key.name}
        value={formatName(key.value)}
        onChange={({ currentTarget: { value } }) =>
          key.set(value === '' ? undefined : (presets[value] ?? firstOptions[value]))
        }
      >
        {Object.entries(words.formats)
          .filter(([value]) => takesDates || !ofDates.has(value))
          .map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
      </NativeSelect>
      {isObject(key.value) ? (
        <Scope path={path} name={`${name ?? ''} ${key.label.toLowerCase()}`.trim()}>
          {renderControls(getOptions(key.value))}
        </Scope>
      ) : null}
    </div>
  );
}
