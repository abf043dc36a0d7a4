import type { CallOptions, PlatenApi } from './api.ts';
import { unwrap } from './error.ts';
import type { components, operations } from './openapi.ts';

type Schemas = components['schemas'];

export interface PageOptions extends CallOptions {
  /** Entries that are asked for at once, from 1 to 100. 100 unless given. */
  readonly pageSize?: number | undefined;
}

/** Which batch jobs. */
export type BatchFilter = Pick<
  NonNullable<operations['listBatchJobs']['parameters']['query']>,
  'status' | 'source'
>;

/** Your own projects and the shared ones. */
export function projects(api: PlatenApi, { pageSize = 100, signal }: PageOptions = {}) {
  return entriesOfArrays<Schemas['Project']>(
    (page) =>
      unwrap(
        api.GET('/api/v1/projects', {
          params: { query: { page, limit: pageSize } },
          signal: signal ?? null,
        }),
      ),
    pageSize,
  );
}

/** The templates of a project. */
export function templates(api: PlatenApi, projectId: string, { pageSize = 100, signal }: PageOptions = {}) {
  return entriesOfArrays<Schemas['TemplateSummary']>(
    (page) =>
      unwrap(
        api.GET('/api/v1/projects/{projectId}/templates', {
          params: { path: { projectId }, query: { page, limit: pageSize } },
          signal: signal ?? null,
        }),
      ),
    pageSize,
  );
}

/** The share links of the account, the newest first. */
export function shares(api: PlatenApi, { pageSize: size = 100, signal }: PageOptions = {}) {
  return entriesOfPages<Schemas['ShareLink']>(
    (page) =>
      unwrap(api.GET('/api/v1/shares', { params: { query: { page, size } }, signal: signal ?? null })),
    ({ id }) => id,
  );
}

/** The batch jobs of the account, the newest first. */
export function batchJobs(
  api: PlatenApi,
  filter: BatchFilter = {},
  { pageSize: size = 100, signal }: PageOptions = {},
) {
  return entriesOfPages<Schemas['BatchJobSummary']>(
    (page) =>
      unwrap(
        api.GET('/api/v1/batch-jobs', {
          params: { query: { ...filter, page, size } },
          signal: signal ?? null,
        }),
      ),
    ({ jobId }) => jobId,
  );
}

/** What became of each row of a job, in the order of submission. */
export function batchItems(
  api: PlatenApi,
  jobId: string,
  { pageSize: size = 100, signal }: PageOptions = {},
) {
  return entriesOfPages<Schemas['BatchItem']>(
    (page) =>
      unwrap(
        api.GET('/api/v1/batch-jobs/{jobId}/items', {
          params: { path: { jobId }, query: { page, size } },
          signal: signal ?? null,
        }),
      ),
    ({ rowIndex }) => rowIndex,
  );
}

/**
 * Entries of a list that does not say how long it is, the one changed last first: a page that is not full is the last. What is
 * changed meanwhile moves to the front, perhaps from a page that has not been read yet; so where there was more than one, the
 * front is read again up to what had been the newest.
 */
async function* entriesOfArrays<Entry extends { readonly id: string; readonly updatedAt: string }>(
  fetchPage: (page: number) => Promise<Entry[]>,
  size: number,
): AsyncGenerator<Entry, void, undefined> {
  const seen = new Set<string>();
  let changedSince = '';
  for (;;) {
    let newest = changedSince;
    let newCount = 0;
    let page = 0;
    for (let isMore = true; isMore; page += 1) {
      const entries = await fetchPage(page);
      if (page === 0) newest = entries[0]?.updatedAt ?? newest;
      for (const entry of entries) {
        if (!isNew(seen, entry.id)) continue;
        newCount += 1;
        yield entry;
      }
      isMore = entries.length === size && (entries.at(-1)?.updatedAt ?? '') >= changedSince;
    }
    if (newCount === 0 || (changedSince === '' && page === 1)) return;
    changedSince = newest;
  }
}

/**
 * Entries of a list that says how long it is. What is added at the front meanwhile pushes entries on to the next page, where
 * they are known and left out. What is removed, by the loop's own body perhaps, pulls entries back to a page that was read
 * already: as many as the list has become shorter are read again.
 */
async function* entriesOfPages<Entry>(
  fetchPage: (page: number) => Promise<{ data: Entry[]; pagination: Schemas['Pagination'] }>,
  keyOf: (entry: Entry) => string | number,
): AsyncGenerator<Entry, void, undefined> {
  const seen = new Set<string | number>();
  let expected = 0;
  for (let page = 0; ;) {
    const { data, pagination } = await fetchPage(page);
    const removed = Math.max(0, expected - pagination.totalElements);
    expected = pagination.totalElements;
    if (removed > 0 && page > 0) {
      page = Math.max(0, page - Math.ceil(removed / pagination.size));
      continue;
    }
    for (const entry of data) if (isNew(seen, keyOf(entry))) yield entry;
    page += 1;
    if (page >= pagination.totalPages) return;
  }
}

function isNew<Key>(seen: Set<Key>, key: Key): boolean {
  if (seen.has(key)) return false;
  seen.add(key);
  return true;
}
