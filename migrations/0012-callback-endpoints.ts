import type { Knex } from 'knex';

/** Endpoints of callbacks whose latest delivery failed, and which deliveries a pause has suppressed. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table callback_endpoints (
      workspace_id uuid not null references workspaces on delete cascade,
      -- The callbackUrl without query and fragment.
      url text not null,
      -- End of the first and of the latest failed delivery since the last success.
      failing_since timestamptz not null default now(),
      failed_at timestamptz not null default now(),
      failed_deliveries integer not null default 1,
      -- Why the latest delivery failed.
      last_error text not null,
      paused_at timestamptz,
      -- While paused: from then on, one attempt may be sent.
      probe_at timestamptz,
      primary key (workspace_id, url),
      check ((paused_at is null) = (probe_at is null))
    );
    create index callback_endpoints_paused on callback_endpoints (workspace_id) where paused_at is not null;
    create index callback_endpoints_by_failure on callback_endpoints (failed_at) where paused_at is null;

    -- Whether the latest attempt was not sent because the endpoint is paused.
    alter table callback_deliveries add column is_suppressed boolean not null default false;
  `);
}
