import type { Knex } from 'knex';

/**
 * Batch jobs, their rows, the images that many rows of a job share, and the pools of workers. A job has
 * copies of all values that answers contain, because it outlives its template and key.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table batch_jobs (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null,
      account_id uuid not null,
      api_key_id uuid references api_keys on delete set null,
      origin text not null check (origin in ('API_KEY', 'DESIGNER')),
      -- Not a reference: the job outlives its template.
      template_id uuid not null,
      template_version_id uuid references template_versions on delete set null,
      template_name text not null,
      project_id uuid not null,
      project_name text not null,
      format text not null check (format in ('png', 'jpeg', 'webp', 'pdf')),
      options jsonb not null,
      filename_pattern text,
      idempotency_key text,
      callback_url text,
      delivery_id uuid,
      -- The charge for all rows. It is inserted last, so that the month's total is locked only briefly.
      charge_id uuid not null references quota_entries deferrable initially deferred,
      status text not null default 'PENDING'
        check (status in ('PENDING', 'PROCESSING', 'COMPLETED', 'FAILED', 'CANCELLED')),
      total_items integer not null check (total_items > 0),
      completed_items integer not null default 0 check (completed_items >= 0),
      failed_items integer not null default 0 check (failed_items >= 0),
      created_at timestamptz(3) not null default now(),
      started_at timestamptz(3),
      completed_at timestamptz(3),
      -- Time of the last outcome of a row, or of the last tasks added.
      progressed_at timestamptz(3) not null default now(),
      -- Its tasks in the queue.
      task_ids bigint[] not null default '{}',
      -- Attempts to write the archive. Only the latest may finish the job.
      finish_attempts integer not null default 0,
      -- Attempts that could not store it.
      finish_faults integer not null default 0,
      archive_key text,
      archive_bytes bigint,
      archive_expires_at timestamptz(3),
      -- Set once storage holds nothing of it except the archive.
      cleared_at timestamptz(3),
      unique (workspace_id, idempotency_key),
      foreign key (workspace_id, account_id) references accounts (workspace_id, id) on delete cascade,
      check (completed_items + failed_items <= total_items),
      check ((status in ('PENDING', 'PROCESSING')) = (completed_at is null)),
      check ((callback_url is null) = (delivery_id is null)),
      check ((archive_key is null) = (archive_bytes is null))
    );
    create index batch_jobs_in_order on batch_jobs (account_id, status, origin, created_at desc, id);
    create index batch_jobs_active on batch_jobs (progressed_at) where status in ('PENDING', 'PROCESSING');
    create index batch_jobs_uncleared on batch_jobs (completed_at)
      where cleared_at is null and status in ('COMPLETED', 'FAILED', 'CANCELLED');
    create index batch_jobs_with_archive on batch_jobs (archive_expires_at) where archive_key is not null;
    create index batch_jobs_by_version on batch_jobs (template_version_id)
      where template_version_id is not null;
    create index batch_jobs_by_key on batch_jobs (api_key_id) where api_key_id is not null;
    create index batch_jobs_by_charge on batch_jobs (charge_id);
    create index batch_jobs_by_account on batch_jobs (workspace_id, account_id);

    -- Count of an account's jobs by status and origin, so that a page's total needs no count of all jobs.
    create table batch_job_counts (
      account_id uuid not null references accounts on delete cascade,
      status text not null,
      origin text not null,
      jobs bigint not null,
      primary key (account_id, status, origin)
    );
    create function count_batch_jobs() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        update batch_job_counts set jobs = jobs - 1
        where account_id = old.account_id and status = old.status and origin = old.origin;
      end if;
      if tg_op <> 'DELETE' then
        insert into batch_job_counts as c (account_id, status, origin, jobs)
        values (new.account_id, new.status, new.origin, 1)
        on conflict (account_id, status, origin) do update set jobs = c.jobs + 1;
      end if;
      return null;
    end $$;
    create trigger batch_jobs_are_counted after insert or delete or update of status on batch_jobs
      for each row execute function count_batch_jobs();

    create table batch_rows (
      job_id uuid not null references batch_jobs on delete cascade,
      -- As submitted, from 0.
      row_index integer not null,
      variables jsonb not null,
      -- The file's name in the archive.
      filename text not null,
      -- Attempts that were started. Only the latest may record an outcome.
      attempts integer not null default 0,
      -- Attempts that failed for other reasons than the row, such as a lost database connection.
      forgiven integer not null default 0,
      -- Null until there is an outcome.
      status text check (status in ('SUCCESS', 'FAILED')),
      size_bytes bigint not null default 0,
      error text,
      primary key (job_id, row_index),
      check ((status is not distinct from 'FAILED') = (error is not null))
    );
    create index batch_rows_failed on batch_rows (job_id, row_index) where status = 'FAILED';

    -- Remote images of a job: one process fetches an image once; it is kept until the job has ended.
    create table batch_images (
      job_id uuid not null references batch_jobs on delete cascade,
      -- SHA-256 of the URL.
      url_hash bytea not null check (octet_length(url_hash) = 32),
      state text not null check (state in ('FETCHING', 'READY', 'FAILED')),
      -- The process that fetches it, and when it last renewed its claim. No process's id after it gave up.
      instance_id uuid not null,
      claimed_at timestamptz(3) not null default now(),
      -- Number of the fetch. Increases after each failure of the image's server.
      attempts integer not null default 1,
      -- SHA-256 of the content: its name in storage.
      content_hash bytea check (octet_length(content_hash) = 32),
      fault text check (fault in ('value', 'origin')),
      detail text,
      primary key (job_id, url_hash),
      check ((state = 'READY') = (content_hash is not null)),
      check ((state = 'FAILED') = (fault is not null and detail is not null))
    );

    -- The pools of workers and their processes. When a process is dead, the tasks of its pools are unlocked.
    create table worker_pools (
      id text primary key,
      instance_id uuid not null,
      started_at timestamptz(3) not null default now()
    );
    create index worker_pools_by_instance on worker_pools (instance_id);

    -- Values that are created once, such as the secret that signs download URLs.
    create table settings (
      name text primary key,
      value text not null
    );
  `);
}
