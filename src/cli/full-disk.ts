import { readFile, statfs } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Config } from '../config/config.ts';
import { StorageUnavailableError } from '../storage/storage.ts';

/** Node's codes, and the words of PostgreSQL and its programs. */
const fullDisk = /\bENOSPC\b|\bEDQUOT\b|No space left on device|Disk quota exceeded/;

/** A database that has less than this stops, and its clients only see that the connection ended. */
const minFreeBytes = 1024 * 1024;

type Places = Pick<Config, 'dataDir' | 'databaseUrl' | 'storageUrl'>;

/** Runs what needs the data folder. If it fails because its disk is full, the error says so. */
export async function withDiskExplained<Result>(places: Places, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!(await isDiskFull(error, places))) throw error;
    const { dataDir } = places;
    throw new Error(
      `The disk of DATA_DIR=${dataDir} is full${await describeFree(dataDir)}. Make room there and start ` +
        'again: nothing is lost, and the next start completes what is missing.',
      { cause: error },
    );
  }
}

/** Whether the disk of the data folder is full, and may have caused an error. */
export async function isDiskFull(error: unknown, places: Places): Promise<boolean> {
  const { dataDir, databaseUrl, storageUrl } = places;
  const isInDataDir =
    findStorageError(error) === null
      ? databaseUrl === null
      : storageUrl.startsWith(`${pathToFileURL(dataDir).href}/`);
  if (!isInDataDir) return false;
  if (fullDisk.test(getMessages(error))) return true;
  const free = await readFree(dataDir);
  return (free !== null && free.freeBytes < minFreeBytes) || (await hasDatabaseStopped(dataDir));
}

/**
 * Whether the embedded database has met a full disk since this process started. It may have stopped, with an
 * end of the connection as the only error here, and have left room by its end.
 */
async function hasDatabaseStopped(dataDir: string): Promise<boolean> {
  const log = await readFile(path.join(dataDir, 'postgres.log'), 'utf8').catch(() => '');
  return log.split('\n').some((line) => {
    const [, date = '', time = ''] = /^(\S+) (\S+) UTC /.exec(line) ?? [];
    return Date.parse(`${date}T${time}Z`) >= performance.timeOrigin && fullDisk.test(line);
  });
}

async function describeFree(folder: string): Promise<string> {
  const free = await readFree(folder);
  if (free === null) return '';
  const toMebibytes = (bytes: number): number => Math.floor(bytes / 2 ** 20);
  return ` (${toMebibytes(free.freeBytes)} of ${toMebibytes(free.allBytes)} MiB are free now)`;
}

/** Null: the folder does not exist, or its file system counts nothing. */
async function readFree(folder: string): Promise<{ freeBytes: number; allBytes: number } | null> {
  const facts = await statfs(folder).catch(() => null);
  if (facts === null || facts.blocks === 0) return null;
  return { freeBytes: facts.bavail * facts.bsize, allBytes: facts.blocks * facts.bsize };
}

function findStorageError(error: unknown): StorageUnavailableError | null {
  for (let each = error; each instanceof Error; each = each.cause)
    if (each instanceof StorageUnavailableError) return each;
  return null;
}

function getMessages(error: unknown): string {
  const messages: string[] = [];
  for (let each = error; each instanceof Error; each = each.cause) messages.push(each.message);
  return messages.join('\n');
}
