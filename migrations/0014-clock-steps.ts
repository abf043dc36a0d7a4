import type { Knex } from 'knex';

/**
 * When maintenance last ran by the database's clock, to notice when that clock is set, and the time that does
 * not count towards a job's timeout because of it.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table maintenance_runs (
      task text primary key,
      ran_at timestamptz not null
    );
    alter table batch_jobs add column uncounted interval not null default '0';
  `);
}
