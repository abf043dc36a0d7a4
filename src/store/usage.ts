/**
 * Renders by day, template and key. A trigger counts every charge and refund, so a month takes as long to
 * read with a million renders as with a thousand. A refund counts on the day of its charge.
 */
import { readRows } from './lost-connection.ts';
import type { Database } from './database.ts';
import type { Viewer } from './projects.ts';
import { visibleTo } from './templates.ts';

/** Days of one workspace. */
export interface UsagePeriod {
  readonly workspaceId: string;
  /** The first day, as `2026-03-01`. */
  readonly from: string;
  /** Exclusive. */
  readonly to: string;
}

export interface DayUsage {
  /** As `2026-03-01`. */
  readonly day: string;
  readonly renders: number;
}

export interface TemplateUsage {
  /** Null: not recorded. */
  readonly templateId: string | null;
  /** Null if the viewer does not see the template, or it was deleted. */
  readonly name: string | null;
  readonly renders: number;
}

export interface KeyUsage {
  /** Null: from the app, by deleted keys, or not recorded. */
  readonly keyId: string | null;
  /** Null if the viewer does not see the key. */
  readonly name: string | null;
  readonly renders: number;
}

/** The renders of every day of a period, also of days without any. */
export async function listUsageByDay(db: Database, period: UsagePeriod): Promise<DayUsage[]> {
  return await readRows<DayUsage>(
    db,
    `select to_char(d.day, 'YYYY-MM-DD') as day, coalesce(sum(u.renders), 0)::float8 as renders
     from generate_series(
       cast(:from as timestamp), cast(:to as timestamp) - interval '1 day', interval '1 day'
     ) d (day)
     left join usage_by_day u on u.workspace_id = :workspaceId and u.day = cast(d.day as date)
     group by d.day order by d.day`,
    { ...period },
  );
}

/** The templates with most renders in a period. */
export async function listUsageByTemplate(
  db: Database,
  { accountId }: Pick<Viewer, 'accountId'>,
  period: UsagePeriod,
  { limit }: { readonly limit: number },
): Promise<TemplateUsage[]> {
  return await readRows<TemplateUsage>(
    db,
    `select u.template_id as "templateId", t.name, sum(u.renders)::float8 as renders
     from usage_by_day u
     left join templates t on t.id = u.template_id and ${visibleTo(':workspaceId', ':accountId')}
     where u.workspace_id = :workspaceId and u.day >= :from and u.day < :to
     group by u.template_id, t.name
     having sum(u.renders) > 0
     order by renders desc, t.name, u.template_id
     limit :limit`,
    { ...period, accountId, limit },
  );
}

/**
 * The keys with most renders in a period.
 *
 * @param seesAllKeys whether the viewer sees the names of other members' keys
 */
export async function listUsageByKey(
  db: Database,
  { accountId, seesAllKeys }: { readonly accountId: string; readonly seesAllKeys: boolean },
  period: UsagePeriod,
  { limit }: { readonly limit: number },
): Promise<KeyUsage[]> {
  return await readRows<KeyUsage>(
    db,
    `select k.id as "keyId", case when :seesAllKeys or k.account_id = :accountId then k.name end as name,
            sum(u.renders)::float8 as renders
     from usage_by_day u left join (
       select id, account_id, name from api_keys union all select id, account_id, name from url_keys
     ) k on k.id = u.api_key_id
     where u.workspace_id = :workspaceId and u.day >= :from and u.day < :to
     group by k.id, k.account_id, k.name
     having sum(u.renders) > 0
     order by renders desc, k.name, k.id
     limit :limit`,
    { ...period, accountId, seesAllKeys, limit },
  );
}
