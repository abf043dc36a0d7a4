import type { Knex } from 'knex';

/**
 * The warnings of a row's render: their number and the first of them, as [{code, elementId, detail}]; null if
 * there are none, and in older rows. Whether a job's archive lists them.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table batch_rows add column warning_count integer not null default 0, add column warnings jsonb;
    alter table batch_jobs add column include_warnings boolean not null default false;
  `);
}
