import type { Knex } from 'knex';

/**
 * Rows of a batch keep their line in the file that they come from, jobs the names of the columns that gave
 * the variables their values. Null where they come from no table. A link to a file that was paid for before
 * has no charge of its own.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table batch_jobs add column source_columns jsonb');
  await knex.raw(
    `alter table batch_rows add column source_line integer
       constraint batch_rows_source_line_check check (source_line > 0)`,
  );
  await knex.raw('alter table share_links alter column charge_id drop not null');
}
