import type { Knex } from 'knex';

/** Rate limits that hold over all processes. Losing them in a crash costs nothing, so they are not written ahead. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create unlogged table rate_limits (
      key text primary key,
      -- When the next request would be due at the sustained rate (GCRA's theoretical arrival time).
      due_at timestamptz not null,
      -- Whether the last request was let through.
      allowed boolean not null
    ) with (fillfactor = 50);
  `);
}
