import { Stack } from '@mantine/core';
import { DialogButtons } from './dialog-buttons.tsx';
import { useState, type FormEvent, type ReactNode } from 'react';
import { fieldErrors } from '../api/problem.ts';
import { ErrorState } from './error-state.tsx';
import { NestedDialog } from './nested-dialog.tsx';

interface FormDialogProps {
  readonly isOpen: boolean;
  readonly title: string;
  /** The button's words, a verb: "Create project". */
  readonly submit: string;
  /** The dialog stays open, with the error, if this fails. */
  readonly onSubmit: () => Promise<unknown> | void;
  readonly onClose: () => void;
  readonly isDisabled?: boolean;
  /** Default: that of a few fields. */
  readonly size?: 'md' | 'lg';
  /** The fields. Gets what the service refused, by the name of the field. */
  readonly children: (errors: Readonly<Record<string, string>>) => ReactNode;
}

/** A dialog with a form. The first field has `data-autofocus`. */
export function FormDialog(props: FormDialogProps): ReactNode {
  const { isOpen, title, onClose, size = 'md' } = props;
  return (
    <NestedDialog opened={isOpen} onClose={onClose} title={title} size={size}>
      <Form {...props} />
    </NestedDialog>
  );
}

/** Unmounted with the dialog, so that it opens without an earlier error. */
function Form({ submit, onSubmit, onClose, isDisabled = false, children }: FormDialogProps): ReactNode {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const run = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || isDisabled) return;
    setBusy(true);
    setError(null);
    try {
      await onSubmit();
      onClose();
    } catch (problem) {
      setError(problem);
    } finally {
      setBusy(false);
    }
  };
  const errors = fieldErrors(error);
  return (
    <form onSubmit={(event) => void run(event)}>
      <Stack gap="md">
        {children(errors)}
        {error === null || Object.keys(errors).length > 0 ? null : <ErrorState error={error} />}
        <DialogButtons submit={submit} isBusy={isBusy} isDisabled={isDisabled} onCancel={onClose} />
      </Stack>
    </form>
  );
}
