import { ActionIcon, Badge, Code, Group, Text, Tooltip } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { IconTrash } from '../../generated/icons.ts';
import { api, type Schema } from '../../api/client.ts';
import { useChange } from '../../api/queries.ts';
import { useSession } from '../../api/session.ts';
import { formatAgo, formatDate } from '../../formats.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { DataTable, type Column } from '../../parts/data-table.tsx';
import { Moment } from '../../parts/moment.tsx';
import { notifyDone } from '../../parts/notify.tsx';
import { Status } from '../../parts/status.tsx';
import { keyWords as words } from '../../words/keys.ts';
import classes from './keys.module.css';

type Key = Schema<'Key'>;

/** Keys, newest first, and the way to delete one. */
export function KeyTable({ keys }: { readonly keys: readonly Key[] }): ReactNode {
  const { account } = useSession();
  const [asked, setAsked] = useState<Key | null>(null);
  const [isOpen, setOpen] = useState(false);
  const remove = useChange(
    (keyId: string) => api.DELETE('/keys/{keyId}', { params: { path: { keyId } } }),
    ['/keys', '/activity', '/members'],
    { onSuccess: () => notifyDone(words.deleted) },
  );
  const ask = (key: Key) => {
    setAsked(key);
    setOpen(true);
  };
  const all = [...columns, actions(ask)];
  return (
    <>
      <DataTable
        caption={words.caption}
        columns={account.role === 'OWNER' ? all : all.filter(({ key }) => key !== 'member')}
        rows={keys}
        rowKey={({ id }) => id}
      />
      <ConfirmDialog
        isOpen={isOpen}
        title={words.confirm.title}
        confirm={words.confirm.action}
        isDangerous
        onConfirm={() => (asked === null ? Promise.resolve() : remove.mutateAsync(asked.id))}
        onClose={() => setOpen(false)}
      >
        {asked === null ? null : (
          <>
            <Text size="sm" fw={600} dir="auto" className={classes.name}>
              {asked.name} <Code>{asked.prefix}…</Code>
            </Text>
            <Text size="sm" mt={4}>
              {asked.lastUsedAt === null
                ? words.confirm.unused
                : words.confirm.lastUsed(formatAgo(asked.lastUsedAt))}{' '}
              {words.confirm.detail}
            </Text>
          </>
        )}
      </ConfirmDialog>
    </>
  );
}

const columns: readonly Column<Key>[] = [
  {
    key: 'name',
    label: words.columns.name,
    render: ({ name, mayAuthor }) => (
      <Group gap="xs" className={classes.name}>
        <span dir="auto">{name}</span>
        {mayAuthor ? (
          <Tooltip label={words.mayAuthorHint}>
            <Badge variant="light" tt="none">
              {words.mayAuthor}
            </Badge>
          </Tooltip>
        ) : null}
      </Group>
    ),
  },
  {
    key: 'key',
    label: words.columns.key,
    render: ({ prefix }) => <Code className={classes.prefix}>{prefix}…</Code>,
    width: 150,
  },
  {
    key: 'member',
    label: words.columns.member,
    render: ({ account, isYours }) => (
      <span className={classes.name}>
        <span dir="auto">{account.name}</span>
        {isYours ? (
          <Text span size="sm" c="dimmed">
            {' '}
            ({words.you})
          </Text>
        ) : null}
      </span>
    ),
  },
  {
    key: 'created',
    label: words.columns.created,
    render: ({ createdAt }) => formatDate(createdAt),
    width: 120,
  },
  {
    key: 'lastUsed',
    label: words.columns.lastUsed,
    render: ({ lastUsedAt }) =>
      lastUsedAt === null ? (
        <Text span size="sm" c="dimmed">
          {words.never}
        </Text>
      ) : (
        <Moment date={lastUsedAt} />
      ),
    width: 140,
  },
  {
    key: 'expires',
    label: words.columns.expires,
    render: ({ expiresAt }) =>
      expiresAt === null ? (
        <Text span size="sm" c="dimmed">
          {words.never}
        </Text>
      ) : Date.parse(expiresAt) <= Date.now() ? (
        <Status tone="bad">{words.expired}</Status>
      ) : (
        formatDate(expiresAt)
      ),
    width: 120,
  },
];

function actions(onDelete: (key: Key) => void): Column<Key> {
  return {
    key: 'actions',
    label: words.columns.actions,
    isActions: true,
    width: 56,
    render: (key) => (
      <Tooltip label={words.delete}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={words.deleteNamed(key.name)}
          onClick={() => onDelete(key)}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
    ),
  };
}
