import type { Knex } from 'knex';

/** API keys that may import templates over HTTP. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table api_keys add column may_author boolean not null default false');
}
