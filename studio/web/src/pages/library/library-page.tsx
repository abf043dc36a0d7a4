import { Button, Group, NativeSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { IconBooks, IconPalette, IconSearchOff } from '../../generated/icons.ts';
import { useAddress } from '../../parts/address.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorState } from '../../parts/error-state.tsx';
import { libraryKinds, libraryQuery, type LibraryItem } from '../../parts/library/library.ts';
import classes from '../../parts/library/library.module.css';
import { LoadingState } from '../../parts/loading-state.tsx';
import { NothingFound } from '../../parts/nothing-found.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { Pagination } from '../../parts/pagination.tsx';
import { SearchField } from '../../parts/search-field.tsx';
import { libraryWords as words } from '../../words/library.ts';
import { ItemCard } from './item-card.tsx';
import { ItemDialog, type ItemAction } from './item-dialogs.tsx';
import { UploadMenu } from './upload-menu.tsx';

const size = 48;

/** The library of the workspace. All members add and change items; its author or an owner removes one. */
export function LibraryPage(): ReactNode {
  const { get, page, setPage, setFilters } = useAddress();
  const kind = libraryKinds.find((each) => each === get('kind')) ?? null;
  const search = get('search') ?? '';
  const kinds = kind === null ? [] : [kind];
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...libraryQuery({ kinds, search, page, size }),
    placeholderData: keepPreviousData,
  });
  const [open, setOpen] = useState<{ readonly action: ItemAction; readonly item: LibraryItem | null }>();
  const addColor = (
    <Button
      leftSection={<IconPalette size={16} aria-hidden />}
      onClick={() => setOpen({ action: 'addColor', item: null })}
    >
      {words.addColor}
    </Button>
  );
  const add = (
    <Group gap="xs">
      <UploadMenu />
      {addColor}
    </Group>
  );
  return (
    <>
      <PageHeader title={words.title} description={words.description} actions={add} />
      <Group mb="md" gap="sm" align="flex-end">
        <SearchField
          label={words.search}
          value={search}
          onChange={(next) => setFilters({ search: next || null })}
        />
        <NativeSelect
          aria-label={words.filter}
          value={kind ?? ''}
          onChange={({ currentTarget }) => setFilters({ kind: currentTarget.value || null })}
          data={[
            { value: '', label: words.all },
            ...libraryKinds.map((value) => ({ value, label: words.kinds[value] })),
          ]}
        />
      </Group>
      {error !== null ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <LoadingState shape="cards" count={8} />
      ) : data.data.length === 0 && search !== '' ? (
        <NothingFound
          icon={IconSearchOff}
          words={words.nothingFound}
          onClear={() => setFilters({ search: null, kind: null })}
        />
      ) : data.data.length === 0 ? (
        <EmptyState icon={IconBooks} title={words.empty.title}>
          {words.empty.detail}
        </EmptyState>
      ) : (
        <>
          <ul className={classes.grid} aria-label={words.list} aria-busy={isPlaceholderData}>
            {data.data.map((item) => (
              <ItemCard key={item.id} item={item} onAction={(action) => setOpen({ action, item })} />
            ))}
          </ul>
          <Pagination pagination={data.pagination} onPage={setPage} />
        </>
      )}
      {open === undefined ? null : (
        <ItemDialog action={open.action} item={open.item} onClose={() => setOpen(undefined)} />
      )}
    </>
  );
}
