import type { Knex } from 'knex';

/**
 * A month may have 10^12 renders. `float8` has every whole number up to 2^53, and is a number in Node for the
 * previous release too; `bigint` would be a text.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table quota_periods alter column used type float8');
}
