import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { templateWords as words } from '../../words/templates.ts';

interface NameInputProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: string | undefined;
  readonly hint?: string;
  readonly placeholder?: string;
  readonly isOptional?: boolean;
  /** Takes the focus when its dialog opens. */
  readonly isFirst?: boolean;
}

/** A name of at most 200 characters. */
export function NameInput(props: NameInputProps): ReactNode {
  const { value, onChange, error, hint, placeholder, isOptional = false, isFirst = true } = props;
  return (
    <TextInput
      label={words.name}
      description={hint}
      placeholder={placeholder}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      error={error}
      required={!isOptional}
      maxLength={200}
      dir="auto"
      {...(isFirst ? { 'data-autofocus': true } : {})}
    />
  );
}
