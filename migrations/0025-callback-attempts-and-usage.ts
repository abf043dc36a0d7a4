import type { Knex } from 'knex';

/**
 * What the app lists: the attempts of each delivery and whose it is, renders by day, template and key, and an
 * account's jobs of one template. A trigger counts the renders, so a previous release counts them too.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Null: its job was deleted before this release, or a process of the previous one has added it.
    alter table callback_deliveries add column account_id uuid references accounts on delete set null;
    update callback_deliveries d set account_id = j.account_id from batch_jobs j where j.id = d.job_id;
    drop index callback_deliveries_by_workspace;
    create index callback_deliveries_in_order
      on callback_deliveries (workspace_id, created_at desc, id) include (status);
    create index callback_deliveries_by_account
      on callback_deliveries (account_id, created_at desc, id) include (status);

    create table callback_attempts (
      delivery_id uuid not null references callback_deliveries on delete cascade,
      number integer not null check (number > 0),
      -- Its start.
      at timestamptz(3) not null,
      duration_ms integer not null check (duration_ms >= 0),
      -- Null: there was no answer.
      status_code integer,
      -- The first characters of the answer's body.
      answer text,
      -- Null: delivered.
      error text,
      primary key (delivery_id, number)
    );

    create index batch_jobs_of_template
      on batch_jobs (account_id, template_id, created_at desc, id) include (status, origin);
  `);
  await knex.raw(`
    -- No render is charged between the count of the existing ones and the trigger.
    lock table quota_entries in share row exclusive mode;

    -- Without foreign keys: what was deleted stays counted. Refunds have neither: they belong to a charge.
    alter table quota_entries add column template_id uuid, add column api_key_id uuid;

    create table usage_by_day (
      workspace_id uuid not null references workspaces on delete cascade,
      -- Of the charge, in UTC, and within the month that was charged.
      day date not null,
      -- Null: not recorded.
      template_id uuid,
      -- Null: from the app, or not recorded.
      api_key_id uuid,
      renders bigint not null,
      unique nulls not distinct (workspace_id, day, template_id, api_key_id)
    );

    create function usage_day(starts_at timestamptz, created_at timestamptz) returns date
    language sql stable as $$
      select greatest(
        cast(starts_at at time zone 'UTC' as date),
        least(
          cast(created_at at time zone 'UTC' as date),
          cast(starts_at at time zone 'UTC' + interval '1 month' - interval '1 day' as date)
        )
      )
    $$;

    insert into usage_by_day (workspace_id, day, renders)
    select e.workspace_id, usage_day(e.starts_at, coalesce(c.created_at, e.created_at)), sum(e.renders)
    from quota_entries e left join quota_entries c on c.id = e.refund_of
    group by 1, 2;

    create function count_usage() returns trigger language plpgsql as $$
    declare
      charge record := new;
    begin
      if new.refund_of is not null then
        select * into charge from quota_entries where id = new.refund_of;
      end if;
      insert into usage_by_day as u (workspace_id, day, template_id, api_key_id, renders)
      values (charge.workspace_id, usage_day(charge.starts_at, charge.created_at), charge.template_id,
              charge.api_key_id, new.renders)
      on conflict (workspace_id, day, template_id, api_key_id)
        do update set renders = u.renders + excluded.renders;
      return null;
    end $$;
    create trigger usage_is_counted after insert on quota_entries
      for each row execute function count_usage();
  `);
}
