import type { Knex } from 'knex';

/** Batch jobs may make ZPL files. `not valid`: the rows that exist fulfil the narrower rule. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table batch_jobs drop constraint batch_jobs_format_check;
    alter table batch_jobs add constraint batch_jobs_format_check
      check (format in ('png', 'jpeg', 'webp', 'avif', 'svg', 'pdf', 'zpl')) not valid;
  `);
}
