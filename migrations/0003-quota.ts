import type { Knex } from 'knex';

/** The ledger of charges and refunds, and the running processes: charges of dead ones are refunded. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- One row per workspace and calendar month (UTC), locked and updated with every entry.
    create table quota_periods (
      workspace_id uuid not null references workspaces on delete cascade,
      starts_at timestamptz(3) not null,
      used integer not null check (used >= 0),
      primary key (workspace_id, starts_at)
    );

    create table quota_entries (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces on delete cascade,
      -- Not a reference: the ledger outlives accounts.
      account_id uuid not null,
      starts_at timestamptz(3) not null,
      -- Positive for a charge, negative for a refund.
      renders integer not null check (renders <> 0),
      -- A request, a job or a charge. Unique, so that nothing is charged or refunded twice.
      cause text not null unique,
      refund_of uuid references quota_entries on delete cascade,
      -- RESERVED: a process does the work. Refunds are SETTLED from the start.
      state text not null check (state in ('RESERVED', 'SETTLED', 'REFUNDED')),
      -- The process that does the work of a reserved charge.
      instance_id uuid,
      created_at timestamptz(3) not null default now(),
      check ((renders < 0) = (refund_of is not null)),
      check (state <> 'RESERVED' or instance_id is not null)
    );
    create index quota_entries_by_period on quota_entries (workspace_id, starts_at);
    create index quota_entries_reserved on quota_entries (created_at) where state = 'RESERVED';
    create index quota_entries_by_charge on quota_entries (refund_of) where refund_of is not null;

    -- Running processes. Each renews its row every few seconds.
    create table instances (
      id uuid primary key,
      started_at timestamptz(3) not null default now(),
      beat_at timestamptz(3) not null default now()
    );
  `);
}
