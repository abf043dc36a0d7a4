import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { IconKey, IconKeyOff } from '../../generated/icons.ts';
import { read } from '../../api/client.ts';
import { SearchedList } from '../../parts/searched-list.tsx';
import { keyWords as words } from '../../words/keys.ts';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { KeyTable } from './key-table.tsx';
import { KeysSection } from './section.tsx';

/** API keys: an owner's page has those of all members. */
export function ApiKeys(): ReactNode {
  const { data, error, refetch } = useQuery(read('/keys'));
  const used = data?.data.filter(({ expiresAt }) => !isExpired(expiresAt)).length ?? 0;
  return (
    <KeysSection
      words={words}
      keys={data && { used, total: data.data.length, max: data.maxKeys }}
      error={error}
      onRetry={() => void refetch()}
      CreateDialog={CreateKeyDialog}
      emptyIcon={IconKey}
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
  );
}

function isExpired(expiresAt: string | null): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now();
}
