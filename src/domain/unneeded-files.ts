import { inTurn } from './in-turn.ts';
import type { Storage } from '../storage/storage.ts';
import type { Database } from '../store/database.ts';
import { readSetting, writeSetting } from '../store/settings.ts';

/** Which files a pass looks at. */
export interface LookedAt {
  readonly prefix: string;
  /** How many. */
  readonly limit: number;
  /** Where the next pass goes on is kept in this setting. */
  readonly cursorSetting: string;
}

/** Files that are looked up together. */
const filesAtOnce = 500;

/**
 * Removes the files of a prefix that nobody needs. A pass looks at so many and the next one goes on behind them, at last from the
 * start again.
 *
 * @param findUnneeded those of some files that nobody needs any more, nor will; asked once they have been listed.
 * @returns how many were removed.
 * @throws what failed first, once all that can be removed is.
 */
export async function removeUnneeded(
  { db, storage }: { readonly db: Database; readonly storage: Storage },
  { prefix, limit, cursorSetting }: LookedAt,
  findUnneeded: (keys: readonly string[]) => Promise<readonly string[]>,
): Promise<number> {
  let cursor = (await readSetting(db, cursorSetting)) ?? '';
  let removed = 0;
  let lookedAt = 0;
  let keys: string[] = [];
  const failures: unknown[] = [];
  const look = async (): Promise<void> => {
    const unneeded = await findUnneeded(keys);
    keys = [];
    await inTurn(unneeded.map((key) => () => storage.delete(key))).catch((error: unknown) => {
      failures.push(error);
    });
    removed += unneeded.length;
  };
  let next = '';
  for await (const key of storage.list(prefix, cursor)) {
    if (lookedAt === limit) {
      next = cursor;
      break;
    }
    cursor = key;
    lookedAt += 1;
    if (keys.push(key) === filesAtOnce) await look();
  }
  await look();
  await writeSetting(db, cursorSetting, next);
  if (failures.length > 0) throw failures[0];
  return removed;
}
