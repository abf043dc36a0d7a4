import type { Knex } from 'knex';

/** What the file of a batch row has to be, so that the archive can tell one that was damaged. Null in rows from before. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table batch_rows add column crc32 bigint check (crc32 between 0 and 4294967295);
  `);
}
