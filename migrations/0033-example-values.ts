import type { Knex } from 'knex';

/** The values of a template's `example.json`; null: it came without one. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table templates add column example_values json');
}
