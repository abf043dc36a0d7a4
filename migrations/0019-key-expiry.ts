import type { Knex } from 'knex';

/** When an API key stops working; null: never. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table api_keys add column expires_at timestamptz(3)');
}
