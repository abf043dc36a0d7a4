/**
 * This process's row in the table `instances`. It is renewed every few seconds over a separate connection: a
 * busy connection pool must not make the process look dead.
 */
import type { Heartbeat } from '../jobs/worker-run.ts';
import { beatInstance, BEAT_INTERVAL_MS, removeInstance } from '../store/instances.ts';
import type { Store } from '../store/open-store.ts';
import type { Logger } from '../telemetry/log.ts';

export interface RunningHeartbeat extends Heartbeat {
  /** Removes the row: other processes take over at once. */
  close(): Promise<void>;
}

/** Registers the process under a new id. Resolves once the row exists. */
export async function startHeartbeat(
  store: Pick<Store, 'openPool'>,
  instanceId: string,
  log: Logger,
): Promise<RunningHeartbeat> {
  const db = store.openPool({ poolSize: 1, applicationName: 'platen heartbeat' });
  const lossListeners = new Set<() => void>();
  await beatInstance(db, instanceId);
  const beat = async (): Promise<void> => {
    if (await beatInstance(db, instanceId)) return;
    log.warn('Other processes presumed this one dead after a long silence. It registers again.');
    for (const onLoss of lossListeners) onLoss();
  };
  let beatInFlight: Promise<void> | null = null;
  const renew = async (): Promise<void> => {
    // One at a time: beats must not pile up while the database does not answer.
    beatInFlight ??= beat()
      .catch((error: unknown) => log.warn({ err: error }, 'The heartbeat could not be written.'))
      .finally(() => (beatInFlight = null));
    await beatInFlight;
  };
  const timer = setInterval(() => void renew(), BEAT_INTERVAL_MS);
  return {
    instanceId,
    onLost(listener) {
      lossListeners.add(listener);
      return () => lossListeners.delete(listener);
    },
    renew,
    async close() {
      clearInterval(timer);
      await beatInFlight;
      await removeInstance(db, instanceId).catch(() => undefined);
      await db.destroy();
    },
  };
}
