import type { Knex } from 'knex';

/** Browsers in which somebody has signed in: their attempts are not kept out by those of others. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table known_devices (
      -- SHA-256 of the token in the browser's cookie. The token itself is not stored.
      token_hash bytea not null check (octet_length(token_hash) = 32),
      account_id uuid not null references accounts on delete cascade,
      -- The last sign-in.
      signed_in_at timestamptz(3) not null default now(),
      primary key (token_hash, account_id)
    );
    create index known_devices_by_account on known_devices (account_id, signed_in_at);
  `);
}
