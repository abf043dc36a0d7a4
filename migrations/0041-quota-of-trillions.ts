import type { Knex } from 'knex';

/**
 * A month may have 10^12 renders. What exceeds `used` is carried to `billions`, since the previous release
 * runs prepared statements that break when a column changes its type.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table quota_periods add column billions integer not null default 0 check (billions >= 0)
  `);
}
