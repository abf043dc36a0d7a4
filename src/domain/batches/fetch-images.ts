import { listOpenRows } from '../../store/batches/rows.ts';
import { replaceTask } from '../../store/batches/tasks.ts';
import type { Database } from '../../store/database.ts';
import { prepareRender, type RenderParts } from '../renders/render-template.ts';
import type { TemplateCache } from '../templates/discovery.ts';
import { readActiveJob, type ActiveJob, type RowRange } from './active-job.ts';
import { BatchEndedError, type BatchImages } from './shared-images.ts';
import { retryStep, TaskReturnedError, TaskSupersededError, type TaskCall } from './task.ts';

export interface FetchImagesParts extends Pick<RenderParts, 'maxOutputPixels'> {
  readonly db: Database;
  readonly templates: TemplateCache;
  readonly images: BatchImages;
}

/** Images that one task fetches at the same time. */
const concurrentFetches = 4;

/**
 * Fetches the remote images of a range's rows, then hands the range to `render_rows`. An image that cannot be
 * fetched is a result, too. No row is claimed meanwhile.
 *
 * @throws TaskReturnedError if the worker stops, which ends the fetches; otherwise as `workRows`
 */
export async function fetchImages(parts: FetchImagesParts, rows: RowRange, call: TaskCall): Promise<void> {
  const { db } = parts;
  const job = await retryStep(call, () => readActiveJob(parts, rows.jobId));
  if (job === null) return;
  const urls = await retryStep(call, () => listImageUrls(parts, job, rows));
  const isActive = await retryStep(call, () => fetchAll(parts, job, urls, call));
  if (!isActive) return;
  await retryStep(call, () => replaceTask(db, call.task, { task: 'render_rows', payload: rows }));
}

async function listImageUrls(
  parts: FetchImagesParts,
  { version, ...target }: ActiveJob,
  rows: RowRange,
): Promise<Set<string>> {
  const urls = new Set<string>();
  if (version === null) return urls;
  for (const variables of await listOpenRows(parts.db, rows)) {
    const preparation = await prepareRender(parts, version, variables, target, target.workspaceId);
    if (!preparation.ok) continue;
    for (const { location } of preparation.prepared.bound.sources)
      if (location.from === 'remote') urls.add(location.url);
  }
  return urls;
}

/** Returns false if the job has ended. */
async function fetchAll(
  { images }: FetchImagesParts,
  job: ActiveJob,
  urls: ReadonlySet<string>,
  { lost, stopping }: TaskCall,
): Promise<boolean> {
  const failed = new AbortController();
  const signal = AbortSignal.any([lost, stopping, failed.signal]);
  const waiting = urls.values();
  const fetchWaiting = async (): Promise<void> => {
    // All share one iterator.
    for (const url of waiting) await images.fetch(job, url, signal);
  };
  try {
    await Promise.all(Array.from({ length: concurrentFetches }, fetchWaiting));
    return true;
  } catch (error) {
    failed.abort();
    if (lost.aborted) throw new TaskSupersededError();
    if (stopping.aborted) throw new TaskReturnedError();
    if (error instanceof BatchEndedError) return false;
    throw error;
  }
}
