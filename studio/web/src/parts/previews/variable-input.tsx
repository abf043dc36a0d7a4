import { Select, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconAlertTriangle } from '../../generated/icons.ts';
import type { Schema } from '../../api/client.ts';
import { previewWords } from '../../words/previews.ts';
import { fieldId, type FieldProps } from './field.ts';
import { ListInput } from './list-input.tsx';
import { PictureInput } from './picture-input.tsx';
import classes from './previews.module.css';
import { describeRules, readRules } from './variable-rules.ts';

export interface VariableInputProps {
  readonly variable: Schema<'Variable'>;
  /** Undefined: none is given. */
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
  /** Why the service refuses the value. */
  readonly error: string | null;
  /** What the render of the value warns of. */
  readonly warning: string | null;
}

/** The field of a variable, with what its value causes below it. */
export function VariableInput(props: VariableInputProps): ReactNode {
  const { warning, error } = props;
  return (
    <div>
      <Field {...props} />
      {warning === null || error !== null ? null : (
        <div className={classes.fieldWarning}>
          <IconAlertTriangle size={14} aria-hidden />
          {warning}
        </div>
      )}
    </div>
  );
}

/** The field that fits the variable's type. Values are always texts, as in the API. */
function Field({ variable, value, onChange, error }: VariableInputProps): ReactNode {
  const { name, type, label, required, defaultValue } = variable;
  const field: FieldProps = {
    id: fieldId(name),
    label: <span dir="auto">{label === '' ? name : label}</span>,
    description: describeRules(variable),
    withAsterisk: required,
    error,
    placeholder: defaultValue ?? previewWords.examples[type] ?? '',
    dir: type === 'text' ? 'auto' : 'ltr',
  };
  if (variable.fields !== undefined)
    return (
      <ListInput field={field} fields={variable.fields} place={name} value={value} onChange={onChange} />
    );
  const { options } = readRules(variable);
  if (options !== undefined)
    return (
      <Select
        {...field}
        data={[...new Set(options)]}
        value={value ?? null}
        onChange={(chosen) => onChange(chosen ?? undefined)}
        placeholder={defaultValue ?? previewWords.notGiven}
        clearable={!required}
        searchable={options.length > 10}
        comboboxProps={{ withinPortal: true }}
      />
    );
  const text = {
    ...field,
    value: value ?? '',
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange(currentTarget.value),
    autoComplete: 'off',
  };
  switch (type) {
    case 'number':
      return <TextInput {...text} inputMode="decimal" />;
    case 'email':
      return <TextInput {...text} inputMode="email" spellCheck={false} />;
    case 'url':
      return <TextInput {...text} inputMode="url" spellCheck={false} />;
    case 'phone':
      return <TextInput {...text} inputMode="tel" />;
    case 'date':
      // A browser's own field knows dates only, no date with a time.
      return <TextInput {...text} type={isDate(value ?? '') ? 'date' : 'text'} />;
    case 'image':
      return <PictureInput field={field} value={value} onChange={onChange} />;
    case 'barcode':
      return <TextInput {...text} spellCheck={false} />;
    default:
      return <Textarea {...text} autosize minRows={1} maxRows={8} />;
  }
}

function isDate(value: string): boolean {
  return value === '' || /^\d{4}-\d\d-\d\d$/u.test(value);
}
