import { useSearchParams, type NavigateOptions } from 'react-router';

/** What a list shows, kept in the page's address, so that it can be shared and survives back and forward. */
export interface AddressState {
  readonly get: (name: string) => string | null;
  readonly getAll: (name: string) => readonly string[];
  /** Pages are counted from 0 here, and from 1 in the address. */
  readonly page: number;
  readonly setPage: (page: number) => void;
  /** Sets filters and begins at the first page. Null and an empty list remove one. */
  readonly setFilters: (filters: Readonly<Record<string, string | readonly string[] | null>>) => void;
}

/**
 * Reads and writes filters and page in the address.
 *
 * @param pageName of the page's number in the address, for a second list on a page
 */
export function useAddress(pageName = 'page'): AddressState {
  const [params, changeParams] = useAddressParams();
  const page = Number(params.get(pageName) ?? '1');
  return {
    get: (name) => params.get(name),
    getAll: (name) => params.getAll(name),
    page: Number.isSafeInteger(page) && page > 0 ? page - 1 : 0,
    setPage: (next) =>
      changeParams((after) => {
        if (next === 0) after.delete(pageName);
        else after.set(pageName, String(next + 1));
      }),
    setFilters: (filters) =>
      changeParams(
        (after) => {
          after.delete(pageName);
          for (const [name, value] of Object.entries(filters)) {
            after.delete(name);
            for (const each of value === null ? [] : [value].flat()) after.append(name, each);
          }
        },
        { preventScrollReset: true },
      ),
  };
}

/**
 * The parameters of the address, and the way to change some of them. A change begins with the address as it
 * is then. React Router's own begins with that of the page as it was drawn last, so the second of two quick
 * changes would undo the first.
 */
export function useAddressParams(): readonly [
  URLSearchParams,
  (change: (params: URLSearchParams) => void, options?: NavigateOptions) => void,
] {
  const [params, setParams] = useSearchParams();
  const changeParams = (change: (params: URLSearchParams) => void, options?: NavigateOptions): void => {
    const after = new URLSearchParams(window.location.search);
    change(after);
    setParams(after, options);
  };
  return [params, changeParams];
}
