import type { Knex } from 'knex';

/**
 * Counts an account's jobs by day and by hour of their creation too, so that a late page of the list starts
 * near its first job (decision 25). The existing trigger calls the replaced function, so a previous release
 * keeps these counts up to date.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- No job is added or changed between the count of the existing ones and the new function.
    lock table batch_jobs in share row exclusive mode;

    create table batch_job_counts_by_time (
      account_id uuid not null references accounts on delete cascade,
      unit text not null check (unit in ('day', 'hour')),
      -- Start of the day or hour, in UTC.
      since timestamptz not null,
      status text not null,
      origin text not null,
      jobs bigint not null,
      primary key (account_id, unit, since, status, origin)
    );
    insert into batch_job_counts_by_time (account_id, unit, since, status, origin, jobs)
    select account_id, unit, date_trunc(unit, created_at, 'UTC'), status, origin, count(*)
    from batch_jobs cross join (values ('day'), ('hour')) units (unit)
    group by 1, 2, 3, 4, 5;

    create or replace function count_batch_jobs() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        update batch_job_counts set jobs = jobs - 1
        where account_id = old.account_id and status = old.status and origin = old.origin;
        update batch_job_counts_by_time set jobs = jobs - 1
        where account_id = old.account_id and status = old.status and origin = old.origin
          and (unit, since) in (('day', date_trunc('day', old.created_at, 'UTC')),
                                ('hour', date_trunc('hour', old.created_at, 'UTC')));
        -- Most jobs leave PENDING and PROCESSING within the hour: empty counts would make up half the table.
        delete from batch_job_counts_by_time
        where account_id = old.account_id and status = old.status and origin = old.origin and jobs = 0
          and (unit, since) in (('day', date_trunc('day', old.created_at, 'UTC')),
                                ('hour', date_trunc('hour', old.created_at, 'UTC')));
      end if;
      if tg_op <> 'DELETE' then
        insert into batch_job_counts as c (account_id, status, origin, jobs)
        values (new.account_id, new.status, new.origin, 1)
        on conflict (account_id, status, origin) do update set jobs = c.jobs + 1;
        insert into batch_job_counts_by_time as c (account_id, unit, since, status, origin, jobs)
        select new.account_id, unit, date_trunc(unit, new.created_at, 'UTC'), new.status, new.origin, 1
        from (values ('day'), ('hour')) units (unit)
        on conflict (account_id, unit, since, status, origin) do update set jobs = c.jobs + 1;
      end if;
      return null;
    end $$;
  `);
}
