import type { Knex } from 'knex';

/** Rate limits, shared by all processes. Unlogged: a crash may lose them. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create unlogged table rate_limits (
      key text primary key,
      -- When the next request would be due at the sustained rate (GCRA's theoretical arrival time).
      due_at timestamptz not null,
      -- Whether the last request was allowed.
      allowed boolean not null
    ) with (fillfactor = 50);
  `);
}
