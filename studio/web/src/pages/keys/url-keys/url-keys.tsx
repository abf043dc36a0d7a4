import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { IconKeyOff, IconPhoto, IconPlus } from '../../../generated/icons.ts';
import { read } from '../../../api/client.ts';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { SearchedList } from '../../../parts/searched-list.tsx';
import { urlKeyWords as words } from '../../../words/url-keys.ts';
import { KeysSection } from '../section.tsx';
import { CreateUrlKeyDialog } from '../../../parts/url-keys/create-url-key-dialog.tsx';
import { UrlKeyTable } from './url-key-table.tsx';

/** The keys that sign image URLs: an owner's page has those of all members. */
export function UrlKeys(): ReactNode {
  const { data, error, refetch } = useQuery(read('/url-keys'));
  const [isCreating, setCreating] = useState(false);
  const used = data?.data.length ?? 0;
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
        keys={data && { used, total: used, max: data.maxKeys }}
        error={error}
        onRetry={() => void refetch()}
        action={create}
        empty={
          <EmptyState icon={IconPhoto} title={words.empty.title} action={create}>
            {words.empty.detail}
          </EmptyState>
        }
      >
        <SearchedList
          rows={data?.data ?? []}
          textOf={({ name, account: { name: owner } }) => `${name} ${owner}`}
          words={words}
          nothingFoundIcon={IconKeyOff}
          prefix="url-"
        >
          {(keys) => <UrlKeyTable keys={keys} />}
        </SearchedList>
      </KeysSection>
      <CreateUrlKeyDialog isOpen={isCreating} onClose={() => setCreating(false)} />
    </>
  );
}
