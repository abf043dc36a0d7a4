import type { Knex } from 'knex';

/**
 * The activity log has sign-ins. Failed ones of an account are one entry an hour, with their number. Streams
 * hear at once when the rights of their account may have changed: the event `rights` is for services, not for
 * pages.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table activity
      -- How often it has happened, for entries of a period.
      add column count integer not null default 1 check (count > 0),
      -- The start of the period of an entry that counts. Null: it happened once.
      add column period timestamptz(3);
    create unique index activity_of_periods on activity (account_id, action, period) where period is not null;

    create function notify_rights(data jsonb) returns void language sql as $$
      select notify_members(null, null, 'ACCOUNT', 'rights', data, false)
    $$;

    create function notify_rights_of_session() returns trigger language plpgsql as $$
    begin
      perform notify_rights(jsonb_build_object('accountId', old.account_id));
      return null;
    end $$;
    create trigger ended_sessions_are_announced after delete on sessions
      for each row execute function notify_rights_of_session();

    create function notify_rights_of_account() returns trigger language plpgsql as $$
    begin
      perform notify_rights(jsonb_build_object('accountId', new.id));
      return null;
    end $$;
    create trigger changed_roles_are_announced after update of role, removed_at on accounts
      for each row when ((old.role, old.removed_at) is distinct from (new.role, new.removed_at))
      execute function notify_rights_of_account();

    create function notify_rights_of_template() returns trigger language plpgsql as $$
    begin
      perform notify_rights(jsonb_build_object('templateId', old.id));
      return null;
    end $$;
    create trigger deleted_templates_are_announced after delete on templates
      for each row execute function notify_rights_of_template();
    create trigger changed_visibility_is_announced
      after update of visibility, account_id, workspace_id on templates
      for each row
      when ((old.visibility, old.account_id, old.workspace_id)
        is distinct from (new.visibility, new.account_id, new.workspace_id))
      execute function notify_rights_of_template();
  `);
}
