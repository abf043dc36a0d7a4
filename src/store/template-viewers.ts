/** Who has a template open in the designer: a row for each connection. A trigger announces changes. */
import { queryRows, type Database } from './database.ts';

/** A connection of somebody who has a template open. */
export interface TemplateViewer {
  readonly connectionId: string;
  readonly templateId: string;
  readonly accountId: string;
}

/** An account that has a template open, in one tab or in several. */
export interface PresentAccount {
  readonly templateId: string;
  readonly accountId: string;
  readonly name: string;
}

/** Rows are touched every 15 s. Older ones are those of a process that is gone. */
const SILENT_SECONDS = 40;

/** Adds connections, or records that they are still open. Those to a template that is gone are left out. */
export async function touchViewers(db: Database, viewers: readonly TemplateViewer[]): Promise<void> {
  if (viewers.length === 0) return;
  await queryRows(
    db,
    `insert into template_viewers (connection_id, template_id, account_id)
     select v."connectionId", t.id, a.id
     from jsonb_to_recordset(cast(:viewers as jsonb))
            as v ("connectionId" uuid, "templateId" uuid, "accountId" uuid)
       join templates t on t.id = v."templateId" join accounts a on a.id = v."accountId"
     order by v."connectionId"
     on conflict (connection_id) do update set seen_at = now()`,
    { viewers: JSON.stringify(viewers) },
  );
}

/** Removes connections that were closed. */
export async function removeViewers(db: Database, connectionIds: readonly string[]): Promise<void> {
  await queryRows(
    db,
    'delete from template_viewers where connection_id = any(:ids) returning connection_id',
    {
      ids: [...connectionIds],
    },
  );
}

/** Lists who has templates open, those who came first in front. */
export async function listViewers(db: Database, templateIds: readonly string[]): Promise<PresentAccount[]> {
  return await queryRows<PresentAccount>(
    db,
    `select v.template_id as "templateId", a.id as "accountId", a.name
     from template_viewers v join accounts a on a.id = v.account_id
     where v.template_id = any(:ids) and v.seen_at > now() - interval '${SILENT_SECONDS} seconds'
     group by v.template_id, a.id, a.name
     order by min(v.opened_at), a.id`,
    { ids: [...templateIds] },
  );
}

/** Removes the connections of processes that are gone. Returns how many. */
export async function removeSilentViewers(db: Database): Promise<number> {
  const removed = await queryRows(
    db,
    `delete from template_viewers where seen_at < now() - interval '${SILENT_SECONDS} seconds'
     returning connection_id`,
    {},
  );
  return removed.length;
}
