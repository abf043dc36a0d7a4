import type { Knex } from 'knex';

/** The trace (W3C Trace Context) that a job was submitted in: its rows and its callback are parts of it. Null where there is none. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table batch_jobs add column traceparent text;
    alter table callback_deliveries add column traceparent text;
  `);
}
