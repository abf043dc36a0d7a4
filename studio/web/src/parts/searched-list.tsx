import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Icon } from './icon.tsx';
import { useLocalList } from './local-list.ts';
import { NothingFound } from './nothing-found.tsx';
import { Pagination } from './pagination.tsx';
import { SearchField } from './search-field.tsx';

interface SearchedListProps<Row> {
  readonly rows: readonly Row[];
  /** What is searched of a row. */
  readonly textOf: (row: Row) => string;
  readonly words: {
    readonly search: string;
    /** What screen readers call the list of pages, where a page has several lists. */
    readonly pages?: string;
    readonly nothingFound: { readonly title: string; readonly detail: string; readonly action: string };
  };
  readonly nothingFoundIcon: Icon;
  /** Of its names in the address, for a second list on a page. */
  readonly prefix?: string;
  /** Shows the rows of one page. */
  readonly children: (rows: readonly Row[]) => ReactNode;
}

/** A shorter list needs no search. */
const manyRows = 10;

/** A list that the service sends as a whole, with its search and its pages. */
export function SearchedList<Row>({
  rows,
  textOf,
  words,
  nothingFoundIcon,
  prefix = '',
  children,
}: SearchedListProps<Row>): ReactNode {
  const list = useLocalList(rows, textOf, prefix);
  return (
    <>
      {rows.length > manyRows || list.search !== '' ? (
        <Group mb="md">
          <SearchField label={words.search} value={list.search} onChange={list.setSearch} />
        </Group>
      ) : null}
      {list.rows.length === 0 ? (
        <NothingFound icon={nothingFoundIcon} words={words.nothingFound} onClear={() => list.setSearch('')} />
      ) : (
        <>
          {children(list.rows)}
          <Pagination
            pagination={list.pagination}
            onPage={list.setPage}
            {...(words.pages === undefined ? {} : { label: words.pages })}
          />
        </>
      )}
    </>
  );
}
