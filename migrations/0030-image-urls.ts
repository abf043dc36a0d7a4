import type { Knex } from 'knex';

/** Signed image URLs: the keys that sign them, and the cache of rendered pictures. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table url_keys (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces on delete cascade,
      account_id uuid not null references accounts on delete cascade,
      name text not null,
      -- Encrypted with a key that is derived from SIGNING_SECRET.
      sealed_secret bytea not null,
      -- Which SIGNING_SECRET that was: after a change, the secret cannot be read.
      sealed_with bytea not null,
      -- Restrictions. Null: none.
      template_ids uuid[],
      formats text[],
      max_side_px integer check (max_side_px > 0),
      image_hosts text[],
      renders_a_day integer check (renders_a_day > 0),
      has_fallback boolean not null default false,
      created_at timestamptz(3) not null default now(),
      last_used_at timestamptz(3)
    );
    create index url_keys_by_workspace on url_keys (workspace_id, created_at, id);
    create index url_keys_by_account on url_keys (account_id);

    create table cached_images (
      -- SHA-256 of everything that decides the picture. Its file in storage is named after it.
      hash bytea primary key check (length(hash) = 32),
      media_type text not null,
      bytes bigint not null check (bytes >= 0),
      -- Shows that the file is damaged.
      crc32 bigint not null,
      created_at timestamptz(3) not null default now(),
      -- May be a minute late.
      last_used_at timestamptz(3) not null default now()
    );
    create index cached_images_by_use on cached_images (last_used_at, hash);
    create index cached_images_by_age on cached_images (created_at);

    -- Pictures that a process is rendering. Others wait for it instead of rendering the same picture.
    create table image_flights (
      hash bytea primary key check (length(hash) = 32),
      -- The holder's own: a flight that was taken over does not belong to its first holder any more.
      token uuid not null,
      instance_id uuid not null,
      started_at timestamptz(3) not null default now()
    );
  `);
}
