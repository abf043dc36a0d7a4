import type { Knex } from 'knex';

/**
 * Only A to Z of an address have to be in lower case: what other letters become depends on the collation of
 * the database. Stored addresses fit, since all their letters are.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table accounts
      drop constraint accounts_email_check,
      add constraint accounts_email_check check (email = lower(email collate "C"))
  `);
}
