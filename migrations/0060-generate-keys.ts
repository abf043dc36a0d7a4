import type { Knex } from 'knex';

/** Idempotency keys of single renders, with the answers that repeated requests get. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table generate_keys (
      workspace_id uuid not null references workspaces (id) on delete cascade,
      key text not null,
      -- SHA-256 of the template's id and the body.
      request_hash bytea not null,
      -- The request that holds the key. The cause of its charge has this id.
      request_id uuid not null unique,
      -- The process that works on it.
      instance_id uuid not null,
      claimed_at timestamptz(3) not null default now(),
      -- Null: the request is in progress. It counts once its charge is SETTLED. json keeps its bytes.
      answer json,
      -- Of the file that belongs to the answer.
      file_bytes bigint not null default 0,
      primary key (workspace_id, key)
    );
    create index generate_keys_claimed_at on generate_keys (claimed_at);
  `);
}
