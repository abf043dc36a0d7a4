import { LRUCache } from 'lru-cache';
import type { Plans } from '../../config/plans.ts';
import { FairSlots, SlotsFullError } from '../../async/fair-slots.ts';
import { checkFiles, type FileChecker } from '../../renderer/check-files.ts';
import { convertInProcess } from '../../renderer/convert-pictures.ts';
import { joinChecks } from './join-checks.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Database } from '../../store/database.ts';
import type { Viewer } from '../../store/projects.ts';
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
  /** What workspaces may store. */
  readonly plans: Plans;
  /** Packing and unpacking: each holds a whole template in memory. */
  readonly zipSlots: FairSlots;
}

/** Files whose verdict is remembered. */
const maxVerdicts = 10_000;

/** Work that holds a whole template in memory or has a process of its own. Workspaces take turns. */
const slotOptions = { ofOwner: 1, inAll: 2, maxOfOwner: 16, maxWaitMs: 30_000 } as const;

/** Owners whose checks are joined. */
const maxJoiners = 1_000;

/** Owner of work that belongs to no workspace. */
const noOwner = '';

/** Builds the parts. */
export function createAuthoringParts({
  fileLimits,
  ...parts
}: Omit<AuthoringParts, 'zipSlots'>): AuthoringParts {
  const { timeoutMs } = fileLimits;
  // Each check has a process of its own.
  const checkSlots = new FairSlots(slotOptions);
  const conversionSlots = new FairSlots(slotOptions);
  const joined = new LRUCache<string, FileChecker>({ max: maxJoiners });
  const checkerOf = (owner: string): FileChecker => {
    const known = joined.get(owner);
    if (known !== undefined) return known;
    const checker = joinChecks((files) => inSlot(checkSlots, owner, () => checkFiles(files, timeoutMs)));
    joined.set(owner, checker);
    return checker;
  };
  return {
    ...parts,
    zipSlots: new FairSlots(slotOptions),
    fileLimits: {
      ...fileLimits,
      verdicts: new LRUCache<string, FileVerdict>({ max: maxVerdicts }),
      checker: (files, owner = noOwner) => checkerOf(owner)(files),
      converter: (picture, owner = noOwner) =>
        inSlot(conversionSlots, owner, () => convertInProcess(picture, timeoutMs)),
    },
  };
}

/** The parts for the work of a workspace: where work of all is done in turns, it has its own. */
export function partsForWorkspace(
  { fileLimits, ...parts }: AuthoringParts,
  { workspaceId }: Pick<Viewer, 'workspaceId'>,
): AuthoringParts {
  return { ...parts, fileLimits: { ...fileLimits, owner: workspaceId } };
}

/** Milliseconds after which a refused client tries again. */
const retryMs = 2_000;

/**
 * Runs a task in one of the slots, when it is the workspace's turn.
 *
 * @throws Problem SERVICE_UNAVAILABLE if it has too many tasks, or none becomes free
 */
export async function inSlot<Result>(
  slots: FairSlots,
  workspaceId: string,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await slots.run(workspaceId, run);
  } catch (error) {
    throw error instanceof SlotsFullError ? problems.importsBusy(retryMs) : error;
  }
}
