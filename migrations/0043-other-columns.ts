import type { Knex } from 'knex';

/**
 * The columns of a sheet that fill no variable: their names in the job, their texts in its rows. Null where
 * there are none.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table batch_jobs add column other_columns jsonb');
  await knex.raw('alter table batch_rows add column other_cells jsonb');
}
