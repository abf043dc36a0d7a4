import { queryRow, type Database } from '../../src/store/database.ts';
import { reserveRenders } from '../../src/store/quota.ts';
import { createCaller } from './database.ts';

/** A job that is under way, with a charge but without rows and tasks: for what happens inside of one. */
export async function insertBatchJob(db: Database): Promise<string> {
  const { workspaceId, accountId } = await createCaller(db);
  const { id } = await queryRow<{ id: string }>(db, 'select gen_random_uuid() as id', {});
  const charge = await reserveRenders(db, {
    workspaceId,
    accountId,
    instanceId: null,
    cause: `batch ${id}`,
    renders: 10,
    limit: 10,
    now: new Date(),
  });
  if (!charge.granted) throw new Error('The workspace has no renders left.');
  await queryRow(
    db,
    `insert into batch_jobs (
       id, workspace_id, account_id, origin, template_id, template_name, project_id, project_name, format, options,
       charge_id, status, total_items, started_at
     ) values (
       :id, :workspaceId, :accountId, 'API_KEY', gen_random_uuid(), 'Card', gen_random_uuid(), 'Cards', 'png', '{}',
       :chargeId, 'PROCESSING', 10, now()
     ) returning id`,
    { id, workspaceId, accountId, chargeId: charge.chargeId },
  );
  return id;
}
