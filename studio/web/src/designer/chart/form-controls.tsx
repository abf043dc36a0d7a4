/** The controls of the form of a chart. */
import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { chartWords as words } from '../../words/designer/chart.ts';
import { CheckedText } from '../fields/text-field.tsx';

interface ChoiceProps<Option extends string> {
  readonly label: string;
  /** One that is no option is shown as what the JSON has. */
  readonly value: string;
  readonly options: Readonly<Partial<Record<Option, string>>>;
  readonly onChange: (option: Option) => void;
}

export function Choice<Option extends string>({
  label,
  value,
  options,
  onChange,
}: ChoiceProps<Option>): ReactNode {
  const isKnown = Object.hasOwn(options, value);
  return (
    <NativeSelect
      size="xs"
      label={label}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value as Option)}
    >
      {isKnown ? null : (
        <option value={value} disabled>
          {words.other}
        </option>
      )}
      {(Object.entries(options) as [string, string][]).map(([option, name]) => (
        <option key={option} value={option}>
          {name}
        </option>
      ))}
    </NativeSelect>
  );
}

interface FieldChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly fields: readonly string[];
  /** What is shown without a field. */
  readonly empty: string;
  readonly onChange: (field: string) => void;
}

export function FieldChoice({ label, value, fields, empty, onChange }: FieldChoiceProps): ReactNode {
  const isOptional = empty === words.none;
  return (
    <NativeSelect
      size="xs"
      label={label}
      dir="auto"
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      {isOptional || value === '' ? (
        <option value="" disabled={!isOptional}>
          {empty}
        </option>
      ) : null}
      {/* A field that a transform makes is none of the list. */}
      {(value === '' || fields.includes(value) ? fields : [...fields, value]).map((field) => (
        <option key={field} value={field}>
          {field}
        </option>
      ))}
    </NativeSelect>
  );
}

interface TitleProps {
  readonly label: string;
  readonly value: string;
  readonly hint: string;
  readonly onApply: (title: string) => void;
}

export function Title({ label, value, hint, onApply }: TitleProps): ReactNode {
  return (
    <CheckedText
      label={label}
      name={label}
      value={value}
      placeholder={hint}
      check={() => null}
      onApply={onApply}
    />
  );
}

interface AxisTitleProps {
  readonly label: string;
  readonly value: string | null | undefined;
  /** What Vega-Lite writes without a title. */
  readonly automatic: string;
  readonly onApply: (title: string | null) => void;
}

/** An empty field is an axis without a title, unless nothing is said about it. */
export function AxisTitle({ label, value, automatic, onApply }: AxisTitleProps): ReactNode {
  const hint = value === undefined && automatic !== '' ? words.automatic(automatic) : words.noTitle;
  return (
    <Title
      label={label}
      value={value ?? ''}
      hint={hint}
      onApply={(title) => onApply(title === '' ? null : title)}
    />
  );
}
