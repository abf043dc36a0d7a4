import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { partWords } from '../words/parts.ts';
import classes from './parts.module.css';

interface DialogButtonsProps {
  /** The words of the button that submits the form. */
  readonly submit: string;
  readonly isBusy?: boolean;
  readonly onCancel: () => void;
}

/** The buttons of a long form in a dialog, at its end. They stay in reach while the form is scrolled. */
export function DialogButtons({ submit, isBusy = false, onCancel }: DialogButtonsProps): ReactNode {
  return (
    <Group justify="flex-end" gap="xs" className={classes.dialogButtons ?? ''}>
      <Button variant="default" onClick={onCancel}>
        {partWords.cancel}
      </Button>
      <Button type="submit" loading={isBusy}>
        {submit}
      </Button>
    </Group>
  );
}
