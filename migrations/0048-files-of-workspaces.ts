import type { Knex } from 'knex';

/**
 * The files that each workspace has put into storage, counted against its plan: each content once. A sweep
 * removes those that nothing in the workspace refers to any more.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table workspace_files (
      workspace_id uuid not null references workspaces on delete cascade,
      hash bytea not null check (octet_length(hash) = 32),
      bytes bigint not null,
      touched_at timestamptz(3) not null default now(),
      primary key (workspace_id, hash)
    );
    create index workspace_files_by_age on workspace_files (touched_at);

    insert into workspace_files (workspace_id, hash, bytes)
    select distinct used.workspace_id, b.hash, b.bytes
    from (
      select t.workspace_id, f.hash
      from template_files f join template_versions v on v.id = f.version_id
        join templates t on t.id = v.template_id
      union
      select t.workspace_id, f.hash
      from template_draft_files f join templates t on t.id = f.template_id
      union
      select a.workspace_id, p.hash from uploaded_pictures p join accounts a on a.id = p.account_id
      union
      select j.workspace_id, p.hash from batch_pictures p join batch_jobs j on j.id = p.job_id
    ) used join blobs b on b.hash = used.hash;

    -- Results that are kept, by workspace.
    create index batch_jobs_kept_bytes on batch_jobs (workspace_id) include (archive_bytes)
      where archive_key is not null;
  `);
}
