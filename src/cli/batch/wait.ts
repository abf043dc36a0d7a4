import { sleep } from '../../async/abortable.ts';
import { retry } from '../../async/retry.ts';
import { findJobProgress, type JobProgress } from '../../store/batches/jobs.ts';
import type { Database } from '../../store/database.ts';
import { hasBatchWorkers, SILENT_MS } from '../../store/instances.ts';
import type { Worker } from '../../process/worker.ts';
import { createProgress, type Progress } from './progress.ts';
import { CommandError, type CommandContext } from '../command-context.ts';
import { listenForStopSignals } from '../stop-signals.ts';

const pollMs = 300;

/** Delays while the database is away: one minute. */
const retryDelaysMs = new Array<number>(60).fill(1_000);

/**
 * Shows a job's progress until it ends, or until Ctrl-C; a second Ctrl-C ends the process. If no process
 * works on batches, this one does meanwhile.
 *
 * @throws CommandError if the job is deleted meanwhile.
 */
export async function waitForEnd(
  context: CommandContext,
  jobId: string,
): Promise<{ readonly job: JobProgress; readonly isInterrupted: boolean }> {
  const progress = createProgress(process.stderr);
  const signals = listenForStopSignals();
  signals.second.addEventListener('abort', () => process.exit(130));
  let worker: Worker | null = null;
  // Printed first: with this id the job can be found again.
  progress.log(`Job ${jobId}`);
  try {
    for (;;) {
      const job = await findJob(context.db, jobId);
      progress.show(job);
      const isOver = job.status !== 'PENDING' && job.status !== 'PROCESSING';
      if (isOver || signals.first.aborted) return { job, isInterrupted: !isOver };
      worker ??= await startWorkerIfNone(context, progress);
      await sleep(pollMs, signals.first);
    }
  } finally {
    progress.end();
    await worker?.drain();
    await worker?.close();
    signals.stopListening();
  }
}

/** Finds the job; retries for a while if the database is away. */
async function findJob(db: Database, jobId: string): Promise<JobProgress> {
  const job = await retry(() => findJobProgress(db, jobId), { delaysMs: retryDelaysMs });
  if (job === null) throw new CommandError(`The job ${jobId} has been deleted.`);
  return job;
}

/** Works on batches in this process, unless another does. */
async function startWorkerIfNone(
  { db, config, log }: CommandContext,
  progress: Progress,
): Promise<Worker | null> {
  // If the database is away, the next poll asks again.
  if (await hasBatchWorkers(db, { silentMs: SILENT_MS }).catch(() => true)) return null;
  progress.log('No process is at work on batch jobs: this one is, until the job ends.');
  const { startWorker } = await import('../../process/worker.ts');
  return await startWorker(config, log, config.renderThreads);
}
