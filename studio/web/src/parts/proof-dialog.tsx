import { Modal, Stack } from '@mantine/core';
import { DialogButtons } from './dialog-buttons.tsx';
import { useState, type FormEvent, type ReactNode } from 'react';
import type { Schema } from '../api/client.ts';
import { ErrorState } from './error-state.tsx';
import { isOwnersError, useOwnerProof } from './owner-proof.tsx';

interface ProofDialogProps {
  readonly isOpen: boolean;
  readonly title: string;
  /** The button's words, a verb: "Turn off". */
  readonly submit: string;
  readonly children?: ReactNode;
  readonly onSubmit: (proof: Schema<'OwnerProof'>) => Promise<unknown>;
  readonly onClose: () => void;
}

/** A dialog that removes a second factor: it asks for the password and a second factor. */
export function ProofDialog(props: ProofDialogProps): ReactNode {
  const { isOpen, title, onClose } = props;
  return (
    <Modal opened={isOpen} onClose={onClose} title={title}>
      <Form {...props} />
    </Modal>
  );
}

/** Unmounted with the dialog, so that it opens empty. */
function Form({ submit, children, onSubmit, onClose }: ProofDialogProps): ReactNode {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const { fields, read } = useOwnerProof(error);
  const run = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      await onSubmit(await read());
      onClose();
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void run(event)}>
      <Stack gap="md">
        {children}
        {fields}
        {error === null || isOwnersError(error) ? null : <ErrorState error={error} />}
        <DialogButtons submit={submit} isBusy={isBusy} onCancel={onClose} />
      </Stack>
    </form>
  );
}
