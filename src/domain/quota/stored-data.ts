/**
 * The limits of what a workspace stores: every path that adds projects, templates, versions or files asks
 * here, in the transaction that adds them.
 */
import type { Plan, PlanName, Plans } from '../../config/plans.ts';
import { recordBlobs } from '../../store/blobs.ts';
import type { Database } from '../../store/database.ts';
import {
  forgetUnusedFiles,
  lockStoredData,
  readStoredUse,
  recordWorkspaceFiles,
  thinVersions,
  type StoredUse,
} from '../../store/stored-data.ts';
import { problems } from '../problems/catalogue.ts';
import { Problem } from '../problems/problem.ts';

/** What is limited. */
export type StoredKind = keyof StoredUse;

/** Files that nothing refers to any more count for this long, since an upload comes before its reference. */
const unusedGraceMs = 60 * 60 * 1000;

/** What a plan allows to store. */
export function storedLimits({ projects, templates, libraryItems, storageBytes: bytes }: Plan): StoredUse {
  return { projects, templates, libraryItems, bytes };
}

/**
 * Refuses what a transaction has added if the workspace then stores more than its plan allows. The workspace
 * stays locked, so that the additions of several processes are counted one after the other.
 *
 * @param added the kinds that the transaction adds to
 * @throws Problem STORAGE_LIMIT_REACHED
 */
export async function requireRoom(
  transaction: Database,
  { plans, workspaceId }: { readonly plans: Plans; readonly workspaceId: string },
  added: readonly StoredKind[],
): Promise<void> {
  const plan = await lockStoredData(transaction, workspaceId);
  // Deleted in the meantime: there is nothing to add to.
  if (plan === null) return;
  await refuseExcess(transaction, { plans, workspaceId, plan }, added);
}

/**
 * Refuses work whose results are stored later, while the workspace has no room at all. Locks nothing: what
 * stores the results asks `requireRoom`.
 *
 * @throws Problem STORAGE_LIMIT_REACHED
 */
export async function requireAnyRoom(
  { db, plans }: { readonly db: Database; readonly plans: Plans },
  { workspaceId, plan }: { readonly workspaceId: string; readonly plan: PlanName },
): Promise<void> {
  await refuseExcess(db, { plans, workspaceId, plan }, ['bytes']);
}

async function refuseExcess(
  db: Database,
  {
    plans,
    workspaceId,
    plan,
  }: { readonly plans: Plans; readonly workspaceId: string; readonly plan: PlanName },
  added: readonly StoredKind[],
): Promise<void> {
  const limits = storedLimits(plans[plan]);
  const findExcess = (use: StoredUse) => added.find((kind) => use[kind] > limits[kind]);
  let use = await readStoredUse(db, workspaceId);
  if (findExcess(use) === 'bytes') {
    await forgetUnusedFiles(db, { workspaceId, graceMs: unusedGraceMs });
    use = await readStoredUse(db, workspaceId);
  }
  const kind = findExcess(use);
  if (kind !== undefined) {
    throw problems.storageLimitReached({ kind, limit: limits[kind], used: use[kind], plan });
  }
}

/**
 * Thins the versions of a template that has a new one, and refuses it if the workspace has no room for it.
 *
 * @throws Problem STORAGE_LIMIT_REACHED
 */
export async function requireRoomForVersion(
  transaction: Database,
  { plans, workspaceId }: { readonly plans: Plans; readonly workspaceId: string },
  templateId: string,
): Promise<void> {
  const plan = await lockStoredData(transaction, workspaceId);
  if (plan !== null) await thinVersions(transaction, templateId, plans[plan].versionsPerTemplate);
  await requireRoom(transaction, { plans, workspaceId }, ['bytes']);
}

/**
 * Records files of a workspace before they are written. Contents that it has are no addition.
 *
 * @throws Problem STORAGE_LIMIT_REACHED
 */
export async function recordFiles(
  { db, plans }: { readonly db: Database; readonly plans: Plans },
  workspaceId: string,
  files: readonly { readonly hash: string; readonly bytes: number }[],
): Promise<void> {
  await db.transaction(async (transaction) => {
    await recordBlobs(transaction, files);
    if (!(await recordWorkspaceFiles(transaction, workspaceId, files))) return;
    await requireRoom(transaction, { plans, workspaceId }, ['bytes']);
  });
}

/**
 * Records a file that the service makes of what a workspace has, before it is written. It counts, and is
 * never refused.
 *
 * @param isNeeded false: without room it is not recorded, and must not be written
 * @returns whether it is recorded
 */
export async function recordMadeFile(
  parts: { readonly db: Database; readonly plans: Plans },
  workspaceId: string,
  file: { readonly hash: string; readonly bytes: number },
  { isNeeded }: { readonly isNeeded: boolean },
): Promise<boolean> {
  if (isNeeded) {
    await parts.db.transaction(async (transaction) => {
      await recordBlobs(transaction, [file]);
      await recordWorkspaceFiles(transaction, workspaceId, [file]);
    });
    return true;
  }
  try {
    await recordFiles(parts, workspaceId, [file]);
    return true;
  } catch (error) {
    if (error instanceof Problem && error.code === 'STORAGE_LIMIT_REACHED') return false;
    throw error;
  }
}
