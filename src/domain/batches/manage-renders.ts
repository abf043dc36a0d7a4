/** Reading and deleting renders that the client does not wait for. */
import type { Logger } from 'pino';
import type { Storage } from '../../storage/storage.ts';
import { renderOrigin, type BatchStatus } from '../../store/batches/job-status.ts';
import { deleteBatchJob, type JobCallback } from '../../store/batches/jobs.ts';
import { listBatchJobs } from '../../store/batches/list-jobs.ts';
import { findRender, findRenders, type RenderRecord } from '../../store/batches/renders.ts';
import { finishBatchJob } from '../../store/batches/terminal-states.ts';
import type { Actor } from '../../store/callers.ts';
import type { Database } from '../../store/database.ts';
import type { DownloadUrl, DownloadUrlSigner } from './download-urls.ts';
import { allStatuses, type CancelParts } from './manage-jobs.ts';
import { clearBatchFiles } from '../files/batch-files.ts';
import { toPage, toRange, type PageOf, type PageRequest } from '../pagination.ts';
import { problems } from '../problems/catalogue.ts';

/** Only the renders of this account are found. */
type Owner = Pick<Actor, 'accountId'>;

export interface RenderDetails extends RenderRecord {
  readonly callback: JobCallback | null;
  /** From the start to the end. */
  readonly renderTimeMs: number | null;
  /** Null if there is no file, or it has expired. */
  readonly download: DownloadUrl | null;
}

/**
 * A render of the caller's account.
 *
 * @throws Problem RENDER_NOT_FOUND, also if the render belongs to another account.
 */
export async function readRender(
  { db, downloads }: { readonly db: Database; readonly downloads: DownloadUrlSigner },
  caller: Owner,
  renderId: string,
): Promise<RenderDetails> {
  const render = await findRender(db, caller.accountId, renderId);
  if (render === null) throw problems.renderNotFound(renderId);
  const { startedAt, completedAt, archiveKey, expiresAt, templateName } = render;
  const renderTimeMs =
    startedAt === null || completedAt === null ? null : completedAt.getTime() - startedAt.getTime();
  const download =
    archiveKey === null || expiresAt === null
      ? null
      : await downloads.urlOf({
          jobId: renderId,
          archiveKey,
          archiveExpiresAt: expiresAt,
          templateName,
          now: new Date(),
        });
  return { ...render, renderTimeMs, download };
}

export interface RenderListRequest extends PageRequest {
  /** Undefined or empty: all. */
  readonly statuses?: readonly BatchStatus[] | undefined;
  readonly templateId?: string | undefined;
}

/** One page of the renders of the caller's account, the newest first. */
export async function readRenders(
  db: Database,
  { accountId }: Owner,
  filter: RenderListRequest,
): Promise<PageOf<RenderRecord>> {
  const { statuses = [], templateId } = filter;
  const { jobs, total } = await listBatchJobs(
    db,
    {
      accountId,
      templateId,
      statuses: statuses.length === 0 ? allStatuses : [...new Set(statuses)],
      origins: [renderOrigin],
    },
    toRange(filter),
  );
  const ids = jobs.map(({ jobId }) => jobId);
  return toPage(await findRenders(db, accountId, ids), total, filter);
}

/**
 * Deletes a render of the caller's account with its file. One that is active is cancelled and refunded first.
 *
 * @throws Problem RENDER_NOT_FOUND
 */
export async function deleteRender(
  { db, storage, callbackOffsetsMs }: CancelParts & { readonly storage: Storage },
  { caller, renderId, log }: { readonly caller: Owner; readonly renderId: string; readonly log: Logger },
): Promise<void> {
  const [render] = await findRenders(db, caller.accountId, [renderId]);
  if (render === undefined) throw problems.renderNotFound(renderId);
  await finishBatchJob(db, renderId, { status: 'CANCELLED' }, { callbackOffsetMs: callbackOffsetsMs[0] });
  await deleteBatchJob(db, caller.accountId, renderId, 'render');
  await clearBatchFiles(storage, renderId, null).catch((error: unknown) => {
    log.warn({ err: error, renderId }, 'the file of a deleted render stays until the next sweep');
  });
}
