import { randomUUID } from 'node:crypto';
import { queryRow, queryRows, type Database } from '../../src/store/database.ts';
import { findCallerByKeyHash, type Caller } from '../../src/store/callers.ts';
import { createKey, hashKey } from '../../src/store/keys.ts';
import { createAccount, createWorkspace } from '../../src/store/workspaces.ts';

/** The workspace whose queries are measured. */
export interface SeededTenant {
  readonly caller: Caller;
  readonly apiKey: string;
  readonly keyHash: Buffer;
  readonly projectId: string;
  /** With one version. */
  readonly templateId: string;
  /** A job with rows, if there are jobs. */
  readonly jobId: string;
}

/** Creates a workspace with an account, a key, a project and a template. */
export async function seedTenant(db: Database): Promise<SeededTenant> {
  const { workspaceId } = await createWorkspace(db, { name: 'Bench', plan: 'enterprise' });
  const accountId = await createAccount(db, { workspaceId, name: 'Bench' });
  const key = accountId === null ? 'unknown-account' : await createKey(db, { accountId, name: 'Bench' });
  if (typeof key === 'string') throw new Error('The new account has no key.');
  const { apiKey } = key;
  const keyHash = hashKey(apiKey);
  const caller = await findCallerByKeyHash(db, keyHash);
  if (caller === null) throw new Error('The new account has no key.');
  const { id: projectId } = await queryRow<{ id: string }>(
    db,
    `insert into projects (workspace_id, account_id, name, visibility)
     values (:workspaceId, :accountId, 'Cards', 'SHARED') returning id`,
    { workspaceId, accountId: caller.accountId },
  );
  const tenant = { caller, apiKey, keyHash, projectId, templateId: randomUUID(), jobId: randomUUID() };
  await seedTemplates(db, tenant, 1, tenant.templateId);
  return tenant;
}

/**
 * Adds templates to the tenant's project, each with a version.
 *
 * @param id of the template, if `count` is 1
 */
export async function seedTemplates(
  db: Database,
  { caller, projectId }: Pick<SeededTenant, 'caller' | 'projectId'>,
  count: number,
  id: string | null = null,
): Promise<void> {
  await db.transaction(async (transaction) => {
    await queryRows(
      transaction,
      `with made as (
         insert into templates (id, workspace_id, account_id, project_id, name, visibility, version_id,
           updated_at)
         select coalesce(cast(:id as uuid), gen_random_uuid()), :workspaceId, :accountId, :projectId,
           'Card ' || n, 'SHARED',
           gen_random_uuid(), now() - n * interval '1 second'
         from generate_series(1, cast(:count as integer)) n
         returning id, version_id
       )
       insert into template_versions (id, template_id, document) select version_id, id,
         cast(:document as jsonb) from made`,
      {
        id,
        workspaceId: caller.workspaceId,
        accountId: caller.accountId,
        projectId,
        count,
        document: JSON.stringify(document),
      },
    );
  });
}

const document = {
  templateVersion: 1,
  name: 'Card',
  viewport: { width: 1200, height: 630 },
  variables: [{ name: 'title', type: 'text', label: 'Title' }],
  elements: [],
};

/** Adds completed jobs with one charge. One in a hundred has rows. */
export async function seedJobs(
  db: Database,
  { caller, templateId, jobId }: SeededTenant,
  count: number,
): Promise<void> {
  const { workspaceId, accountId, keyId } = caller;
  const ids = { workspaceId, accountId, keyId, templateId, chargeId: randomUUID(), jobId, count };
  // A million updates of one total in one transaction would take hours: totals are counted afterwards.
  await db.raw('alter table batch_jobs disable trigger batch_jobs_are_counted');
  await addCharge(db, ids);
  await queryRows(
    db,
    `insert into batch_jobs (
       id, workspace_id, account_id, api_key_id, origin, template_id, template_name, project_id,
       project_name, format,
       options, charge_id, total_items, completed_items, created_at, status, completed_at, cleared_at,
       archive_key,
       archive_bytes, archive_expires_at
     )
     select case when n = cast(:count as integer) / 2 then cast(:jobId as uuid) else gen_random_uuid() end,
       :workspaceId, :accountId, :keyId, 'API_KEY', :templateId, 'Card', :templateId, 'Cards', 'png', '{}',
       :chargeId, 20, 20, now() - n * interval '30 seconds', 'COMPLETED', now(), now(), 'k', 1,
         now() + interval '7 days'
     from generate_series(1, cast(:count as integer)) n`,
    ids,
  );
  await queryRows(
    db,
    `insert into batch_job_counts as c (account_id, status, origin, jobs)
     values (:accountId, 'COMPLETED', 'API_KEY', :count)
     on conflict (account_id, status, origin) do update set jobs = c.jobs + excluded.jobs`,
    ids,
  );
  await countJobsByTime(db, accountId);
  await db.raw('alter table batch_jobs enable trigger batch_jobs_are_counted');
  await queryRows(
    db,
    `insert into batch_rows (job_id, row_index, variables, filename, status, size_bytes, crc32)
     select j.id, r, '{}', 'image-' || r || '.png', 'SUCCESS', 1000, 7
     from (select id, row_number() over () as n from batch_jobs where charge_id = :chargeId) j,
       generate_series(0, 19) r
     where j.n % 100 = 0 or j.id = :jobId`,
    ids,
  );
}

/** Adds the charge that all jobs of an account share. */
export async function addCharge(
  db: Database,
  ids: { readonly workspaceId: string; readonly accountId: string; readonly chargeId: string },
): Promise<void> {
  await queryRows(
    db,
    `insert into quota_entries (id, workspace_id, account_id, starts_at, renders, cause, state)
     values (:chargeId, :workspaceId, :accountId, now(), 1, 'bench ' || :chargeId, 'SETTLED')`,
    ids,
  );
}

/** Counts an account's jobs by day and hour, as the trigger would have. */
export async function countJobsByTime(db: Database, accountId: string): Promise<void> {
  await queryRows(
    db,
    `insert into batch_job_counts_by_time (account_id, unit, since, status, origin, jobs)
     select account_id, unit, date_trunc(unit, created_at, 'UTC'), status, origin, count(*)
     from batch_jobs cross join (values ('day'), ('hour')) units (unit)
     where account_id = :accountId group by 1, 2, 3, 4, 5`,
    { accountId },
  );
}

/** Adds workspaces with an account, a key, a project, charges of this month and their total. */
export async function seedWorkspaces(db: Database, count: number): Promise<void> {
  await queryRows(
    db,
    `with made as (
       insert into workspaces (name, plan, callback_secret)
       select 'Other ' || n, 'studio', 'secret' from generate_series(1, cast(:count as integer)) n
         returning id
     ), joined as (
       insert into accounts (workspace_id, name) select id, 'Other' from made returning id, workspace_id
     ), keyed as (
       insert into api_keys (workspace_id, account_id, name, prefix, hash)
       select workspace_id, id, 'Key', 'plt_', sha256(cast(id::text as bytea)) from joined
     ), projects as (
       insert into projects (workspace_id, account_id, name, visibility)
       select workspace_id, id, 'Cards', 'PRIVATE' from joined
     ), charged as (
       insert into quota_entries (workspace_id, account_id, starts_at, renders, cause, state)
       select workspace_id, id, date_trunc('month', now(), 'UTC'), 1, 'other ' || id || ' ' || n, 'SETTLED'
       from joined, generate_series(1, 10) n
     )
     insert into quota_periods (workspace_id, starts_at, used)
     select id, date_trunc('month', now(), 'UTC'), 10 from made`,
    { count },
  );
}
