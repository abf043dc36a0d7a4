import type { Knex } from 'knex';

/** An address that an owner or the operator has set counts once its holder confirms it with a link. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table accounts
      add column pending_email text check (pending_email = lower(pending_email collate "C"));
    alter table sign_in_links
      drop constraint sign_in_links_purpose_check,
      add constraint sign_in_links_purpose_check check (purpose in ('SIGN_IN', 'INVITATION', 'ADDRESS'));
  `);
}
