/**
 * The running processes: each has a row that it renews every few seconds (its heartbeat), and rows for its
 * pools of workers. A process that is silent for long is presumed dead. If it was only slow, it learns that
 * from its next heartbeat.
 */
import { sleep } from '../async/abortable.ts';
import { queryRow, queryRows, type Database } from './database.ts';
import { findUnknownPools, unlockPools } from './job-queue.ts';

/** Time between two heartbeats. */
export const BEAT_INTERVAL_MS = 3_000;

/** A process without a heartbeat for this long is presumed dead. */
export const SILENT_MS = 12_000;

/**
 * The last part of that time is measured by the process that looks, not by the database's clock: after the
 * clock was set, or the database was frozen, all processes look silent until their next heartbeat.
 */
const confirmMs = BEAT_INTERVAL_MS + 1_000;

/** Writes a heartbeat. False if the process had no row (any more): its tasks then belong to others. */
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

/** Whether the database takes a write: to the row of this process, which stays as it is. */
export async function canWrite(db: Database, instanceId: string): Promise<boolean> {
  const written = await queryRows(
    db,
    'update instances set beat_at = beat_at where id = :instanceId returning id',
    { instanceId },
  );
  return written.length > 0;
}

/** Removes a process that stops. Its tasks return to the queue. */
export async function removeInstance(db: Database, instanceId: string): Promise<void> {
  await db.transaction(async (transaction) => {
    await queryRows(transaction, 'delete from instances where id = :instanceId', { instanceId });
    await removePools(transaction, [instanceId]);
  });
}

/** A process, and its last heartbeat as text, to the microsecond. */
interface Suspect {
  readonly id: string;
  readonly beatAt: string;
}

/**
 * Removes processes that are presumed dead and returns their tasks to the queue, in one transaction: a
 * process that wakes up has either all of its tasks or none. Takes a few seconds if a process looks silent.
 */
export async function removeSilentInstances(
  db: Database,
  { silentMs }: { readonly silentMs: number },
): Promise<{ readonly silentInstances: number; readonly abandonedPools: number }> {
  const suspects = await queryRows<Suspect>(
    db,
    // A heartbeat in the future is from before the clock was set back.
    `select id, beat_at::text as "beatAt" from instances
     where beat_at not between now() - cast(:suspectMs as float8) * interval '1 millisecond'
                           and now() + cast(:suspectMs as float8) * interval '1 millisecond'`,
    { suspectMs: silentMs - confirmMs },
  );
  if (suspects.length > 0) await sleep(confirmMs);
  return await db.transaction(async (transaction) => {
    const removed = await queryRows<{ id: string }>(
      transaction,
      `delete from instances i
       using jsonb_to_recordset(cast(:suspects as jsonb)) as s (id uuid, "beatAt" timestamptz)
       where i.id = s.id and i.beat_at = s."beatAt"
       returning i.id`,
      { suspects: JSON.stringify(suspects) },
    );
    const pools = await removePools(
      transaction,
      removed.map(({ id }) => id),
    );
    // A process can die after locking its first task and before registering its pool.
    const unknown = await findUnknownPools(transaction, { graceMs: silentMs });
    await unlockPools(transaction, unknown);
    return { silentInstances: removed.length, abandonedPools: pools + unknown.length };
  });
}

/** Registers a pool of workers. False if its process has no row. */
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

/** Removes a pool: it can start nothing more, and its tasks return to the queue. */
export async function removeWorkerPool(db: Database, poolId: string): Promise<void> {
  await db.transaction(async (transaction) => {
    await queryRows(transaction, 'delete from worker_pools where id = :poolId', { poolId });
    await unlockPools(transaction, [poolId]);
  });
}

async function removePools(transaction: Database, instanceIds: readonly string[]): Promise<number> {
  // Also pools whose process has no row.
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

/** Which of these processes have a row. */
export async function findInstances(db: Database, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await queryRows<{ id: string }>(
    db,
    'select id from instances where id::text = any(cast(:ids as text[]))',
    { ids },
  );
  return new Set(found.map(({ id }) => id));
}

/** Whether a live process works on batch jobs. */
export async function hasBatchWorkers(
  db: Database,
  { silentMs }: { readonly silentMs: number },
): Promise<boolean> {
  const { found } = await queryRow<{ found: boolean }>(
    db,
    `select exists (
       select from worker_pools p join instances i on i.id = p.instance_id
       where i.beat_at between now() - cast(:silentMs as float8) * interval '1 millisecond'
                           and now() + cast(:silentMs as float8) * interval '1 millisecond'
     ) as found`,
    { silentMs },
  );
  return found;
}
