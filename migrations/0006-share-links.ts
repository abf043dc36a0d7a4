import type { Knex } from 'knex';

/** Renders that are published at public URLs. A link outlives its template, so it has a copy of the name. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table share_links (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null,
      account_id uuid not null,
      template_id uuid references templates on delete set null,
      template_name text not null,
      source text not null check (source in ('API', 'DESIGNER')),
      -- In the public URL. Must be impossible to guess.
      token text not null unique check (length(token) >= 22),
      extension text not null,
      media_type text not null,
      -- The charge for the render. Its id is also in the name of the file in storage.
      charge_id uuid not null unique references quota_entries,
      file_key text not null unique,
      file_bytes bigint not null check (file_bytes > 0),
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      foreign key (workspace_id, account_id) references accounts (workspace_id, id) on delete cascade,
      check (expires_at >= created_at)
    );
    create index share_links_in_order on share_links (account_id, created_at desc, id);
    create index share_links_active on share_links (workspace_id, expires_at);
    create index share_links_by_account on share_links (workspace_id, account_id);
    create index share_links_by_expiry on share_links (expires_at);
    create index share_links_by_template on share_links (template_id) where template_id is not null;
  `);
}
