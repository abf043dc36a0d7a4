import type { Knex } from 'knex';

/** Versions stay while their template exists: who published each, what was written, and how it looks. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table template_versions
      -- As document, with the author's order of keys. Null for versions of earlier releases.
      add column source json,
      -- Null: the account is gone, or it was imported from outside the app.
      add column published_by uuid references accounts on delete set null,
      -- Null until somebody looks at the picture.
      add column thumbnail_hash bytea references blobs;
    create index template_versions_by_account on template_versions (published_by)
      where published_by is not null;
    create index template_versions_by_thumbnail on template_versions (thumbnail_hash)
      where thumbnail_hash is not null;

    -- Replaced versions were marked for removal.
    update template_versions set retired_at = null where template_id is not null;
    create unique index template_versions_in_order on template_versions (template_id, number);
    drop index template_versions_by_template;
  `);
}
