/** Shares the file of a row of a batch job. It was paid for with the job, so the link is free. */
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Plans } from '../../config/plans.ts';
import { DamagedFileError } from '../../storage/checksums.ts';
import { MissingFileError, type Storage } from '../../storage/storage.ts';
import type { Actor } from '../../store/callers.ts';
import type { Database } from '../../store/database.ts';
import { extendShareLink, insertShareLink, type NewShareLink } from '../../store/share-links.ts';
import { deleteShareLinks } from '../../store/expired-share-links.ts';
import { findRowFile, type RowPlace } from '../batches/row-file.ts';
import { extensions } from '../../common/names/output-formats.ts';
import { problems } from '../problems/catalogue.ts';
import { studioProblems } from '../problems/studio-problems.ts';
import { toShareProblem } from '../problems/to-problem.ts';
import { requireRoom } from '../quota/stored-data.ts';
import { mediaTypes, sharedFileKey } from '../files/shared-files.ts';
import { limitsOfLink, newToken } from './link-rules.ts';
import { describeLink, type PublicUrl, type SharedRender } from './links.ts';

export interface ShareRowParts {
  readonly db: Database;
  readonly storage: Storage;
  readonly plans: Plans;
  readonly publicUrl: PublicUrl;
}

export interface RowShare extends RowPlace {
  readonly caller: Actor;
  /** Null: as long as the plan allows. */
  readonly expiresInDays: number | null;
  readonly log: Logger;
}

/**
 * How long a link lives without its file. Storing a file takes seconds; if the process dies meanwhile, a
 * sweep removes the link after this time.
 */
const leaseMs = 10 * 60 * 1_000;

/**
 * Copies the file of a row out of the archive of its job, and publishes the copy. The link is inserted
 * first, with a lease: a file in storage always has its link, so no sweep takes it for an orphan. The
 * lease becomes the lifetime once the file is stored.
 *
 * @throws Problem as `findRowFile`; VALIDATION_ERROR, SHARING_NOT_AVAILABLE_ON_PLAN,
 *   SHARE_LINK_LIMIT_REACHED, STORAGE_LIMIT_REACHED, SHARE_UPLOAD_FAILED, SHARING_UNAVAILABLE
 */
export async function shareRow(
  parts: ShareRowParts,
  { caller, expiresInDays, log, ...place }: RowShare,
): Promise<SharedRender> {
  const { db, storage } = parts;
  const { maxActive, lifetimeMs } = limitsOfLink(parts.plans, caller, expiresInDays);
  const { row, archive, content } = await findRowFile({ db, storage }, caller, place);
  const fileKey = sharedFileKey(randomUUID());
  const link: NewShareLink = {
    workspaceId: caller.workspaceId,
    accountId: caller.accountId,
    templateId: row.templateId,
    templateName: archive.job.templateName,
    source: 'DESIGNER',
    token: newToken(),
    extension: extensions[row.format],
    mediaType: mediaTypes[row.format],
    chargeId: null,
    fileKey,
    fileBytes: content.bytes,
    lifetimeMs: leaseMs,
    maxActive,
  };
  const outcome = await insertShareLink(db, link, (transaction, workspaceId) =>
    requireRoom(transaction, { plans: parts.plans, workspaceId }, ['bytes']),
  );
  if (outcome.kind !== 'inserted') throw problems.shareLimitReached(maxActive);
  const { id } = outcome.link;
  try {
    await storage.write(fileKey, await content.open());
  } catch (error) {
    await removeLink(parts, { id, fileKey }, log);
    throw toStoringProblem(error);
  }
  const extended = await extendShareLink(db, { id, lifetimeMs });
  if (extended !== null) return describeLink(extended, parts.publicUrl);
  await removeLink(parts, { id, fileKey }, log);
  throw problems.shareUploadFailed(new Error('storing the file took longer than the lease of its link'));
}

function toStoringProblem(error: unknown): unknown {
  if (error instanceof MissingFileError) return problems.batchResultNotFound();
  if (error instanceof DamagedFileError) return studioProblems.archiveDamaged(error);
  return toShareProblem(error, problems.shareUploadFailed);
}

/** Removes a link without a file. If this fails, a sweep does it once the lease has ended. */
async function removeLink(
  { db, storage }: ShareRowParts,
  { id, fileKey }: { readonly id: string; readonly fileKey: string },
  log: Logger,
): Promise<void> {
  try {
    await storage.delete(fileKey);
    await deleteShareLinks(db, [id]);
  } catch (error) {
    log.warn({ err: error, shareId: id }, 'a link without a file stays until the next sweep');
  }
}
