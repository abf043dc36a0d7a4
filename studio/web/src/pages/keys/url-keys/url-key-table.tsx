import { ActionIcon, Group, Text, Tooltip } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { IconTrash } from '../../../generated/icons.ts';
import { api, type Schema } from '../../../api/client.ts';
import { useChange } from '../../../api/queries.ts';
import { useSession } from '../../../api/session.ts';
import { formatAgo, formatDate } from '../../../formats.ts';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { CopyButton } from '../../../parts/copy-button.tsx';
import { DataTable, type Column } from '../../../parts/data-table.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { notifyDone } from '../../../parts/notify.tsx';
import { Status } from '../../../parts/status.tsx';
import { urlKeyWords as words } from '../../../words/url-keys.ts';
import classes from '../keys.module.css';
import { describeRestrictions } from './restrictions.ts';

type UrlKey = Schema<'UrlKey'>;

/** URL keys, newest first, and the way to delete one. */
export function UrlKeyTable({ keys }: { readonly keys: readonly UrlKey[] }): ReactNode {
  const { account } = useSession();
  const [asked, setAsked] = useState<UrlKey | null>(null);
  const [isOpen, setOpen] = useState(false);
  const remove = useChange(
    (urlKeyId: string) => api.DELETE('/url-keys/{urlKeyId}', { params: { path: { urlKeyId } } }),
    ['/url-keys', '/activity'],
    { onSuccess: () => notifyDone(words.deleted) },
  );
  const ask = (key: UrlKey) => {
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
              {asked.name}
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

const columns: readonly Column<UrlKey>[] = [
  {
    key: 'name',
    label: words.columns.name,
    render: ({ id, name, isReadable }) => (
      <div className={classes.name}>
        <Group gap={4} wrap="nowrap">
          <span dir="auto">{name}</span>
          <CopyButton value={id} what={words.copyId} />
        </Group>
        {isReadable ? null : (
          <>
            <Status tone="bad">{words.unreadable}</Status>
            <Text size="xs" c="dimmed" fw={400}>
              {words.unreadableHint}
            </Text>
          </>
        )}
      </div>
    ),
  },
  {
    key: 'allows',
    label: words.columns.allows,
    render: (key) => (
      <ul className={classes.allows}>
        {describeRestrictions(key).map((line) => (
          <li key={line} dir="auto">
            {line}
          </li>
        ))}
      </ul>
    ),
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
];

function actions(onDelete: (key: UrlKey) => void): Column<UrlKey> {
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
