import type { Knex } from 'knex';

/**
 * Passkeys as a second factor. Recovery codes belong to accounts: one with passkeys alone has them, too.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table passkeys (
      id uuid primary key default gen_random_uuid(),
      account_id uuid not null references accounts on delete cascade,
      -- As its authenticator calls it.
      credential_id bytea not null unique check (octet_length(credential_id) between 1 and 1023),
      -- In COSE. The private key never leaves the authenticator.
      public_key bytea not null,
      -- Of the last use: a lower one comes from a copy. 0: the authenticator does not count.
      counter bigint not null check (counter >= 0),
      -- How the browser reaches it.
      transports text[] not null,
      -- The domain that it was made for. Browsers use it for no other.
      rp_id text not null,
      name text not null,
      created_at timestamptz(3) not null default now(),
      last_used_at timestamptz(3)
    );
    create index passkeys_by_account on passkeys (account_id);

    create table passkey_challenges (
      id uuid primary key default gen_random_uuid(),
      -- What the answer is for, one of the two: a session, or a sign-in that waits for the second factor.
      session_id uuid references sessions on delete cascade,
      sign_in_link_id uuid unique references sign_in_links on delete cascade,
      purpose text not null check (purpose in ('ADD', 'PROVE', 'SIGN_IN')),
      challenge bytea not null check (octet_length(challenge) = 32),
      expires_at timestamptz(3) not null,
      unique (session_id, purpose),
      check (num_nonnulls(session_id, sign_in_link_id) = 1),
      check ((purpose = 'SIGN_IN') = (sign_in_link_id is not null))
    );

    alter table recovery_codes
      drop constraint recovery_codes_account_id_fkey,
      add constraint recovery_codes_account_id_fkey
        foreign key (account_id) references accounts on delete cascade;

    create trigger removed_passkeys_are_announced after delete on passkeys
      for each row execute function notify_rights_of_session();
  `);
}
