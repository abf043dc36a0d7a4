import { rmdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { lock } from 'proper-lockfile';
import { retry } from '../../async/retry.ts';

/** A process that does not renew its lock for this long loses it: it was killed, or it is paused. */
const staleMs = 5_000;

const renewMs = 1_000;

/** For about 150 s: above what any holder may take. */
const retryDelaysMs = Array.from({ length: 1_500 }, () => 100);

/** Throws if the lock was lost. Called before each step that two processes must not take at the same time. */
export type AssertHeld = () => Promise<void>;

class LockLostError extends Error {
  override readonly name = 'LockLostError';
}

/**
 * Runs `run` while no other process does so in this data folder. A process that was paused and lost the lock
 * takes it again and starts over.
 *
 * @throws Error if other processes hold the lock for too long
 */
export async function withLock<Result>(
  dataDir: string,
  run: (assertHeld: AssertHeld) => Promise<Result>,
): Promise<Result> {
  const attempt = async (): Promise<Result> => {
    const { assertHeld, release } = await acquire(path.join(dataDir, 'postgres'));
    try {
      return await run(assertHeld);
    } finally {
      // Not another process's lock. The library notices the loss by itself, but only later.
      await assertHeld().then(release, () => undefined);
    }
  };
  return await retry(attempt, {
    delaysMs: Array.from({ length: 10 }, () => 0),
    shouldRetry: (error) => error instanceof LockLostError,
  });
}

async function acquire(file: string): Promise<{ assertHeld: AssertHeld; release: () => Promise<void> }> {
  const folder = `${file}.lock`;
  const attempt = async (): Promise<() => Promise<void>> => {
    await removeFromFuture(folder);
    const onCompromised = (): void => undefined;
    return await lock(file, { realpath: false, stale: staleMs, update: renewMs, onCompromised });
  };
  const release = await retry(attempt, { delaysMs: retryDelaysMs, shouldRetry: isHeldByOther }).catch(
    (error: unknown) => {
      if (!isHeldByOther(error)) throw error;
      throw new Error(`Other processes have held ${folder} for too long.`, { cause: error });
    },
  );
  const identity = await identify(folder);
  return {
    async assertHeld() {
      if ((await identify(folder)) !== identity)
        throw new LockLostError(`${folder} is another process's now`);
    },
    release: () => release().catch(() => undefined),
  };
}

/** The lock of a killed process that was renewed before the clock was set back would not become stale. */
async function removeFromFuture(folder: string): Promise<void> {
  const mtimeMs = (await stat(folder).catch(() => null))?.mtimeMs ?? 0;
  if (mtimeMs > Date.now() + staleMs) await rmdir(folder).catch(() => undefined);
}

/** Tells folders apart that had the same name one after the other. */
async function identify(folder: string): Promise<string | null> {
  const found = await stat(folder, { bigint: true }).catch(() => null);
  return found === null ? null : `${found.ino} ${found.birthtimeNs}`;
}

/** A process that takes the lock of a killed one may find its new folder removed by another. */
function isHeldByOther(error: unknown): boolean {
  const { code, syscall } = error as NodeJS.ErrnoException;
  return code === 'ELOCKED' || (code === 'ENOENT' && syscall !== 'mkdir');
}
