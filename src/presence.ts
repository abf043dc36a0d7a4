/**
 * This process, as the others see it in the database: there as long as it says so every few seconds. It does so over a
 * connection of its own, so that a busy pool cannot make it look gone.
 */
import { randomUUID } from 'node:crypto';
import type { Logger } from './log.ts';
import { beatInstance, BEAT_INTERVAL_MS, removeInstance } from './store/instances.ts';
import type { Store } from './store/open-store.ts';

export interface Presence {
  /** By which the ledger knows whose work a charge is for. */
  readonly instanceId: string;
  close(): Promise<void>;
}

/** Registers the process. Resolves once it is known. */
export async function startPresence(store: Store, log: Logger): Promise<Presence> {
  const db = store.openPool({ poolSize: 1, applicationName: 'platen presence' });
  const instanceId = randomUUID();
  await beatInstance(db, instanceId);
  let beat: Promise<void> | null = null;
  const timer = setInterval(() => {
    // A database that does not answer must not gather beats.
    beat ??= beatInstance(db, instanceId)
      .catch((error: unknown) => log.warn({ err: error }, 'The database did not take the sign of life.'))
      .finally(() => (beat = null));
  }, BEAT_INTERVAL_MS);
  return {
    instanceId,
    async close() {
      clearInterval(timer);
      await beat;
      await removeInstance(db, instanceId).catch(() => undefined);
      await db.destroy();
    },
  };
}
