import type { Logger } from 'pino';
import { runInSequence } from '../../async/in-sequence.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Database } from '../../store/database.ts';
import { readSetting, writeSetting } from '../../store/settings.ts';

export interface OrphanParts {
  readonly db: Database;
  readonly storage: Storage;
  readonly log: Logger;
  /** Deletes any number of orphans at once. */
  readonly force?: boolean;
}

export interface OrphanScan {
  readonly prefix: string;
  /** Files to check in one pass. */
  readonly limit: number;
  /** The setting that stores where the next pass continues. */
  readonly cursorSetting: string;
}

export interface OrphanCounts {
  readonly removed: number;
  /** Orphans that were kept because there are suspiciously many. */
  readonly heldBack: number;
}

/** Returns those of the given files that are not needed, now or later. */
type FindOrphans = (keys: readonly string[]) => Promise<readonly string[]>;

/** Files checked with one query. */
const chunkFiles = 500;

/** Leaves a day to notice that files are missing in the database. */
const minAgeMs = 24 * 60 * 60 * 1000;

/** Normally only crashes leave orphans: more than both of these hint at an incomplete database. */
const maxOrphans = { files: 20, share: 0.1 } as const;

/** Keys named in one line of the log. */
const maxLoggedKeys = 20;

/**
 * Deletes the orphans among the files of a prefix that are at least a day old. Each pass checks at most
 * `limit` files; the next one continues after them, and at the end starts over. If more than 20 of them and
 * more than a tenth are orphans, it deletes none unless `force` is set, and the next pass checks the same
 * files again.
 *
 * @param findOrphans called with files that were listed before
 * @throws the first failure, after everything else was tried.
 */
export async function removeOrphans(
  { db, storage, log, force = false }: OrphanParts,
  scan: OrphanScan,
  findOrphans: FindOrphans,
): Promise<OrphanCounts> {
  const { checked, orphans, next } = await scanFiles({ db, storage }, scan, findOrphans);
  const found = { orphans: orphans.length, checked, keys: orphans.slice(0, maxLoggedKeys) };
  if (!force && orphans.length > maxOrphans.files && orphans.length > maxOrphans.share * checked) {
    log.warn(
      found,
      'Suspiciously many files have no record in the database, so they are kept. If the database is ' +
        'complete, "platen sweep --force" deletes them.',
    );
    return { removed: 0, heldBack: orphans.length };
  }
  if (orphans.length > 0) log.info(found, 'deleting files that have no record in the database');
  const failures: unknown[] = [];
  await runInSequence(orphans.map((key) => () => storage.delete(key))).catch((error: unknown) => {
    failures.push(error);
  });
  await writeSetting(db, scan.cursorSetting, next);
  if (failures.length > 0) throw failures[0];
  return { removed: orphans.length, heldBack: 0 };
}

interface ScannedFiles {
  readonly checked: number;
  readonly orphans: readonly string[];
  /** The key after which the next pass continues; empty at the end. */
  readonly next: string;
}

async function scanFiles(
  { db, storage }: Pick<OrphanParts, 'db' | 'storage'>,
  { prefix, limit, cursorSetting }: OrphanScan,
  findOrphans: FindOrphans,
): Promise<ScannedFiles> {
  let cursor = (await readSetting(db, cursorSetting)) ?? '';
  let next = '';
  let checked = 0;
  let keys: string[] = [];
  const orphans: string[] = [];
  const checkKeys = async (): Promise<void> => {
    orphans.push(...(await selectOld(storage, await findOrphans(keys))));
    keys = [];
  };
  for await (const key of storage.list(prefix, cursor)) {
    if (checked === limit) {
      next = cursor;
      break;
    }
    cursor = key;
    checked += 1;
    if (keys.push(key) === chunkFiles) await checkKeys();
  }
  await checkKeys();
  return { checked, orphans, next };
}

/** Those of the files that are at least `minAgeMs` old. */
async function selectOld(storage: Storage, keys: readonly string[]): Promise<string[]> {
  const times = await Promise.all(keys.map((key) => storage.modifiedAt(key)));
  const latest = Date.now() - minAgeMs;
  return keys.filter((_key, index) => (times[index]?.getTime() ?? Infinity) <= latest);
}
