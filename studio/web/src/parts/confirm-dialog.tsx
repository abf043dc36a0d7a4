import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { partWords } from '../words/parts.ts';
import { ErrorState } from './error-state.tsx';

interface ConfirmDialogProps {
  readonly isOpen: boolean;
  readonly title: string;
  /** What will happen, and to what. */
  readonly children: ReactNode;
  /** The button's words, a verb: "Delete key". */
  readonly confirm: string;
  /** Whether it cannot be undone. */
  readonly isDangerous?: boolean;
  /** Of the button that does nothing, where "Cancel" could be mistaken for the action. */
  readonly keep?: string;
  /** The dialog stays open, with the error, if this fails. */
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks before something that cannot be undone, or costs something. */
export function ConfirmDialog(props: ConfirmDialogProps): ReactNode {
  const { isOpen, title, children, confirm, isDangerous = false, onConfirm, onClose } = props;
  const { keep = partWords.cancel } = props;
  const [state, setState] = useState<{ readonly isBusy: boolean; readonly error: unknown }>(idle);
  const close = () => {
    setState(idle);
    onClose();
  };
  const run = async () => {
    setState({ isBusy: true, error: null });
    try {
      await onConfirm();
      close();
    } catch (error) {
      setState({ isBusy: false, error });
    }
  };
  return (
    <Modal opened={isOpen} onClose={close} title={title}>
      <Stack gap="md">
        <Text component="div" size="sm">
          {children}
        </Text>
        {state.error === null ? null : <ErrorState error={state.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close} data-autofocus>
            {keep}
          </Button>
          <Button
            {...(isDangerous ? { color: 'red' } : {})}
            loading={state.isBusy}
            onClick={() => void run()}
          >
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

const idle = { isBusy: false, error: null };
