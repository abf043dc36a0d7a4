import type { Knex } from 'knex';

/**
 * Pictures of batches. Their contents are blobs. An upload waits for its submission in `uploaded_pictures`;
 * `batch_pictures` names those that a job keeps.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table uploaded_pictures (
      account_id uuid not null references accounts on delete cascade,
      hash bytea not null check (octet_length(hash) = 32),
      bytes bigint not null,
      uploaded_at timestamptz(3) not null default now(),
      primary key (account_id, hash)
    );
    create index on uploaded_pictures (hash);
    create index on uploaded_pictures (uploaded_at);
    create table batch_pictures (
      job_id uuid not null references batch_jobs on delete cascade,
      name text not null,
      hash bytea not null check (octet_length(hash) = 32),
      bytes bigint not null,
      primary key (job_id, name)
    );
    create index on batch_pictures (hash);
  `);
}
