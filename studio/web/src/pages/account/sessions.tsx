import { Badge, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { api, read, type Schema } from '../../api/client.ts';
import { useChange } from '../../api/queries.ts';
import { formatAgo, formatDateTime } from '../../formats.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { readUserAgent } from '../../parts/browser-name.ts';
import { DataTable, type Column } from '../../parts/data-table.tsx';
import { ErrorState } from '../../parts/error-state.tsx';
import { LoadingState } from '../../parts/loading-state.tsx';
import { notifyDone } from '../../parts/notify.tsx';
import { accountWords } from '../../words/account.ts';

const words = accountWords.sessions;

type SessionEntry = Schema<'SessionEntry'>;

/** The account's sessions. Every one but this can be ended here; this one ends by signing out. */
export function Sessions(): ReactNode {
  const { data: list, error, refetch } = useQuery(read('/sessions'));
  const [ending, setEnding] = useState<SessionEntry | null>(null);
  const end = useChange(
    (sessionId: string) => api.DELETE('/sessions/{sessionId}', { params: { path: { sessionId } } }),
    ['/sessions'],
    { onSuccess: () => notifyDone(words.ended) },
  );
  if (list === undefined) {
    return error === null ? (
      <LoadingState shape="table" count={3} />
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    );
  }
  return (
    <>
      <DataTable
        caption={words.caption}
        rows={list.data}
        rowKey={({ id }) => id}
        columns={[...columns, actions(setEnding)]}
      />
      <ConfirmDialog
        isOpen={ending !== null}
        title={words.confirmTitle}
        confirm={words.confirmAction}
        isDangerous
        onConfirm={() => (ending === null ? Promise.resolve() : end.mutateAsync(ending.id))}
        onClose={() => setEnding(null)}
      >
        {ending === null ? null : words.confirm(getName(ending))}
      </ConfirmDialog>
    </>
  );
}

const columns: readonly Column<SessionEntry>[] = [
  {
    key: 'browser',
    label: words.browser,
    render: (session) => (
      <Group gap="xs">
        {getName(session)}
        {session.isCurrent ? (
          <Badge variant="light" tt="none">
            {words.thisOne}
          </Badge>
        ) : null}
      </Group>
    ),
  },
  {
    key: 'signedIn',
    label: words.signedIn,
    render: ({ createdAt, method }) => (
      <>
        {formatDateTime(createdAt)}{' '}
        <Text span size="sm" c="dimmed">
          {words.methods[method]}
        </Text>
      </>
    ),
  },
  { key: 'lastUsed', label: words.lastUsed, render: ({ lastUsedAt }) => formatAgo(lastUsedAt) },
  { key: 'address', label: words.address, render: ({ address }) => address ?? '–' },
];

function actions(onEnd: (session: SessionEntry) => void): Column<SessionEntry> {
  return {
    key: 'actions',
    label: words.actions,
    isActions: true,
    render: (session) =>
      session.isCurrent ? null : (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={words.endOf(getName(session))}
          onClick={() => onEnd(session)}
        >
          {words.end}
        </Button>
      ),
  };
}

function getName({ userAgent }: SessionEntry): string {
  const { browser, system } = readUserAgent(userAgent);
  if (browser !== null && system !== null) return words.on(browser, system);
  return browser ?? system ?? words.unknown;
}
