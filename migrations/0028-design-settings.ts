import type { Knex } from 'knex';

/** What the designer keeps of a template beside its document. Changes are announced as those of drafts. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table template_design_settings (
      template_id uuid primary key references templates on delete cascade,
      -- Not jsonb, which changes the order of keys and the spelling of numbers.
      settings json not null,
      -- Each save adds one.
      revision integer not null check (revision > 0),
      saved_at timestamptz(3) not null default now(),
      saved_by uuid references accounts on delete set null
    );
    create index template_design_settings_by_account on template_design_settings (saved_by)
      where saved_by is not null;

    create function notify_design_settings() returns trigger language plpgsql as $$
    begin
      perform notify_members(t.workspace_id, t.account_id,
        case t.visibility when 'SHARED' then 'WORKSPACE' else 'ACCOUNT' end, 'draft',
        jsonb_build_object('templateId', t.id, 'revision', t.draft_revision), false)
      from templates t where t.id = new.template_id;
      return null;
    end $$;
    create trigger design_settings_are_announced
      after insert or update of revision on template_design_settings
      for each row execute function notify_design_settings();
  `);
}
