/** Where in a whole list a page of it is. */
export interface Pagination {
  /** Counted from 0. */
  readonly page: number;
  readonly size: number;
  readonly totalElements: number;
  readonly totalPages: number;
}

export interface PageOf<Entry> {
  readonly data: readonly Entry[];
  readonly pagination: Pagination;
}

/** Which page of a list is asked for. */
export type PageNumber = Pick<Pagination, 'page' | 'size'>;

/** The entries that a page has. */
export function rangeOf({ page, size }: PageNumber): { readonly offset: number; readonly limit: number } {
  return { offset: page * size, limit: size };
}

/** A page's entries together with where it is. */
export function pageOf<Entry>(
  data: readonly Entry[],
  totalElements: number,
  { page, size }: PageNumber,
): PageOf<Entry> {
  return { data, pagination: { page, size, totalElements, totalPages: Math.ceil(totalElements / size) } };
}
