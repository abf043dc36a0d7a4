import type { PlanName, Plans } from '../../config/plans.ts';
import type { Actor } from '../../store/callers.ts';
import type { Database } from '../../store/database.ts';
import { readUsage } from '../../store/quota.ts';
import { readStoredUse } from '../../store/stored-data.ts';
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
import { storedLimits } from './stored-data.ts';

/** The renders of a workspace in a month. */
export interface MonthUsage {
  /** As `2026-03`. */
  readonly month: string;
  readonly plan: PlanName;
  /** Of the current month. */
  readonly quota: QuotaState & { readonly used: number };
  /** Now, whatever the month. */
  readonly stored: StoredState;
  /** Every day of the month, in UTC. */
  readonly days: readonly DayUsage[];
  /** Those with most renders. Names that the viewer may not see are null. */
  readonly templates: readonly TemplateUsage[];
  readonly keys: readonly KeyUsage[];
}

/** What a workspace stores, and may store. */
export interface StoredState {
  readonly projects: UseOfLimit;
  readonly templates: UseOfLimit;
  readonly libraryItems: UseOfLimit;
  readonly bytes: UseOfLimit;
  /** Versions of a template that are kept. */
  readonly versionsPerTemplate: number;
}

interface UseOfLimit {
  readonly used: number;
  readonly limit: number;
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
    stored: await readStored(db, { workspaceId, plan }, plans),
    days: await listUsageByDay(db, period),
    templates: await listUsageByTemplate(db, { accountId }, period, top),
    keys: await listUsageByKey(db, { accountId, seesAllKeys: role === 'OWNER' }, period, top),
  };
}

/** What a workspace stores now, beside the limits of its plan. */
export async function readStored(
  db: Database,
  { workspaceId, plan }: { readonly workspaceId: string; readonly plan: PlanName },
  plans: Plans,
): Promise<StoredState> {
  const use = await readStoredUse(db, workspaceId);
  const limits = storedLimits(plans[plan]);
  return {
    projects: { used: use.projects, limit: limits.projects },
    templates: { used: use.templates, limit: limits.templates },
    libraryItems: { used: use.libraryItems, limit: limits.libraryItems },
    bytes: { used: use.bytes, limit: limits.bytes },
    versionsPerTemplate: plans[plan].versionsPerTemplate,
  };
}

function firstDayAfter(month: string): string {
  const first = new Date(`${month}-01T00:00:00Z`);
  return new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 1)).toISOString().slice(0, 10);
}
