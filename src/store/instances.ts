/**
 * The processes that do work, each known by a row that it renews every few seconds, and the pools of the queue's workers in
 * them. One that is silent for long is taken for gone; if it was only held up, its next beat tells it so.
 */
import { queryRows, type Database } from './database.ts';
import { findUnknownPools, unlockPools } from './job-queue.ts';

/** How often a process says that it is there. */
export const BEAT_INTERVAL_MS = 3_000;

/** After how long a silent process counts as gone. */
export const SILENT_MS = 12_000;

/** Says that a process is there. False where it was not known, or no longer: what it held has been given to others then. */
export async function beatInstance(db: Database, instanceId: string): Promise<boolean> {
  const renewed = await queryRows(
    db,
    'update instances set beat_at = now() where id = :instanceId returning id',
    { instanceId },
  );
  if (renewed.length > 0) return true;
  await queryRows(
    db,
    `insert into instances (id) values (:instanceId) on conflict (id) do update set beat_at = now()`,
    { instanceId },
  );
  return false;
}

/** Says that a process leaves; what its workers hold goes to others. */
export async function removeInstance(db: Database, instanceId: string): Promise<void> {
  await db.transaction(async (transaction) => {
    await queryRows(transaction, 'delete from instances where id = :instanceId', { instanceId });
    await removePools(transaction, [instanceId]);
  });
}

/**
 * Forgets processes that have been silent for so long, and gives what their workers held to others, all at once: a process
 * that wakes up finds either all as it was or nothing left.
 */
export async function removeSilentInstances(
  db: Database,
  { silentMs }: { readonly silentMs: number },
): Promise<{ readonly silentInstances: number; readonly abandonedPools: number }> {
  return await db.transaction(async (transaction) => {
    const removed = await queryRows<{ id: string }>(
      transaction,
      `delete from instances where beat_at < now() - :silentMs * interval '1 millisecond' returning id`,
      { silentMs },
    );
    const pools = await removePools(
      transaction,
      removed.map(({ id }) => id),
    );
    // A process can end between its first task and the registration of the pool.
    const unknown = await findUnknownPools(transaction, { graceMs: silentMs });
    await unlockPools(transaction, unknown);
    return { silentInstances: removed.length, abandonedPools: pools + unknown.length };
  });
}

/** Registers a pool of workers of a process. False where the process itself is not known at the moment. */
export async function addWorkerPool(
  db: Database,
  { poolId, instanceId }: { readonly poolId: string; readonly instanceId: string },
): Promise<boolean> {
  const added = await queryRows(
    db,
    `insert into worker_pools (id, instance_id)
     select cast(:poolId as text), id from instances where id = :instanceId for key share
     on conflict (id) do update set started_at = excluded.started_at
     returning id`,
    { poolId, instanceId },
  );
  return added.length > 0;
}

/** Ends a pool: nothing is begun in its name any more, and what it holds goes to others. */
export async function removeWorkerPool(db: Database, poolId: string): Promise<void> {
  await db.transaction(async (transaction) => {
    await queryRows(transaction, 'delete from worker_pools where id = :poolId', { poolId });
    await unlockPools(transaction, [poolId]);
  });
}

async function removePools(transaction: Database, instanceIds: readonly string[]): Promise<number> {
  // Besides those of the given processes, any whose process is not known.
  const pools = await queryRows<{ id: string }>(
    transaction,
    `delete from worker_pools p
     where instance_id = any(cast(:instanceIds as uuid[])) or not exists (
       select from instances i where i.id = p.instance_id
     )
     returning id`,
    { instanceIds: [...instanceIds] },
  );
  await unlockPools(
    transaction,
    pools.map(({ id }) => id),
  );
  return pools.length;
}

/** Which of these processes are there. */
export async function findInstances(db: Database, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await queryRows<{ id: string }>(
    db,
    'select id from instances where id::text = any(cast(:ids as text[]))',
    { ids },
  );
  return new Set(found.map(({ id }) => id));
}
