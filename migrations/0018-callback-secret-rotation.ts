import type { Knex } from 'knex';

/** The secret before the last rotation, which also signs until the end of the overlap. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table workspaces
      add column previous_callback_secret text,
      add column previous_callback_secret_until timestamptz(3);
  `);
}
