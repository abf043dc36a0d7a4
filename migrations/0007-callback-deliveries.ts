import type { Knex } from 'knex';

/**
 * Deliveries of completion callbacks. Jobs that had ended before this migration get one too, due at once.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table callback_deliveries (
      -- The job's delivery_id, created when the job is submitted.
      id uuid primary key,
      -- Not a reference: the delivery outlives a deleted job for a while.
      job_id uuid not null,
      job_deleted_at timestamptz(3),
      workspace_id uuid not null references workspaces on delete cascade,
      url text not null,
      -- Every attempt sends exactly this text, in UTF-8.
      body text not null,
      status text not null default 'PENDING' check (status in ('PENDING', 'DELIVERED', 'FAILED')),
      -- Attempts that have an outcome.
      attempts integer not null default 0 check (attempts >= 0),
      -- When the job ended. The times of the attempts count from it.
      created_at timestamptz(3) not null default now(),
      next_attempt_at timestamptz(3),
      -- Requested by an operator: one attempt only.
      is_redelivery boolean not null default false,
      -- The next attempt's task in the queue.
      task_id bigint,
      -- Time of the last accepted attempt.
      delivered_at timestamptz(3),
      -- Why the latest attempt was refused.
      last_error text,
      check ((status = 'PENDING') = (next_attempt_at is not null))
    );
    create index callback_deliveries_by_job on callback_deliveries (job_id);
    create index callback_deliveries_by_workspace on callback_deliveries (workspace_id);
    create index callback_deliveries_due on callback_deliveries (next_attempt_at) where status = 'PENDING';
    create index callback_deliveries_deleted on callback_deliveries (job_deleted_at)
      where job_deleted_at is not null;

    insert into callback_deliveries (id, job_id, workspace_id, url, body, next_attempt_at)
    select delivery_id, id, workspace_id, callback_url,
      format(
        '{"deliveryId":"%s","jobId":"%s","status":"%s","totalItems":%s,"completedItems":%s,'
        '"failedItems":%s,"completedAt":"%s"}',
        delivery_id, id, status, total_items, completed_items, failed_items,
        to_char(completed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      ),
      now()
    from batch_jobs where callback_url is not null and completed_at is not null;
  `);
}
