import type { Knex } from 'knex';

/** How the rows of a job are laid out on sheets, with all keys; null: its archive has a file for each row. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table batch_jobs add column sheet jsonb');
}
