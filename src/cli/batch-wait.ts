/**
 * Waits for the end of a batch job, and sees to it that there is one.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { findFollowedJob, hasBatchWorkers, type FollowedJob } from '../store/batch/follow.ts';
import type { Database } from '../store/database.ts';
import { SILENT_MS } from '../store/instances.ts';
import type { Worker } from '../worker.ts';
import { createProgress, type Progress } from './progress.ts';
import { CommandError, type Session } from './session.ts';

const pollMs = 300;

/** How long the database may be away before that is told, and the command ends. */
const patienceMs = 60_000;

/** A terminal's Ctrl-C reaches the process itself and through npm; two signals so close together are one. */
const oneSignalMs = 500;

/**
 * Shows how far a job is until it ends, or Ctrl-C. Where no process is at work on batches, this one is until then.
 *
 * @throws CommandError where the job is deleted meanwhile.
 */
export async function waitForEnd(
  session: Session,
  jobId: string,
): Promise<{ readonly job: FollowedJob; readonly isInterrupted: boolean }> {
  const progress = createProgress(process.stderr);
  const interruption = listenToInterrupts();
  let worker: Worker | null = null;
  // Whatever becomes of this process: by this the job is found again.
  progress.note(`Job ${jobId}`);
  try {
    for (;;) {
      const job = await findPatiently(session.db, jobId);
      progress.show(job);
      const isOver = job.status !== 'PENDING' && job.status !== 'PROCESSING';
      if (isOver || interruption.signal.aborted) return { job, isInterrupted: !isOver };
      worker ??= await startWorkerIfNone(session, progress);
      await sleep(pollMs, undefined, { signal: interruption.signal }).catch(() => undefined);
    }
  } finally {
    progress.end();
    await worker?.drain();
    await worker?.close();
    interruption.ignore();
  }
}

/** The job as it stands. A database that is away for a moment is waited for. */
async function findPatiently(db: Database, jobId: string): Promise<FollowedJob> {
  const givesUpAt = performance.now() + patienceMs;
  for (;;) {
    try {
      const job = await findFollowedJob(db, jobId);
      if (job === null) throw new CommandError(`The job ${jobId} has been deleted.`);
      return job;
    } catch (error) {
      if (error instanceof CommandError || performance.now() > givesUpAt) throw error;
      await sleep(pollMs);
    }
  }
}

interface Interruption {
  /** Aborted at the first Ctrl-C; the second ends the process. */
  readonly signal: AbortSignal;
  ignore(): void;
}

function listenToInterrupts(): Interruption {
  const controller = new AbortController();
  let firstAt: number | null = null;
  const receive = (): void => {
    if (firstAt === null) {
      firstAt = performance.now();
      controller.abort();
    } else if (performance.now() - firstAt > oneSignalMs) {
      process.exit(130);
    }
  };
  process.on('SIGINT', receive).on('SIGTERM', receive);
  return { signal: controller.signal, ignore: () => process.off('SIGINT', receive).off('SIGTERM', receive) };
}

/** Works on batches in this process, unless another does. */
async function startWorkerIfNone({ db, config, log }: Session, progress: Progress): Promise<Worker | null> {
  // Whether there is one is asked again soon where the database does not tell.
  if (await hasBatchWorkers(db, { silentMs: SILENT_MS }).catch(() => true)) return null;
  progress.note('No process is at work on batch jobs: this one is, until the job ends.');
  const { startWorker } = await import('../worker.ts');
  return await startWorker(config, log, config.renderThreads);
}
