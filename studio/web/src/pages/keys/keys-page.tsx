import { Alert, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconKey, IconKeyOff, IconPlus } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { read, type Schema } from '../../api/client.ts';
import { formatNumber } from '../../formats.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorState } from '../../parts/error-state.tsx';
import { LoadingState } from '../../parts/loading-state.tsx';
import { useLocalList } from '../../parts/local-list.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { Pagination } from '../../parts/pagination.tsx';
import { SearchField } from '../../parts/search-field.tsx';
import { keyWords as words } from '../../words/keys.ts';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { KeyTable } from './key-table.tsx';

/** A shorter list needs no search. */
const manyKeys = 10;

/** API keys: an owner's page has those of all members. */
export function KeysPage(): ReactNode {
  const { data, error, refetch } = useQuery(read('/keys'));
  const [isCreating, setCreating] = useState(false);
  const inUse = data?.data.filter(({ expiresAt }) => !isExpired(expiresAt)).length ?? 0;
  const isFull = data !== undefined && inUse >= data.maxKeys;
  const create = (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      disabled={isFull}
      onClick={() => setCreating(true)}
    >
      {words.create}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={words.title}
        description={words.description}
        facts={
          data === undefined ? null : (
            <Text span size="sm" c="dimmed">
              {words.usage(formatNumber(inUse), formatNumber(data.maxKeys))}
            </Text>
          )
        }
        actions={data !== undefined && data.data.length > 0 ? create : null}
      />
      {isFull ? (
        <Alert color="yellow" mb="md" title={words.full.title(formatNumber(data.maxKeys))}>
          {words.full.detail}
        </Alert>
      ) : null}
      {data === undefined ? (
        error === null ? (
          <LoadingState shape="table" />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : data.data.length === 0 ? (
        <EmptyState icon={IconKey} title={words.empty.title} action={create}>
          {words.empty.detail}
        </EmptyState>
      ) : (
        <KeyList keys={data.data} />
      )}
      <CreateKeyDialog isOpen={isCreating} onClose={() => setCreating(false)} />
    </>
  );
}

function KeyList({ keys }: { readonly keys: readonly Schema<'Key'>[] }): ReactNode {
  const list = useLocalList(keys, ({ name, prefix, account }) => `${name} ${prefix} ${account.name}`);
  return (
    <>
      {keys.length > manyKeys || list.search !== '' ? (
        <Group mb="md">
          <SearchField label={words.search} value={list.search} onChange={list.setSearch} />
        </Group>
      ) : null}
      {list.rows.length === 0 ? (
        <EmptyState
          icon={IconKeyOff}
          title={words.nothingFound.title}
          action={
            <Button variant="default" onClick={() => list.setSearch('')}>
              {words.nothingFound.action}
            </Button>
          }
        >
          {words.nothingFound.detail}
        </EmptyState>
      ) : (
        <>
          <KeyTable keys={list.rows} />
          <Pagination pagination={list.pagination} onPage={list.setPage} />
        </>
      )}
    </>
  );
}

function isExpired(expiresAt: string | null): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now();
}
