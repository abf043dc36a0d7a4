import type { Knex } from 'knex';

/**
 * A second factor for signing in: a secret for codes by time (TOTP), and recovery codes. A link with the
 * purpose CODE is a sign-in that waits for the code.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table workspaces
      -- Whether members who sign in without a provider need a second factor.
      add column requires_second_factor boolean not null default false;

    create table second_factors (
      account_id uuid primary key references accounts on delete cascade,
      -- Encrypted with a key derived from SIGNING_SECRET.
      sealed_secret bytea not null,
      sealed_with bytea not null,
      -- Null: set up, and not confirmed by a code yet. It does not count then.
      confirmed_at timestamptz(3),
      -- The time step of the last code that was used: each works once.
      last_step bigint not null default 0,
      created_at timestamptz(3) not null default now()
    );
    create table recovery_codes (
      account_id uuid not null references second_factors on delete cascade,
      -- SHA-256 of the code. It is deleted when the code is used.
      code_hash bytea not null check (octet_length(code_hash) = 32),
      primary key (account_id, code_hash)
    );

    alter table sign_in_links
      drop constraint sign_in_links_purpose_check,
      add constraint sign_in_links_purpose_check
        check (purpose in ('SIGN_IN', 'INVITATION', 'ADDRESS', 'JOIN', 'CODE')),
      -- For CODE: what was proved first.
      add column method text check (method in ('PASSWORD', 'LINK')),
      add constraint sign_in_links_code_check check ((purpose = 'CODE') = (method is not null));

    create function notify_rights_of_workspace() returns trigger language plpgsql as $$
    begin
      perform notify_rights(jsonb_build_object('workspaceId', new.id));
      return null;
    end $$;
    create trigger required_factors_are_announced after update of requires_second_factor on workspaces
      for each row when (old.requires_second_factor is distinct from new.requires_second_factor)
      execute function notify_rights_of_workspace();
    create trigger removed_factors_are_announced after delete on second_factors
      for each row execute function notify_rights_of_session();
  `);
}
