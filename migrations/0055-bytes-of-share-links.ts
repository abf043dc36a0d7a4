import type { Knex } from 'knex';

/** Files at share links count as stored data: adding up those of a workspace reads an index. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('create index share_links_stored on share_links (workspace_id) include (file_bytes)');
}
