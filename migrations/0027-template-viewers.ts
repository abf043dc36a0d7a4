import type { Knex } from 'knex';

/**
 * Who has a template open in the designer: a row for each connection, which its process touches every few
 * seconds. Every process hears of a change, whatever the workspace: the event is for services, not for pages.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table template_viewers (
      connection_id uuid primary key,
      template_id uuid not null references templates (id) on delete cascade,
      account_id uuid not null references accounts (id) on delete cascade,
      opened_at timestamptz(3) not null default now(),
      seen_at timestamptz(3) not null default now()
    );
    create index template_viewers_template_id on template_viewers (template_id);
    create index template_viewers_account_id on template_viewers (account_id);

    create function notify_viewers() returns trigger language plpgsql as $$
    begin
      perform notify_members(null, null, 'ACCOUNT', 'viewers',
        jsonb_build_object('templateId', (coalesce(new, old)).template_id), false);
      return null;
    end $$;
    create trigger viewers_are_announced after insert or delete on template_viewers
      for each row execute function notify_viewers();
  `);
}
