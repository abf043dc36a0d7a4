import type { PlanName, Plans } from '../../config/plans.ts';
import type { Actor } from '../../store/callers.ts';
import type { Database } from '../../store/database.ts';
import { readUsage } from '../../store/quota.ts';
import {
  listUsageByDay,
  listUsageByKey,
  listUsageByTemplate,
  type DayUsage,
  type KeyUsage,
  type TemplateUsage,
} from '../../store/usage.ts';
import type { QuotaState } from '../problems/problem.ts';
import { quotaState } from './state.ts';

/** The renders of a workspace in a month. */
export interface MonthUsage {
  /** As `2026-03`. */
  readonly month: string;
  readonly plan: PlanName;
  /** Of the current month. */
  readonly quota: QuotaState & { readonly used: number };
  /** Every day of the month, in UTC. */
  readonly days: readonly DayUsage[];
  /** Those with most renders. Names that the viewer may not see are null. */
  readonly templates: readonly TemplateUsage[];
  readonly keys: readonly KeyUsage[];
}

export interface UsageViewer extends Pick<Actor, 'accountId' | 'workspaceId' | 'plan'> {
  readonly role: 'OWNER' | 'MEMBER';
}

/** Entries of the lists by template and by key. */
const maxEntries = 100;

/**
 * Reads the renders of the viewer's workspace in a month, in UTC. Refunded renders do not count.
 *
 * @param month as `2026-03`; default: the current one
 */
export async function readMonthUsage(
  { db, plans }: { readonly db: Database; readonly plans: Plans },
  { accountId, workspaceId, plan, role }: UsageViewer,
  { month, now }: { readonly month?: string | undefined; readonly now: Date },
): Promise<MonthUsage> {
  const shown = month ?? now.toISOString().slice(0, 7);
  const period = { workspaceId, from: `${shown}-01`, to: firstDayAfter(shown) };
  const top = { limit: maxEntries };
  const { used } = await readUsage(db, workspaceId, now);
  return {
    month: shown,
    plan,
    quota: { ...quotaState(plans[plan].rendersPerMonth, used, now), used },
    days: await listUsageByDay(db, period),
    templates: await listUsageByTemplate(db, { accountId }, period, top),
    keys: await listUsageByKey(db, { accountId, seesAllKeys: role === 'OWNER' }, period, top),
  };
}

function firstDayAfter(month: string): string {
  const first = new Date(`${month}-01T00:00:00Z`);
  return new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 1)).toISOString().slice(0, 10);
}
