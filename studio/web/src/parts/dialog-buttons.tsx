import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { partWords } from '../words/parts.ts';
import classes from './parts.module.css';

interface DialogButtonsProps {
  /** The words of the button that submits the form. */
  readonly submit: string;
  readonly isBusy?: boolean;
  readonly isDisabled?: boolean;
  /** Whether the form is long: the buttons stay in reach while it is scrolled. */
  readonly isLong?: boolean;
  /** Called by the button, where there is no form to submit. */
  readonly onSubmit?: () => void;
  readonly onCancel: () => void;
}

/** The buttons at the end of a dialog: one cancels, one submits. */
export function DialogButtons({
  submit,
  isBusy = false,
  isDisabled = false,
  isLong = false,
  onSubmit,
  onCancel,
}: DialogButtonsProps): ReactNode {
  const action = onSubmit === undefined ? ({ type: 'submit' } as const) : { onClick: onSubmit };
  return (
    <Group justify="flex-end" gap="xs" className={isLong ? (classes.dialogButtons ?? '') : ''}>
      <Button variant="default" onClick={onCancel}>
        {partWords.cancel}
      </Button>
      <Button {...action} loading={isBusy} disabled={isDisabled}>
        {submit}
      </Button>
    </Group>
  );
}
