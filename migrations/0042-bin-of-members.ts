import type { Knex } from 'knex';

/** A removed member waits in the bin, with what was private, until a sweep deletes it 30 days later. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table accounts add column removed_at timestamptz(3)');
  await knex.raw('create index accounts_in_bin on accounts (removed_at) where removed_at is not null');
}
