import type { Knex } from 'knex';

/** Drafts of templates with their files, and templates that were never published. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table templates
      -- Null: never published. Only the app knows such a template.
      alter column version_id drop not null,
      -- The revision of the last draft. It only grows, so that no two drafts have the same one.
      add column draft_revision integer not null default 0 check (draft_revision >= 0),
      -- As updated_at, but also counts drafts, which the API does not know.
      add column edited_at timestamptz(3) not null default now();
    update templates set edited_at = updated_at;
    create index templates_by_edit on templates (workspace_id, edited_at desc, id);

    create table template_drafts (
      template_id uuid primary key references templates on delete cascade,
      -- Not jsonb, which changes the order of keys and the spelling of numbers. Not checked.
      document json not null,
      revision integer not null check (revision > 0),
      -- The document is still that of base_version; only files were changed.
      is_base_document boolean not null default false,
      saved_at timestamptz(3) not null default now(),
      saved_by uuid references accounts on delete set null,
      -- The number of the version that the draft began with; null for a template that had none.
      base_version integer check (base_version > 0),
      -- The name and the description in the document that the draft began with.
      base_name text not null,
      base_description text not null,
      -- Problems that keep it from being published, when it was saved.
      problem_count integer not null check (problem_count >= 0),
      check (base_version is not null or not is_base_document)
    );
    create index template_drafts_by_account on template_drafts (saved_by) where saved_by is not null;

    create table template_draft_files (
      template_id uuid not null references template_drafts on delete cascade,
      path text not null,
      hash bytea not null references blobs,
      media_type text not null,
      primary key (template_id, path)
    );
    create index template_draft_files_by_hash on template_draft_files (hash);
  `);
}
