import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './fields.module.css';

interface FieldLabelProps {
  readonly text: string;
  /** A button beside it. */
  readonly action?: ReactNode;
}

/** The label above a field that has a button beside its label. The field itself has an `aria-label`. */
export function FieldLabel({ text, action = null }: FieldLabelProps): ReactNode {
  return (
    <div className={classes.label}>
      <Text span size="xs" c="dimmed" aria-hidden>
        {text}
      </Text>
      {action}
    </div>
  );
}
