import type { Knex } from 'knex';

/** Workspaces, the accounts that are their members, and the API keys of accounts. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table workspaces (
      id uuid primary key default gen_random_uuid(),
      name text not null,
      plan text not null
        check (plan in ('free', 'personal', 'studio', 'team', 'business', 'enterprise')),
      -- Signs completion callbacks. Stored in plain text, because operators can read it again.
      callback_secret text not null,
      created_at timestamptz(3) not null default now()
    );

    create table accounts (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces on delete cascade,
      name text not null,
      created_at timestamptz(3) not null default now(),
      unique (workspace_id, id)
    );

    create table api_keys (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null,
      account_id uuid not null,
      name text not null,
      -- The first characters of the key, which identify it in a list.
      prefix text not null,
      -- SHA-256 of the key's text. The key itself is not stored.
      hash bytea not null unique check (octet_length(hash) = 32),
      created_at timestamptz(3) not null default now(),
      last_used_at timestamptz(3),
      foreign key (workspace_id, account_id) references accounts (workspace_id, id) on delete cascade
    );
    create index api_keys_by_account on api_keys (workspace_id, account_id);
  `);
}
