import type { Knex } from 'knex';

/**
 * Projects, their templates, and the immutable versions of templates with their files. Times have
 * milliseconds, as in answers, so that the order of lists agrees with the times in them.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table projects (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null,
      account_id uuid not null,
      name text not null,
      description text not null default '',
      visibility text not null check (visibility in ('PRIVATE', 'SHARED')),
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      unique (workspace_id, id),
      foreign key (workspace_id, account_id) references accounts (workspace_id, id) on delete cascade
    );
    create index projects_in_order on projects (workspace_id, updated_at desc, id);
    create index projects_by_account on projects (workspace_id, account_id);

    create table templates (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null,
      -- The owner. Need not be the owner of the project.
      account_id uuid not null,
      project_id uuid not null,
      name text not null,
      description text not null default '',
      visibility text not null check (visibility in ('PRIVATE', 'SHARED')),
      version_id uuid not null,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      foreign key (workspace_id, account_id) references accounts (workspace_id, id) on delete cascade,
      foreign key (workspace_id, project_id) references projects (workspace_id, id) on delete cascade
    );
    create index templates_in_order on templates (project_id, updated_at desc, id);
    create index templates_by_account on templates (workspace_id, account_id);
    create index templates_by_project on templates (workspace_id, project_id);

    -- Immutable. Outlives its template while jobs need it.
    create table template_versions (
      id uuid primary key default gen_random_uuid(),
      template_id uuid references templates on delete set null,
      document jsonb not null,
      created_at timestamptz(3) not null default now(),
      -- When a sweep first found that no template has it as current version.
      retired_at timestamptz(3)
    );
    create index template_versions_by_template on template_versions (template_id);
    alter table templates add foreign key (version_id) references template_versions
      deferrable initially deferred;
    create unique index templates_by_version on templates (version_id);

    -- Contents in storage, by SHA-256. The row is inserted before the content is written, so that a sweep
    -- finds it even after a crash.
    create table blobs (
      hash bytea primary key check (octet_length(hash) = 32),
      bytes bigint not null,
      -- Time of the last new reference to it.
      touched_at timestamptz(3) not null default now()
    );

    create table template_files (
      version_id uuid not null references template_versions on delete cascade,
      path text not null,
      hash bytea not null references blobs,
      media_type text not null,
      primary key (version_id, path)
    );
    create index template_files_by_hash on template_files (hash);
  `);
}
