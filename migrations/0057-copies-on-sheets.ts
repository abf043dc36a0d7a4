import type { Knex } from 'knex';

/** A row may fill several cells of a sheet. Rows of earlier releases fill one. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table batch_rows add column copies integer not null default 1');
}
