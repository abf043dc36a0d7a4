import type { Knex } from 'knex';

/** The sizes of the template that a batch renders each row in. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Their ids: the file of a row and a size has the index row × sizes + size. Null: one file for each row.
    alter table batch_jobs add column sizes jsonb
      check (jsonb_typeof(sizes) = 'array' and jsonb_array_length(sizes) > 0);
  `);
}
