import type { Knex } from 'knex';

/** Endpoints of a workspace that get its events, the events, and the attempts to deliver them. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table webhook_endpoints (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      url text not null,
      description text not null default '',
      types text[] not null,
      -- whsec_ and base64. The one before a rotation signs, too, until its time is over.
      secret text not null,
      previous_secret text,
      previous_secret_until timestamptz(3),
      created_at timestamptz(3) not null default now(),
      -- The owner has turned it off.
      disabled_at timestamptz(3),
      -- It fails for too long. One attempt an hour is sent as a probe.
      paused_at timestamptz(3),
      probe_at timestamptz(3),
      -- The first refused attempt since the last delivered one.
      failing_since timestamptz(3),
      last_error text
    );
    create index webhook_endpoints_workspace on webhook_endpoints (workspace_id, created_at);

    create table webhook_events (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      type text not null,
      occurred_at timestamptz(3) not null default now(),
      -- The bytes that every attempt sends.
      body text not null,
      -- An event with this key exists once in the workspace.
      once_key text,
      unique (workspace_id, once_key)
    );
    create index webhook_events_occurred_at on webhook_events (workspace_id, occurred_at);

    create table webhook_deliveries (
      event_id uuid not null references webhook_events (id) on delete cascade,
      endpoint_id uuid not null references webhook_endpoints (id) on delete cascade,
      -- Of the event.
      occurred_at timestamptz(3) not null,
      status text not null default 'PENDING' check (status in ('PENDING', 'DELIVERED', 'FAILED')),
      -- Attempts with an outcome. Those before the last replay are also counted in planned_after.
      attempts integer not null default 0,
      planned_after integer not null default 0,
      planned_at timestamptz(3) not null default now(),
      next_attempt_at timestamptz(3) default now(),
      task_id bigint,
      delivered_at timestamptz(3),
      last_error text,
      primary key (event_id, endpoint_id)
    );
    create index webhook_deliveries_endpoint on webhook_deliveries (endpoint_id, occurred_at);
    create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where status = 'PENDING';

    create table webhook_attempts (
      event_id uuid not null,
      endpoint_id uuid not null,
      number integer not null,
      at timestamptz(3) not null,
      duration_ms integer not null,
      status_code integer,
      answer text,
      error text,
      primary key (event_id, endpoint_id, number),
      foreign key (event_id, endpoint_id) references webhook_deliveries (event_id, endpoint_id)
        on delete cascade
    );

    -- Events of single rows in a day (UTC), which the plan limits.
    create table webhook_row_events (
      workspace_id uuid not null references workspaces (id) on delete cascade,
      day date not null,
      sent bigint not null,
      left_out bigint not null,
      -- Of the last chunk.
      granted integer not null,
      primary key (workspace_id, day)
    );

    alter table batch_jobs add column row_events_left_out integer not null default 0;
  `);
}
