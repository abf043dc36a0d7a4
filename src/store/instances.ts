/**
 * The processes that do work, each known by a row that it renews every few seconds. One that is silent for long is
 * taken for gone; if it was only held up, its next beat brings it back, and finds its work given away.
 */
import { queryRows, type Database } from './database.ts';

/** How often a process says that it is there. */
export const BEAT_INTERVAL_MS = 3_000;

/** After how long a silent process counts as gone. */
export const SILENT_MS = 12_000;

/** Says that a process is there. */
export async function beatInstance(db: Database, instanceId: string): Promise<void> {
  await queryRows(
    db,
    `insert into instances (id) values (:instanceId) on conflict (id) do update set beat_at = now()`,
    { instanceId },
  );
}

/** Says that a process leaves. */
export async function removeInstance(db: Database, instanceId: string): Promise<void> {
  await queryRows(db, 'delete from instances where id = :instanceId', { instanceId });
}

/** Forgets processes that have been silent for so long. Returns how many. */
export async function removeSilentInstances(
  db: Database,
  { silentMs }: { readonly silentMs: number },
): Promise<number> {
  const removed = await queryRows(
    db,
    `delete from instances where beat_at < now() - :silentMs * interval '1 millisecond' returning id`,
    { silentMs },
  );
  return removed.length;
}
