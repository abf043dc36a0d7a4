import { Badge, Code, Group, Text, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { api, type Schema } from '../../api/client.ts';
import { useChange } from '../../api/queries.ts';
import { formatDate } from '../../formats.ts';
import type { Column } from '../../parts/data-table.tsx';
import { notifyDone } from '../../parts/notify.tsx';
import { Status } from '../../parts/status.tsx';
import { keyWords as words } from '../../words/keys.ts';
import { DeletableKeys } from './deletable-keys.tsx';
import classes from './keys.module.css';

type Key = Schema<'Key'>;

/** API keys, newest first, and the way to delete one. */
export function KeyTable({ keys }: { readonly keys: readonly Key[] }): ReactNode {
  const remove = useChange(
    (keyId: string) => api.DELETE('/keys/{keyId}', { params: { path: { keyId } } }),
    ['/keys', '/activity', '/members'],
    { onSuccess: () => notifyDone(words.deleted) },
  );
  return (
    <DeletableKeys
      keys={keys}
      words={words}
      first={first}
      last={last}
      mark={({ prefix }) => <Code>{prefix}…</Code>}
      onDelete={remove.mutateAsync}
    />
  );
}

const first: readonly Column<Key>[] = [
  {
    key: 'name',
    label: words.columns.name,
    render: ({ name, mayAuthor }) => (
      <Group gap="xs" display="flex" className={classes.name}>
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
];

const last: readonly Column<Key>[] = [
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
