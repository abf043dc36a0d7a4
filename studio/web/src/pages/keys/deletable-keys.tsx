import { ActionIcon, Text, Tooltip } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { IconTrash } from '../../generated/icons.ts';
import { useSession } from '../../api/session.ts';
import { formatAgo, formatDate } from '../../formats.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { DataTable, type Column } from '../../parts/data-table.tsx';
import { Moment } from '../../parts/moment.tsx';
import classes from './keys.module.css';

/** What keys of both kinds have. */
interface AnyKey {
  readonly id: string;
  readonly name: string;
  readonly account: { readonly name: string };
  readonly isYours: boolean;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

interface DeletableKeysProps<Key extends AnyKey> {
  readonly keys: readonly Key[];
  readonly words: {
    readonly caption: string;
    readonly columns: Readonly<Record<'member' | 'created' | 'lastUsed' | 'actions', string>>;
    readonly you: string;
    readonly never: string;
    readonly delete: string;
    readonly deleteNamed: (name: string) => string;
    readonly confirm: {
      readonly title: string;
      readonly detail: string;
      readonly unused: string;
      readonly lastUsed: (when: string) => string;
      readonly action: string;
    };
  };
  /** The columns before and after those that both kinds have. */
  readonly first: readonly Column<Key>[];
  readonly last?: readonly Column<Key>[];
  /** What names a key beside its name. */
  readonly mark?: (key: Key) => ReactNode;
  readonly onDelete: (id: string) => Promise<unknown>;
}

/** A table of keys, newest first, with the way to delete one. Owners see whose they are. */
export function DeletableKeys<Key extends AnyKey>(props: DeletableKeysProps<Key>): ReactNode {
  const { keys, words, first, last = [], mark, onDelete } = props;
  const { account } = useSession();
  const [asked, setAsked] = useState<Key | null>(null);
  const [isOpen, setOpen] = useState(false);
  const ask = (key: Key) => {
    setAsked(key);
    setOpen(true);
  };
  const member = account.role === 'OWNER' ? [memberColumn<Key>(words)] : [];
  const columns = [...first, ...member, ...dateColumns<Key>(words), ...last, actions<Key>(words, ask)];
  return (
    <>
      <DataTable caption={words.caption} columns={columns} rows={keys} rowKey={({ id }) => id} />
      <ConfirmDialog
        isOpen={isOpen}
        title={words.confirm.title}
        confirm={words.confirm.action}
        isDangerous
        onConfirm={() => (asked === null ? Promise.resolve() : onDelete(asked.id))}
        onClose={() => setOpen(false)}
      >
        {asked === null ? null : (
          <>
            <Text size="sm" fw={600} dir="auto" className={classes.name}>
              {asked.name} {mark?.(asked)}
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

type Words = DeletableKeysProps<AnyKey>['words'];

function memberColumn<Key extends AnyKey>({ columns, you }: Words): Column<Key> {
  return {
    key: 'member',
    label: columns.member,
    render: ({ account, isYours }) => (
      <span className={classes.name}>
        <span dir="auto">{account.name}</span>
        {isYours ? (
          <Text span size="sm" c="dimmed">
            {' '}
            ({you})
          </Text>
        ) : null}
      </span>
    ),
  };
}

function dateColumns<Key extends AnyKey>({ columns, never }: Words): readonly Column<Key>[] {
  return [
    {
      key: 'created',
      label: columns.created,
      render: ({ createdAt }) => formatDate(createdAt),
      width: 120,
    },
    {
      key: 'lastUsed',
      label: columns.lastUsed,
      render: ({ lastUsedAt }) =>
        lastUsedAt === null ? (
          <Text span size="sm" c="dimmed">
            {never}
          </Text>
        ) : (
          <Moment date={lastUsedAt} />
        ),
      width: 140,
    },
  ];
}

function actions<Key extends AnyKey>(words: Words, onDelete: (key: Key) => void): Column<Key> {
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
