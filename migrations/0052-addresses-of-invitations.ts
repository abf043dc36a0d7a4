import type { Knex } from 'knex';

/**
 * An address belongs to one account that has joined, and to one account of a workspace. Workspaces can invite
 * the same address: an invitation neither takes the address nor tells whether another workspace has it.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table accounts drop constraint accounts_email_key;
    alter table accounts add constraint accounts_workspace_id_email_key unique (workspace_id, email);
    create unique index accounts_joined_email_key on accounts (email) where joined_at is not null;
    create index accounts_invited_email on accounts (email) where joined_at is null;
  `);
}
