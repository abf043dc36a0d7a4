import type { Schema } from '../api/client.ts';
import { useAddress, useAddressParams } from './address.ts';

interface LocalList<Row> {
  readonly search: string;
  readonly setSearch: (search: string) => void;
  /** The rows of the page that is shown. */
  readonly rows: readonly Row[];
  readonly pagination: Schema<'Pagination'>;
  readonly setPage: (page: number) => void;
}

const size = 50;

/**
 * Searches and pages a list that the service sends as a whole. Both are kept in the page's address.
 *
 * @param textOf what is searched of a row
 * @param prefix of their names in the address, for a second list on a page
 */
export function useLocalList<Row>(
  all: readonly Row[],
  textOf: (row: Row) => string,
  prefix = '',
): LocalList<Row> {
  const [params, changeParams] = useAddressParams();
  const [searchName, pageName] = [`${prefix}search`, `${prefix}page`];
  const { page: asked, setPage } = useAddress(pageName);
  const search = params.get(searchName) ?? '';
  const words = search.toLocaleLowerCase().split(/\s+/);
  const found = all.filter((row) => {
    const text = textOf(row).toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });
  const totalPages = Math.ceil(found.length / size);
  const page = Math.max(0, Math.min(asked, totalPages - 1));
  return {
    search,
    // Typing adds nothing to the browser's history.
    setSearch: (next) =>
      changeParams(
        (after) => {
          after.delete(pageName);
          if (next === '') after.delete(searchName);
          else after.set(searchName, next);
        },
        { replace: true, preventScrollReset: true },
      ),
    rows: found.slice(page * size, (page + 1) * size),
    pagination: { page, size, totalElements: found.length, totalPages },
    setPage,
  };
}
