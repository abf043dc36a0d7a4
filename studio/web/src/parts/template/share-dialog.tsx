import { Alert, Anchor, Button, Group, Loader, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { Link } from 'react-router';
import { api, data, type Schema } from '../../api/client.ts';
import type { ApiError } from '../../api/problem.ts';
import { useChange } from '../../api/queries.ts';
import { formatDateTime } from '../../formats.ts';
import { CopyButton } from '../copy-button.tsx';
import { ErrorState } from '../error-state.tsx';
import { LoopbackNotice } from '../loopback-notice.tsx';
import { notifyDone } from '../notify.tsx';
import { templatePageWords } from '../../words/template.ts';

const words = templatePageWords.share;

interface ShareDialogProps {
  readonly template: Schema<'Template'>;
  readonly body: Schema<'NewShare'>;
  /** Whether the page shows the draft, which links do not. */
  readonly isDraftShown: boolean;
  readonly onClose: () => void;
}

/** Creates a link as it opens, then shows it. */
export function ShareDialog({ template, body, isDraftShown, onClose }: ShareDialogProps): ReactNode {
  const params = { path: { templateId: template.id } };
  const create = useChange(
    () => data(api.POST('/templates/{templateId}/shares', { params, body })),
    ['/shares', '/usage'],
  );
  const revoke = useChange(
    (shareId: string) => api.DELETE('/shares/{shareId}', { params: { path: { shareId } } }),
    ['/shares'],
    {
      onSuccess: () => {
        notifyDone(words.revoked);
        onClose();
      },
    },
  );
  const hasBegun = useRef(false);
  useEffect(() => {
    // Once, also where React runs effects twice: a link costs a render.
    if (hasBegun.current) return;
    hasBegun.current = true;
    create.mutate();
  }, []);
  const share = create.data;
  return (
    <Modal opened onClose={onClose} title={words.title} size="lg">
      <Stack gap="md" mih={120}>
        {share === undefined ? (
          create.error === null ? (
            <Group gap="sm" role="status">
              <Loader size="sm" aria-hidden />
              <Text size="sm">{words.creating}</Text>
            </Group>
          ) : (
            <Refused error={create.error} onRetry={() => create.mutate()} />
          )
        ) : (
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
                data-autofocus
                onFocus={({ currentTarget }) => currentTarget.select()}
              />
              <CopyButton value={share.url} what={words.url} />
            </Group>
            {isDraftShown && template.version !== null ? (
              <Text size="sm" c="dimmed">
                {words.draftNotice(template.version)}
              </Text>
            ) : null}
            {revoke.error === null ? null : <ErrorState error={revoke.error} />}
            <Group justify="space-between" gap="xs">
              <Button
                variant="subtle"
                color="red"
                loading={revoke.isPending}
                onClick={() => revoke.mutate(share.id)}
              >
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
        )}
      </Stack>
    </Modal>
  );
}

function Refused({ error, onRetry }: { readonly error: ApiError; readonly onRetry: () => void }): ReactNode {
  if (error.code === 'SHARING_NOT_AVAILABLE_ON_PLAN') {
    return (
      <Alert color="yellow" title={words.noLinks.title} role="alert">
        {words.noLinks.detail}
      </Alert>
    );
  }
  if (error.code === 'SHARE_LINK_LIMIT_REACHED') {
    return (
      <Alert color="yellow" title={words.tooMany.title} role="alert">
        <div>{error.message}</div>
        <Anchor component={Link} to="/links" size="sm">
          {words.tooMany.action}
        </Anchor>
      </Alert>
    );
  }
  return <ErrorState error={error} onRetry={onRetry} />;
}
