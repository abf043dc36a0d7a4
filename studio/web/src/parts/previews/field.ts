import type { ReactNode } from 'react';

/** What an input of every kind gets. */
export interface FieldProps {
  readonly id: string;
  readonly label: ReactNode;
  readonly description: string | null;
  readonly withAsterisk: boolean;
  readonly error: string | null;
  readonly placeholder: string;
  readonly dir: 'auto' | 'ltr';
}

/** The id of a variable's field, which warnings link to. */
export function fieldId(name: string): string {
  return `value-${name}`;
}
