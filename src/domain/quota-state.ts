import { periodEnd } from '../store/quota-period.ts';
import type { QuotaState } from './errors.ts';

/** What is left of a month's renders, of which so many are used. */
export function quotaState(limit: number, used: number, now: Date): QuotaState {
  return { limit, remaining: Math.max(0, limit - used), resetsAt: periodEnd(now) };
}

/** Whole seconds until the quota is whole again, at least one. */
export function secondsToReset({ resetsAt }: QuotaState, now: Date): number {
  return Math.max(1, Math.ceil((resetsAt.getTime() - now.getTime()) / 1000));
}
