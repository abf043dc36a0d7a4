import { periodEnd } from '../../store/quota.ts';
import type { QuotaState } from '../problems/problem.ts';

/** The quota of a month after `used` renders. */
export function quotaState(limit: number, used: number, now: Date): QuotaState {
  return { limit, remaining: Math.max(0, limit - used), resetsAt: periodEnd(now) };
}

/** Seconds until the quota resets, at least one. */
export function secondsToReset({ resetsAt }: QuotaState, now: Date): number {
  return Math.max(1, Math.ceil((resetsAt.getTime() - now.getTime()) / 1000));
}
