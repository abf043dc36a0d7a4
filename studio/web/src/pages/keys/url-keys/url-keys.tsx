import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { IconKeyOff, IconPhoto } from '../../../generated/icons.ts';
import { read } from '../../../api/client.ts';
import { SearchedList } from '../../../parts/searched-list.tsx';
import { CreateUrlKeyDialog } from '../../../parts/url-keys/create-url-key-dialog.tsx';
import { urlKeyWords as words } from '../../../words/url-keys.ts';
import { KeysSection } from '../section.tsx';
import { UrlKeyTable } from './url-key-table.tsx';

/** The keys that sign image URLs: an owner's page has those of all members. */
export function UrlKeys(): ReactNode {
  const { data, error, refetch } = useQuery(read('/url-keys'));
  const used = data?.data.length ?? 0;
  return (
    <KeysSection
      words={words}
      keys={data && { used, total: used, max: data.maxKeys }}
      error={error}
      onRetry={() => void refetch()}
      CreateDialog={CreateUrlKeyDialog}
      emptyIcon={IconPhoto}
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
  );
}
