import type { Knex } from 'knex';

/** The SHA-256 of the example values that a version's picture shows; null: it shows none. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table template_versions add column thumbnail_example bytea');
}
