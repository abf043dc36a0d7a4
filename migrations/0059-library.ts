import type { Knex } from 'knex';

/**
 * The library of a workspace: colours, fonts, logos, pictures, text styles and blocks that its templates take
 * copies of. The contents of its files are blobs.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table library_items (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces on delete cascade,
      kind text not null
        check (kind in ('COLOR', 'FONT', 'LOGO', 'PICTURE', 'TEXT_STYLE', 'BLOCK')),
      name text not null,
      color text,
      document json,
      -- Of name, colour and document; files count as those of the workspace.
      bytes bigint not null,
      -- Each change of the content adds one.
      revision integer not null default 1,
      created_by uuid references accounts on delete set null,
      updated_by uuid references accounts on delete set null,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now()
    );
    create index library_items_stored on library_items (workspace_id) include (bytes);
    create index on library_items (created_by);
    create index on library_items (updated_by);

    create table library_files (
      item_id uuid not null references library_items on delete cascade,
      path text not null,
      hash bytea not null check (octet_length(hash) = 32),
      bytes bigint not null,
      media_type text not null,
      primary key (item_id, path)
    );
    create index on library_files (hash);

    -- The sweep of the previous release does not know these files.
    create function keep_library_files() returns trigger language plpgsql as $$
    begin
      if exists (select from library_files where hash = old.hash) then return null; end if;
      return old;
    end $$;
    create trigger files_of_libraries_are_kept before delete on blobs
      for each row execute function keep_library_files();
  `);
}
