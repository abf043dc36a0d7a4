import { Alert, Modal, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { IconAlertTriangle } from '../generated/icons.ts';
import { HandedOver } from './handed-over.tsx';

interface SecretDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Of the form. */
  readonly title: string;
  readonly created: {
    readonly title: string;
    readonly warning: string;
    /** What the secret is: "API key". */
    readonly what: string;
    readonly copy: string;
    readonly hint: string;
  };
  /** The form, which hands over the secret. */
  readonly children: (onCreated: (secret: string) => void) => ReactNode;
}

/** Creates a key, and shows its secret once. Then only the button closes it, so that nothing is lost. */
export function SecretDialog({ isOpen, onClose, title, created, children }: SecretDialogProps): ReactNode {
  const [secret, setSecret] = useState<string | null>(null);
  const isShown = secret !== null;
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      onExitTransitionEnd={() => setSecret(null)}
      title={isShown ? created.title : title}
      withCloseButton={!isShown}
      closeOnEscape={!isShown}
    >
      {isShown ? (
        <HandedOver value={secret} what={created.what} copy={created.copy} onDone={onClose}>
          <Stack gap="sm">
            <Alert color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />}>
              {created.warning}
            </Alert>
            <Text size="sm">{created.hint}</Text>
          </Stack>
        </HandedOver>
      ) : (
        children(setSecret)
      )}
    </Modal>
  );
}
