import type { CallOptions, PlatenApi } from './api.ts';
import { unwrap } from './error.ts';
import type { components, operations } from './openapi.ts';

type Schemas = components['schemas'];

export interface PageOptions extends CallOptions {
  /** Entries per request, from 1 to 100. Default: 100. */
  readonly pageSize?: number | undefined;
}

/** Selects batch jobs by status and source. */
export type BatchFilter = Pick<
  NonNullable<operations['listBatchJobs']['parameters']['query']>,
  'status' | 'source'
>;

/** The account's own projects and the shared ones. */
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

/** The share links of the account, newest first. */
export function shares(api: PlatenApi, { pageSize: size = 100, signal }: PageOptions = {}) {
  return entriesOfPages<Schemas['ShareLink']>(
    (page) =>
      unwrap(api.GET('/api/v1/shares', { params: { query: { page, size } }, signal: signal ?? null })),
    ({ id }) => id,
  );
}

/** The batch jobs of the account, newest first. */
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

/** Selects renders in the background by status and template. */
export type RenderFilter = Pick<
  NonNullable<operations['listRenders']['parameters']['query']>,
  'status' | 'templateId'
>;

/** The renders of the account that were submitted in the background, newest first. */
export function renders(
  api: PlatenApi,
  filter: RenderFilter = {},
  { pageSize: size = 100, signal }: PageOptions = {},
) {
  return entriesOfPages<Schemas['RenderSummary']>(
    (page) =>
      unwrap(
        api.GET('/api/v1/renders', { params: { query: { ...filter, page, size } }, signal: signal ?? null }),
      ),
    ({ renderId }) => renderId,
  );
}

/** The outcome of each row of a job, in the order of submission. */
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
 * Entries of a list without a total, newest change first. A page that is not full is the last. An entry that
 * changes during the listing moves to the front, possibly from a page that has not been read yet. If there
 * was more than one page, the front is therefore read again, up to the entry that was the newest.
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
 * Entries of a list with a total. An entry that is added at the front during the listing pushes known entries
 * to the next page, where they are skipped. An entry that is removed (for example by the loop's body) pulls
 * entries back to a page that was already read: as many entries as the list has lost are read again.
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
