/**
 * Runs test files, each in a process. One that failed while midnight UTC passed runs once more: tests count
 * the renders of the current month and of the current day by the clocks of their process, of the service and
 * of the database, and these counts start again between two lines of a test.
 */
import { availableParallelism } from 'node:os';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

export interface RunOptions {
  /** Called at the end of each test and suite, with the name that it has. */
  readonly onComplete?: (name: string, seconds: number) => void;
  readonly now?: () => number;
}

interface FailedFile {
  readonly file: string;
  readonly startedAt: number;
  readonly endedAt: number;
}

const dayMs = 86_400_000;

/** Runs files in their order and prints their results. Returns whether all passed. */
export async function runProcesses(files: readonly string[], options: RunOptions = {}): Promise<boolean> {
  const failed = await runOnce(files, options);
  const disturbed = failed.filter(isAcrossMidnight).map(({ file }) => file);
  if (disturbed.length === 0) return failed.length === 0;
  console.log(`\nMidnight UTC passed while these ran, and they failed. They run once more:`);
  console.log(disturbed.map((file) => `  ${file}\n`).join(''));
  const failedAgain = await runOnce(disturbed, options);
  return failedAgain.length === 0 && disturbed.length === failed.length;
}

function isAcrossMidnight({ startedAt, endedAt }: FailedFile): boolean {
  return Math.floor(startedAt / dayMs) < Math.floor(endedAt / dayMs);
}

/** Returns the files that failed. */
async function runOnce(
  files: readonly string[],
  { onComplete, now = Date.now }: RunOptions,
): Promise<readonly FailedFile[]> {
  const starts = new Map<string, number>();
  const failed: FailedFile[] = [];
  let hasFailure = false;
  const events = run({
    files: [...files],
    // Many tests wait for other processes: with one file more than two cores, a quarter of their time
    // was left over.
    concurrency: availableParallelism() + 2,
    // A test that hangs fails with its name. The slowest file takes a fifth of the limit.
    timeout: 1_200_000,
  });
  // The test that stands for a file has the file's path as its name.
  events.on('test:dequeue', ({ name }) => {
    if (files.includes(name)) starts.set(name, now());
  });
  events.on('test:complete', ({ name, details }) => {
    onComplete?.(name, details.duration_ms / 1000);
    const startedAt = starts.get(name);
    if (startedAt !== undefined && !details.passed) failed.push({ file: name, startedAt, endedAt: now() });
  });
  events.on('test:fail', () => (hasFailure = true));
  events.pipe(new spec()).pipe(process.stdout);
  const closed = Promise.withResolvers<void>();
  events.once('close', closed.resolve);
  await closed.promise;
  if (hasFailure && failed.length === 0) throw new Error('A test failed, and no file.');
  return failed;
}
