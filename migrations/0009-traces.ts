import type { Knex } from 'knex';

/** The trace (W3C Trace Context) of a job's submission: its rows and callback belong to it. May be null. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table batch_jobs add column traceparent text;
    alter table callback_deliveries add column traceparent text;
  `);
}
