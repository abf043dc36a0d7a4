import { LRUCache } from 'lru-cache';

/** After this time, what a workspace has used counts a third. */
const decayMs = 2_000;

/** Workspaces whose use is kept. */
const maxWorkspaces = 1_000;

interface Use {
  readonly usedMs: number;
  readonly atMs: number;
}

/** The time of renderers that workspaces have used of late: it decays exponentially. */
export class RecentUse {
  readonly #uses = new LRUCache<string, Use>({ max: maxWorkspaces });

  /** Adds the time of a render that has ended. */
  add(workspaceId: string, renderMs: number, nowMs: number): void {
    this.#uses.set(workspaceId, { usedMs: this.of(workspaceId, nowMs) + renderMs, atMs: nowMs });
  }

  of(workspaceId: string, nowMs: number): number {
    const use = this.#uses.get(workspaceId);
    return use === undefined ? 0 : use.usedMs * Math.exp((use.atMs - nowMs) / decayMs);
  }
}
