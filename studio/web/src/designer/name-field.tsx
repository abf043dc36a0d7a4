import { TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';

interface NameFieldProps {
  /** What screen readers call the field. */
  readonly label: string;
  readonly name: string;
  /** Keeps the name that was typed. */
  readonly onName: (name: string) => void;
  readonly onDone: () => void;
}

/** The name of a row that is typed in its place. Enter and leaving the field keep it, Escape does not. */
export function NameField({ label, name, onName, onDone }: NameFieldProps): ReactNode {
  const [typed, setTyped] = useState(name);
  const finish = () => {
    onName(typed.trim());
    onDone();
  };
  return (
    <TextInput
      size="xs"
      flex={1}
      aria-label={label}
      value={typed}
      maxLength={200}
      autoFocus
      onFocus={({ target }) => target.select()}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={finish}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Enter') finish();
        if (event.key === 'Escape') onDone();
      }}
    />
  );
}
