import type { Knex } from 'knex';

/** Whether texts that are too long are shortened in the URLs of a key. Earlier keys: no. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table url_keys add column fit boolean not null default false');
}
