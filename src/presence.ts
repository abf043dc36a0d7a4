/**
 * This process, as the others see it in the database: there as long as it says so every few seconds. It does so over a
 * connection of its own, so that a busy pool cannot make it look gone.
 */
import type { Logger } from './log.ts';
import { beatInstance, BEAT_INTERVAL_MS, removeInstance } from './store/instances.ts';
import type { Store } from './store/open-store.ts';

export interface Presence {
  /** By which the ledger knows whose work a charge is for. */
  readonly instanceId: string;
  /**
   * Has a function called whenever the process learns that it was taken for gone, since it was stopped or cut off: what it
   * held has been given to others. Returns what ends that.
   */
  onLost(listener: () => void): () => void;
  /** Gives a sign of life now, not only when the next one is due. Failures are logged. */
  renew(): Promise<void>;
  close(): Promise<void>;
}

/** Registers the process under a new id. Resolves once it is known. */
export async function startPresence(
  store: Pick<Store, 'openPool'>,
  instanceId: string,
  log: Logger,
): Promise<Presence> {
  const db = store.openPool({ poolSize: 1, applicationName: 'platen presence' });
  const listeners = new Set<() => void>();
  await beatInstance(db, instanceId);
  const giveSign = async (): Promise<void> => {
    if (await beatInstance(db, instanceId)) return;
    log.warn('This process was taken for gone, since it had been silent for too long; it begins anew.');
    for (const tell of listeners) tell();
  };
  let beat: Promise<void> | null = null;
  const renew = async (): Promise<void> => {
    // A database that does not answer must not gather beats.
    beat ??= giveSign()
      .catch((error: unknown) => log.warn({ err: error }, 'The database did not take the sign of life.'))
      .finally(() => (beat = null));
    await beat;
  };
  const timer = setInterval(() => void renew(), BEAT_INTERVAL_MS);
  return {
    instanceId,
    onLost(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    renew,
    async close() {
      clearInterval(timer);
      await beat;
      await removeInstance(db, instanceId).catch(() => undefined);
      await db.destroy();
    },
  };
}
