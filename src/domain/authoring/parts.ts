import { LRUCache } from 'lru-cache';
import { Bulkhead } from '../../async/bulkhead.ts';
import { checkFiles } from '../../renderer/check-files.ts';
import { convertInProcess } from '../../renderer/convert-pictures.ts';
import { joinChecks } from './join-checks.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Database } from '../../store/database.ts';
import { problems } from '../problems/catalogue.ts';
import type { CheckLimits } from '../templates/check/check-template.ts';
import type { FileVerdict } from '../templates/check/files.ts';
import type { FolderLimits } from '../templates/select-files.ts';

/** What authoring needs. */
export interface AuthoringParts {
  readonly db: Database;
  readonly storage: Storage;
  /** Limits on documents and files, as at import. They remember the files that were decoded. */
  readonly fileLimits: CheckLimits;
  readonly zipLimits: FolderLimits;
  /** Packing and unpacking: each holds a whole template in memory. */
  readonly zipSlots: Bulkhead;
}

/** Files whose verdict is remembered. */
const maxVerdicts = 10_000;

/** All accounts share these slots. */
const slotKey = 'authoring';

/** Builds the parts. */
export function createAuthoringParts({
  fileLimits,
  ...parts
}: Omit<AuthoringParts, 'zipSlots'>): AuthoringParts {
  const { timeoutMs } = fileLimits;
  // Each check has a process of its own.
  const checkSlots = new Bulkhead({ shared: 0, perKey: 2 });
  const conversionSlots = new Bulkhead({ shared: 0, perKey: 2 });
  return {
    ...parts,
    zipSlots: new Bulkhead({ shared: 0, perKey: 2 }),
    fileLimits: {
      ...fileLimits,
      verdicts: new LRUCache<string, FileVerdict>({ max: maxVerdicts }),
      checker: joinChecks((files) => inSlot(checkSlots, () => checkFiles(files, timeoutMs))),
      converter: (picture) => inSlot(conversionSlots, () => convertInProcess(picture, timeoutMs)),
    },
  };
}

/**
 * Runs a task in one of the slots.
 *
 * @throws Problem SERVICE_UNAVAILABLE if all are taken
 */
export async function inSlot<Result>(slots: Bulkhead, run: () => Promise<Result>): Promise<Result> {
  const slot = slots.acquire(slotKey);
  if (!slot.ok) throw problems.importsBusy(slot.waitMs);
  try {
    return await run();
  } finally {
    slots.release(slotKey);
  }
}
