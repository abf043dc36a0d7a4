import { sleep } from '../async/abortable.ts';
import { clearEndedWork, recoverAbandonedWork, trySweep, type SweepParts } from '../domain/maintenance.ts';

/** A dead process's work waits at most this long after the process is presumed dead. */
const recoverIntervalMs = 2_000;
const clearIntervalMs = 10_000;
const sweepIntervalMs = 10 * 60_000;

/**
 * Schedules maintenance: now, and then at fixed intervals. Every process does; an advisory lock lets one
 * process run a task at a time. `close` resolves after the passes in progress.
 */
export function startMaintenance(parts: SweepParts): { close(): Promise<void> } {
  const { log } = parts;
  const stop = new AbortController();
  const repeat = async (task: () => Promise<unknown>, intervalMs: number): Promise<void> => {
    while (!stop.signal.aborted) {
      await task().catch((error: unknown) => {
        log.warn({ err: error }, 'A maintenance task failed. It runs again at its next time.');
      });
      await sleep(intervalMs, stop.signal);
    }
  };
  const loops = [
    repeat(async () => {
      const recovered = await recoverAbandonedWork(parts);
      if (recovered !== null && Object.values(recovered).some((count) => count > 0))
        log.info(recovered, 'recovered abandoned work');
    }, recoverIntervalMs),
    repeat(() => clearEndedWork(parts), clearIntervalMs),
    repeat(async () => {
      const swept = await trySweep(parts);
      if (swept !== null && Object.values(swept).some((count) => count > 0)) log.info(swept, 'swept');
    }, sweepIntervalMs),
  ];
  return {
    async close() {
      stop.abort();
      await Promise.all(loops);
    },
  };
}
