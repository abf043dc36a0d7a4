import { LRUCache } from 'lru-cache';
import type { QuotaState } from './errors.ts';

/** What this process last saw of the workspaces' quotas. A hint and no more: what is granted, the ledger alone decides. */
export interface QuotaRoom {
  /** Whether there was so much left that the ledger is all but certain to grant one render more. */
  isAmple(workspaceId: string, now: Date): boolean;
  /** Notes what the ledger told. */
  note(workspaceId: string, quota: QuotaState): void;
}

/** More than other processes, and a batch or two, are likely to take between two looks. */
const ampleRenders = 1_000;
const mostWorkspaces = 10_000;

/** Remembers the workspaces that were asked about last. */
export function createQuotaRoom(): QuotaRoom {
  const seen = new LRUCache<string, QuotaState>({ max: mostWorkspaces });
  return {
    isAmple(workspaceId, now) {
      const quota = seen.get(workspaceId);
      return quota !== undefined && quota.resetsAt > now && quota.remaining >= ampleRenders;
    },
    note: (workspaceId, quota) => void seen.set(workspaceId, quota),
  };
}
