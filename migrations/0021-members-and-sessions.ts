import type { Knex } from 'knex';

/**
 * Signing in to Studio: what an account needs for it, sessions, one-use links, flows of OpenID Connect, and
 * the log of who changed what.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table accounts
      -- In lower case. Signing in by address must find one account, so it is unique in the installation.
      add column email text unique check (email = lower(email)),
      -- The previous release adds accounts without a role.
      add column role text not null default 'MEMBER' check (role in ('OWNER', 'MEMBER')),
      -- Argon2id, in the PHC format.
      add column password_hash text,
      -- Null: invited, and has not used the invitation.
      add column joined_at timestamptz(3) default now(),
      -- When a session of the account was last used.
      add column last_seen_at timestamptz(3);

    update accounts a set joined_at = created_at, role = case
      when id = (
        select first.id from accounts first where first.workspace_id = a.workspace_id
        order by first.created_at, first.id limit 1
      ) then 'OWNER' else 'MEMBER' end;

    create table sessions (
      id uuid primary key default gen_random_uuid(),
      account_id uuid not null references accounts on delete cascade,
      -- SHA-256 of the token in the cookie. The token itself is not stored.
      token_hash bytea not null unique check (octet_length(token_hash) = 32),
      method text not null check (method in ('PASSWORD', 'LINK', 'OIDC')),
      user_agent text,
      address text,
      created_at timestamptz(3) not null default now(),
      -- Written at most once a minute.
      last_used_at timestamptz(3) not null default now()
    );
    create index sessions_by_account on sessions (account_id, last_used_at);

    create table sign_in_links (
      id uuid primary key default gen_random_uuid(),
      account_id uuid not null references accounts on delete cascade,
      token_hash bytea not null unique check (octet_length(token_hash) = 32),
      purpose text not null check (purpose in ('SIGN_IN', 'INVITATION')),
      created_at timestamptz(3) not null default now(),
      expires_at timestamptz(3) not null,
      used_at timestamptz(3)
    );
    create index sign_in_links_by_account on sign_in_links (account_id);

    create table oidc_flows (
      -- SHA-256 of the token in the flow's cookie.
      token_hash bytea primary key check (octet_length(token_hash) = 32),
      state text not null,
      nonce text not null,
      code_verifier text not null,
      return_to text not null,
      created_at timestamptz(3) not null default now()
    );

    -- Names are copies: the log outlives the accounts that it names.
    create table activity (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces on delete cascade,
      at timestamptz(3) not null default now(),
      -- Null: the operator, on the command line.
      actor_id uuid,
      actor_name text,
      action text not null,
      -- The account that was changed, or that the changed thing belongs to. Null: the workspace.
      account_id uuid,
      subject text not null,
      detail text
    );
    create index activity_by_workspace on activity (workspace_id, at desc, id);
  `);
}
