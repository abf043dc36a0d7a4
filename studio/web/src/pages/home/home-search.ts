import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useAddressParams } from '../../parts/address.ts';
import { homeWords } from '../../words/home.ts';

/** How templates can be sorted. */
export type TemplateSort = keyof typeof homeWords.sorts;

/** What the home page shows. All of it is in its address. */
export interface HomeView {
  readonly search: string;
  readonly projectId: string | null;
  readonly sort: TemplateSort;
  readonly page: number;
  /** Whether all projects are listed, and which page of them. Null: only the first few. */
  readonly projectsPage: number | null;
}

const keys = { search: 'search', projectId: 'project', sort: 'sort', page: 'page', projectsPage: 'projects' };

/** The home page's address as data, and the way to change it. */
export function useHomeView(): readonly [
  HomeView,
  (change: Partial<HomeView>, options?: { readonly replace?: boolean }) => void,
] {
  const [params, changeParams] = useAddressParams();
  const sort = params.get(keys.sort) ?? '';
  const projectsPage = params.get(keys.projectsPage);
  const view: HomeView = {
    search: (params.get(keys.search) ?? '').slice(0, 200),
    projectId: params.get(keys.projectId),
    sort: isSort(sort) ? sort : 'UPDATED',
    page: pageNumber(params.get(keys.page)),
    projectsPage: projectsPage === null ? null : pageNumber(projectsPage),
  };
  const change = (next: Partial<HomeView>, { replace = false } = {}) =>
    changeParams(
      (updated) => {
        // Another list begins at its first page.
        if (!('page' in next) && !('projectsPage' in next)) updated.delete(keys.page);
        for (const [name, value] of Object.entries(next)) {
          const key = keys[name as keyof HomeView];
          if (value === null || value === '' || value === 'UPDATED') updated.delete(key);
          // Addresses count pages from 1, as people do.
          else updated.set(key, typeof value === 'number' ? String(value + 1) : value);
        }
        if (updated.get(keys.page) === '1') updated.delete(keys.page);
      },
      { replace, preventScrollReset: replace },
    );
  return [view, change];
}

/** The text of the search field. The address follows when typing pauses; back and forward change both. */
export function useSearchText(
  search: string,
  onSearch: (search: string) => void,
): readonly [string, (text: string) => void] {
  const [text, setText] = useState(search);
  const [settled] = useDebouncedValue(text, 250);
  const sent = useRef(search);
  useEffect(() => {
    if (settled.trim() === sent.current) return;
    sent.current = settled.trim();
    onSearch(settled.trim());
    // Only when typing has paused.
  }, [settled]);
  useEffect(() => {
    if (search === sent.current) return;
    sent.current = search;
    setText(search);
  }, [search]);
  return [text, setText];
}

function isSort(value: string): value is TemplateSort {
  return value in homeWords.sorts;
}

function pageNumber(value: string | null): number {
  const page = Number(value);
  return Number.isSafeInteger(page) && page > 0 ? page - 1 : 0;
}
