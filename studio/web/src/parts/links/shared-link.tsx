import { Button, Group, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { api, type Schema } from '../../api/client.ts';
import { useChange } from '../../api/queries.ts';
import { formatDateTime } from '../../formats.ts';
import { templatePageWords } from '../../words/template.ts';
import { CopyButton } from '../copy-button.tsx';
import { ErrorState } from '../error-state.tsx';
import { LoopbackNotice } from '../loopback-notice.tsx';
import { notifyDone } from '../notify.tsx';

const words = templatePageWords.share;

interface SharedLinkProps {
  readonly share: Schema<'Share'>;
  readonly onClose: () => void;
  /** What else there is to say about it. */
  readonly children?: ReactNode;
}

/** A link that was just made: to be copied, opened or revoked. In a dialog. */
export function SharedLink({ share, onClose, children }: SharedLinkProps): ReactNode {
  const revoke = useChange(
    () => api.DELETE('/shares/{shareId}', { params: { path: { shareId: share.id } } }),
    ['/shares'],
    {
      onSuccess: () => {
        notifyDone(words.revoked);
        onClose();
      },
    },
  );
  return (
    <>
      <Text size="sm" role="status">
        {words.ready} {words.expires(formatDateTime(share.expiresAt))}
      </Text>
      <LoopbackNotice url={share.url} />
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          label={words.url}
          value={share.url}
          readOnly
          flex={1}
          dir="ltr"
          // The button that made the link is gone, and the focus with it.
          autoFocus
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <CopyButton value={share.url} what={words.url} />
      </Group>
      {children}
      {revoke.error === null ? null : <ErrorState error={revoke.error} />}
      <Group justify="space-between" gap="xs">
        <Button variant="subtle" color="red" loading={revoke.isPending} onClick={() => revoke.mutate()}>
          {words.revoke}
        </Button>
        <Group gap="xs">
          <Button component="a" href={share.url} target="_blank" rel="noreferrer" variant="default">
            {words.open}
          </Button>
          <Button onClick={onClose}>{words.done}</Button>
        </Group>
      </Group>
    </>
  );
}
