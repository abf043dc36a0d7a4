import type { Knex } from 'knex';

/** The checksum of a row's file, so that the archive detects damage. Null in older rows. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table batch_rows add column crc32 bigint check (crc32 between 0 and 4294967295);
  `);
}
