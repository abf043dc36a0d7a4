/** How many attempts at callbacks of one workspace a process makes at a time. */
export interface CallbackPlaces {
  /** Takes a place, which `release` gives back; or tells after how many milliseconds to ask again where none is left. */
  take(workspaceId: string): { readonly ok: true } | { readonly ok: false; readonly waitMs: number };
  release(workspaceId: string): void;
}

interface Workspace {
  underWay: number;
  /** When the last of those was told to ask again for which there was no place, by `now`. */
  lastWaitEnds: number;
}

/** Before anybody asks again. */
const shortestWaitMs = 1_000;

/**
 * Places for attempts, so that receivers of one workspace that hang leave room for those of others: while there are `free` in
 * all, anybody takes them, and after that each workspace may have `each`. Attempts that find no place are spread over time,
 * `each` a second.
 *
 * @param now milliseconds of a clock that only goes forward
 */
export function createCallbackPlaces(
  { free, each }: { readonly free: number; readonly each: number },
  now: () => number = () => performance.now(),
): CallbackPlaces {
  let taken = 0;
  const workspaces = new Map<string, Workspace>();
  return {
    take(workspaceId) {
      const workspace = workspaces.get(workspaceId) ?? { underWay: 0, lastWaitEnds: 0 };
      workspaces.set(workspaceId, workspace);
      if (workspace.underWay < each || taken < free) {
        taken += 1;
        workspace.underWay += 1;
        return { ok: true };
      }
      const spread = shortestWaitMs / each;
      workspace.lastWaitEnds = Math.max(workspace.lastWaitEnds + spread, now() + shortestWaitMs);
      return { ok: false, waitMs: Math.round(workspace.lastWaitEnds - now()) };
    },
    release(workspaceId) {
      const workspace = workspaces.get(workspaceId);
      if (workspace === undefined) return;
      taken -= 1;
      workspace.underWay -= 1;
      if (workspace.underWay === 0) workspaces.delete(workspaceId);
    },
  };
}
