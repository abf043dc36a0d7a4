import type { Knex } from 'knex';

/**
 * Notifies of changes that pages of the app show, in the transaction that makes the change. A payload says
 * who may see the thing: its account (`ACCOUNT`), its account and owners of the workspace (`OWNERS`), or
 * every member (`WORKSPACE`).
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create function notify_members(
      workspace_id uuid, account_id uuid, audience text, event text, data jsonb, follows boolean
    ) returns void language sql as $$
      select pg_notify('platen_events', jsonb_build_object(
        'workspaceId', workspace_id, 'accountId', account_id, 'audience', audience,
        'event', event, 'data', data, 'follows', follows
      )::text)
    $$;

    create function notify_job() returns trigger language plpgsql as $$
    declare
      job record := coalesce(new, old);
    begin
      perform notify_members(job.workspace_id, job.account_id, 'ACCOUNT', 'job',
        jsonb_build_object('jobId', job.id), tg_op = 'UPDATE' and job.status = 'PROCESSING');
      return null;
    end $$;
    create trigger jobs_are_announced after insert or delete on batch_jobs
      for each row execute function notify_job();
    -- progressed_at changes at most once a second while rows are recorded.
    create trigger progress_is_announced after update of status, progressed_at, archive_key on batch_jobs
      for each row
      when ((old.status, old.progressed_at, old.archive_key)
        is distinct from (new.status, new.progressed_at, new.archive_key))
      execute function notify_job();

    create function notify_delivery() returns trigger language plpgsql as $$
    begin
      perform notify_members(new.workspace_id, new.account_id, 'OWNERS', 'delivery',
        jsonb_build_object('deliveryId', new.id, 'jobId', new.job_id), false);
      return null;
    end $$;
    create trigger deliveries_are_announced after insert on callback_deliveries
      for each row execute function notify_delivery();
    create trigger attempts_are_announced after update of status, attempts on callback_deliveries
      for each row when ((old.status, old.attempts) is distinct from (new.status, new.attempts))
      execute function notify_delivery();

    create function notify_draft() returns trigger language plpgsql as $$
    begin
      perform notify_members(new.workspace_id, new.account_id,
        case new.visibility when 'SHARED' then 'WORKSPACE' else 'ACCOUNT' end, 'draft',
        jsonb_build_object('templateId', new.id, 'revision', new.draft_revision), false);
      return null;
    end $$;
    create trigger drafts_are_announced after update of draft_revision, version_id on templates
      for each row
      when ((old.draft_revision, old.version_id) is distinct from (new.draft_revision, new.version_id))
      execute function notify_draft();
  `);
}
