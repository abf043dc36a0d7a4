import type { Knex } from 'knex';

/**
 * Renders without an open connection: jobs of one row whose result is the row's file. Metadata of jobs and
 * rows.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table batch_jobs drop constraint batch_jobs_origin_check;
    alter table batch_jobs add constraint batch_jobs_origin_check
      check (origin in ('API_KEY', 'DESIGNER', 'RENDER')) not valid;
    alter table batch_jobs
      -- json keeps the order of its keys.
      add column metadata json,
      -- Of a render: its Idempotency-Key, and the SHA-256 of the template's id and the body.
      add column render_key text,
      add column request_hash bytea,
      -- Of a render: how long it is kept after its end.
      add column retention_ms bigint;
    alter table batch_rows
      add column metadata json,
      add column page_count integer;
    create unique index batch_jobs_by_render_key on batch_jobs (workspace_id, render_key)
      where render_key is not null;
    create index batch_jobs_expired_renders on batch_jobs (archive_expires_at) where origin = 'RENDER';

    -- The app shows no renders.
    create or replace function notify_job() returns trigger language plpgsql as $$
    declare
      job record := coalesce(new, old);
    begin
      if job.origin = 'RENDER' then return null; end if;
      perform notify_members(job.workspace_id, job.account_id, 'ACCOUNT', 'job',
        jsonb_build_object('jobId', job.id), tg_op = 'UPDATE' and job.status = 'PROCESSING');
      return null;
    end $$;
  `);
}
