import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { api, type Schema } from '../../../api/client.ts';
import { useChange } from '../../../api/queries.ts';
import { CopyButton } from '../../../parts/copy-button.tsx';
import type { Column } from '../../../parts/data-table.tsx';
import { notifyDone } from '../../../parts/notify.tsx';
import { Status } from '../../../parts/status.tsx';
import { urlKeyWords as words } from '../../../words/url-keys.ts';
import { DeletableKeys } from '../deletable-keys.tsx';
import classes from '../keys.module.css';
import { describeRestrictions } from './restrictions.ts';

type UrlKey = Schema<'UrlKey'>;

/** URL keys, newest first, and the way to delete one. */
export function UrlKeyTable({ keys }: { readonly keys: readonly UrlKey[] }): ReactNode {
  const remove = useChange(
    (urlKeyId: string) => api.DELETE('/url-keys/{urlKeyId}', { params: { path: { urlKeyId } } }),
    ['/url-keys', '/activity'],
    { onSuccess: () => notifyDone(words.deleted) },
  );
  return <DeletableKeys keys={keys} words={words} first={columns} onDelete={remove.mutateAsync} />;
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
];
