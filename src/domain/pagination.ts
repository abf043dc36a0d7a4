/** The position of a page in its list. */
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

/** The requested page of a list. */
export type PageRequest = Pick<Pagination, 'page' | 'size'>;

/** The rows that a page covers. */
export function toRange({ page, size }: PageRequest): { readonly offset: number; readonly limit: number } {
  return { offset: page * size, limit: size };
}

/** A page: its entries and its position. */
export function toPage<Entry>(
  data: readonly Entry[],
  totalElements: number,
  { page, size }: PageRequest,
): PageOf<Entry> {
  return { data, pagination: { page, size, totalElements, totalPages: Math.ceil(totalElements / size) } };
}
