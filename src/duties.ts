/**
 * The clock of the periodic duties. Every process has one; the database sees to it that one at a time works.
 */
import { clearEndedWork, recoverAbandonedWork, sweepUnlessTaken, type SweepParts } from './domain/sweep.ts';
import type { Logger } from './log.ts';

export interface Duties {
  /** Ends after the pass that is under way. */
  close(): Promise<void>;
}

/** With the time after which a process counts as gone, this is how long its work lies at most. */
const recoverIntervalMs = 2_000;
const clearIntervalMs = 10_000;
const sweepIntervalMs = 10 * 60_000;

/** Begins to do the duties, at once and then every so often. */
export function startDuties(parts: SweepParts, log: Logger): Duties {
  const repeat = (act: () => Promise<unknown>, intervalMs: number): Duties => {
    let pass: Promise<unknown> = Promise.resolve();
    let underWay = false;
    const begin = (): void => {
      if (underWay) return;
      underWay = true;
      pass = act()
        .catch((error: unknown) => log.warn({ err: error }, 'A periodic duty failed; it is tried again.'))
        .finally(() => (underWay = false));
    };
    begin();
    const timer = setInterval(begin, intervalMs);
    return {
      async close() {
        clearInterval(timer);
        await pass;
      },
    };
  };
  const duties = [
    repeat(async () => {
      const recovered = await recoverAbandonedWork(parts);
      if (recovered !== null && Object.values(recovered).some((count) => count > 0))
        log.info(recovered, 'recovered abandoned work');
    }, recoverIntervalMs),
    repeat(() => clearEndedWork(parts), clearIntervalMs),
    repeat(() => sweepUnlessTaken(parts), sweepIntervalMs),
  ];
  return {
    async close() {
      await Promise.all(duties.map((duty) => duty.close()));
    },
  };
}
