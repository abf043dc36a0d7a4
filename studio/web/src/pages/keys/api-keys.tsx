import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { IconKey, IconKeyOff, IconPlus } from '../../generated/icons.ts';
import { read } from '../../api/client.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { SearchedList } from '../../parts/searched-list.tsx';
import { keyWords as words } from '../../words/keys.ts';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { KeyTable } from './key-table.tsx';
import { KeysSection } from './section.tsx';

/** API keys: an owner's page has those of all members. */
export function ApiKeys(): ReactNode {
  const { data, error, refetch } = useQuery(read('/keys'));
  const [isCreating, setCreating] = useState(false);
  const used = data?.data.filter(({ expiresAt }) => !isExpired(expiresAt)).length ?? 0;
  const create = (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      disabled={data !== undefined && used >= data.maxKeys}
      onClick={() => setCreating(true)}
    >
      {words.create}
    </Button>
  );
  return (
    <>
      <KeysSection
        words={words}
        keys={data && { used, total: data.data.length, max: data.maxKeys }}
        error={error}
        onRetry={() => void refetch()}
        action={create}
        empty={
          <EmptyState icon={IconKey} title={words.empty.title} action={create}>
            {words.empty.detail}
          </EmptyState>
        }
      >
        <SearchedList
          rows={data?.data ?? []}
          textOf={({ name, prefix, account: { name: owner } }) => `${name} ${prefix} ${owner}`}
          words={words}
          nothingFoundIcon={IconKeyOff}
        >
          {(keys) => <KeyTable keys={keys} />}
        </SearchedList>
      </KeysSection>
      <CreateKeyDialog isOpen={isCreating} onClose={() => setCreating(false)} />
    </>
  );
}

function isExpired(expiresAt: string | null): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now();
}
