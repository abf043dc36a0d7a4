import type { Knex } from 'knex';

/** Templates that the service imports from sub-folders of TEMPLATES_DIR. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table template_folders (
      account_id uuid not null references accounts on delete cascade,
      project_id uuid not null,
      -- The name of the sub-folder.
      folder text not null,
      template_id uuid not null references templates on delete cascade,
      -- Of all its files, when it was imported last.
      content_hash bytea not null check (octet_length(content_hash) = 32),
      imported_at timestamptz(3) not null default now(),
      primary key (account_id, project_id, folder)
    );
    create index template_folders_by_template on template_folders (template_id);
  `);
}
