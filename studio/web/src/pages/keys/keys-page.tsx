import { Alert, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { IconKey, IconKeyOff, IconPlus } from '../../generated/icons.ts';
import { read } from '../../api/client.ts';
import { formatNumber } from '../../formats.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorState } from '../../parts/error-state.tsx';
import { LoadingState } from '../../parts/loading-state.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { SearchedList } from '../../parts/searched-list.tsx';
import { keyWords as words } from '../../words/keys.ts';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { KeyTable } from './key-table.tsx';

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
        <SearchedList
          rows={data.data}
          textOf={({ name, prefix, account: { name: owner } }) => `${name} ${prefix} ${owner}`}
          words={words}
          nothingFoundIcon={IconKeyOff}
        >
          {(keys) => <KeyTable keys={keys} />}
        </SearchedList>
      )}
      <CreateKeyDialog isOpen={isCreating} onClose={() => setCreating(false)} />
    </>
  );
}

function isExpired(expiresAt: string | null): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now();
}
