import type { Knex } from 'knex';

/** Entries of one millisecond, such as those of one transaction, are listed in their order. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table activity add column sequence bigint not null generated always as identity');
  await knex.raw('drop index activity_by_workspace');
  await knex.raw('create index activity_by_workspace on activity (workspace_id, at desc, sequence desc)');
}
