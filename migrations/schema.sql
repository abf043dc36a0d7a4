-- What the migrations come to. Written by scripts/dump-schema.ts; never edited.

CREATE OR REPLACE FUNCTION public.count_batch_jobs()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
    end $function$;

CREATE OR REPLACE FUNCTION public.count_design_settings_bytes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      update templates
      set document_bytes = document_bytes
        + coalesce(octet_length(cast(new.settings as text)), 0)
        - coalesce(octet_length(cast(old.settings as text)), 0)
      where id = coalesce(new.template_id, old.template_id);
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.count_draft_bytes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      update templates
      set document_bytes = document_bytes
        + coalesce(octet_length(cast(new.document as text)), 0)
        - coalesce(octet_length(cast(old.document as text)), 0)
      where id = coalesce(new.template_id, old.template_id);
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.count_example_bytes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      new.document_bytes = new.document_bytes
        + coalesce(octet_length(cast(new.example_values as text)), 0)
        - coalesce(octet_length(cast(old.example_values as text)), 0);
      return new;
    end $function$;

CREATE OR REPLACE FUNCTION public.count_usage()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
    end $function$;

CREATE OR REPLACE FUNCTION public.count_version_bytes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      update templates
      set document_bytes = document_bytes
        + coalesce(octet_length(cast(new.document as text)), 0)
        + coalesce(octet_length(cast(new.source as text)), 0)
        - coalesce(octet_length(cast(old.document as text)), 0)
        - coalesce(octet_length(cast(old.source as text)), 0)
      where id = coalesce(new.template_id, old.template_id);
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.keep_library_files()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      if exists (select from library_files where hash = old.hash) then return null; end if;
      return old;
    end $function$;

CREATE OR REPLACE FUNCTION public.notify_delivery()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      perform notify_members(new.workspace_id, new.account_id, 'OWNERS', 'delivery',
        jsonb_build_object('deliveryId', new.id, 'jobId', new.job_id), false);
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.notify_design_settings()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      perform notify_members(t.workspace_id, t.account_id,
        case t.visibility when 'SHARED' then 'WORKSPACE' else 'ACCOUNT' end, 'draft',
        jsonb_build_object('templateId', t.id, 'revision', t.draft_revision), false)
      from templates t where t.id = new.template_id;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.notify_draft()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      perform notify_members(new.workspace_id, new.account_id,
        case new.visibility when 'SHARED' then 'WORKSPACE' else 'ACCOUNT' end, 'draft',
        jsonb_build_object('templateId', new.id, 'revision', new.draft_revision), false);
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.notify_job()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      job record := coalesce(new, old);
    begin
      if job.origin = 'RENDER' then return null; end if;
      perform notify_members(job.workspace_id, job.account_id, 'ACCOUNT', 'job',
        jsonb_build_object('jobId', job.id), tg_op = 'UPDATE' and job.status = 'PROCESSING');
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.notify_members(workspace_id uuid, account_id uuid, audience text, event text, data jsonb, follows boolean)
 RETURNS void
 LANGUAGE sql
AS $function$
      select pg_notify('platen_events', jsonb_build_object(
        'workspaceId', workspace_id, 'accountId', account_id, 'audience', audience,
        'event', event, 'data', data, 'follows', follows
      )::text)
    $function$;

CREATE OR REPLACE FUNCTION public.notify_rights(data jsonb)
 RETURNS void
 LANGUAGE sql
AS $function$
      select notify_members(null, null, 'ACCOUNT', 'rights', data, false)
    $function$;

CREATE OR REPLACE FUNCTION public.notify_rights_of_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      perform notify_rights(jsonb_build_object('accountId', new.id));
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.notify_rights_of_session()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      perform notify_rights(jsonb_build_object('accountId', old.account_id));
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.notify_rights_of_template()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      perform notify_rights(jsonb_build_object('templateId', old.id));
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.notify_rights_of_workspace()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      perform notify_rights(jsonb_build_object('workspaceId', new.id));
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.notify_viewers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      perform notify_members(null, null, 'ACCOUNT', 'viewers',
        jsonb_build_object('templateId', (coalesce(new, old)).template_id), false);
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.number_template_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      select coalesce(max(number), 0) + 1 into new.number
      from template_versions where template_id = new.template_id;
      return new;
    end $function$;

CREATE OR REPLACE FUNCTION public.usage_day(starts_at timestamp with time zone, created_at timestamp with time zone)
 RETURNS date
 LANGUAGE sql
 STABLE
AS $function$
      select greatest(
        cast(starts_at at time zone 'UTC' as date),
        least(
          cast(created_at at time zone 'UTC' as date),
          cast(starts_at at time zone 'UTC' + interval '1 month' - interval '1 day' as date)
        )
      )
    $function$;

create table accounts (
  id uuid not null default gen_random_uuid(),
  workspace_id uuid not null,
  name text not null,
  created_at timestamp(3) with time zone not null default now(),
  email text,
  role text not null default 'MEMBER'::text,
  password_hash text,
  joined_at timestamp(3) with time zone default now(),
  last_seen_at timestamp(3) with time zone,
  removed_at timestamp(3) with time zone,
  pending_email text,
  oidc_issuer text,
  oidc_subject text,
  constraint accounts_pkey PRIMARY KEY (id),
  constraint accounts_oidc_key UNIQUE (oidc_issuer, oidc_subject),
  constraint accounts_workspace_id_email_key UNIQUE (workspace_id, email),
  constraint accounts_workspace_id_id_key UNIQUE (workspace_id, id),
  constraint accounts_email_check CHECK ((email = lower((email COLLATE "C")))),
  constraint accounts_oidc_check CHECK (((oidc_issuer IS NULL) = (oidc_subject IS NULL))),
  constraint accounts_pending_email_check CHECK ((pending_email = lower((pending_email COLLATE "C")))),
  constraint accounts_role_check CHECK ((role = ANY (ARRAY['OWNER'::text, 'MEMBER'::text]))),
  constraint accounts_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX accounts_in_bin ON public.accounts USING btree (removed_at) WHERE (removed_at IS NOT NULL);
CREATE INDEX accounts_invited_email ON public.accounts USING btree (email) WHERE (joined_at IS NULL);
CREATE UNIQUE INDEX accounts_joined_email_key ON public.accounts USING btree (email) WHERE (joined_at IS NOT NULL);
CREATE TRIGGER changed_roles_are_announced AFTER UPDATE OF role, removed_at ON public.accounts FOR EACH ROW WHEN (((old.role IS DISTINCT FROM new.role) OR (old.removed_at IS DISTINCT FROM new.removed_at))) EXECUTE FUNCTION notify_rights_of_account();

create table activity (
  id uuid not null default gen_random_uuid(),
  workspace_id uuid not null,
  at timestamp(3) with time zone not null default now(),
  actor_id uuid,
  actor_name text,
  action text not null,
  account_id uuid,
  subject text not null,
  detail text,
  count integer not null default 1,
  period timestamp(3) with time zone,
  sequence bigint not null,
  constraint activity_pkey PRIMARY KEY (id),
  constraint activity_count_check CHECK ((count > 0)),
  constraint activity_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX activity_by_workspace ON public.activity USING btree (workspace_id, at DESC, sequence DESC);
CREATE UNIQUE INDEX activity_of_periods ON public.activity USING btree (account_id, action, period) WHERE (period IS NOT NULL);

create table api_keys (
  id uuid not null default gen_random_uuid(),
  workspace_id uuid not null,
  account_id uuid not null,
  name text not null,
  prefix text not null,
  hash bytea not null,
  created_at timestamp(3) with time zone not null default now(),
  last_used_at timestamp(3) with time zone,
  expires_at timestamp(3) with time zone,
  may_author boolean not null default false,
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_hash_key UNIQUE (hash),
  constraint api_keys_hash_check CHECK ((octet_length(hash) = 32)),
  constraint api_keys_workspace_id_account_id_fkey FOREIGN KEY (workspace_id, account_id) REFERENCES accounts(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX api_keys_by_account ON public.api_keys USING btree (workspace_id, account_id);

create table batch_images (
  job_id uuid not null,
  url_hash bytea not null,
  state text not null,
  instance_id uuid not null,
  claimed_at timestamp(3) with time zone not null default now(),
  attempts integer not null default 1,
  content_hash bytea,
  fault text,
  detail text,
  constraint batch_images_pkey PRIMARY KEY (job_id, url_hash),
  constraint batch_images_check CHECK (((state = 'READY'::text) = (content_hash IS NOT NULL))),
  constraint batch_images_check1 CHECK (((state = 'FAILED'::text) = ((fault IS NOT NULL) AND (detail IS NOT NULL)))),
  constraint batch_images_content_hash_check CHECK ((octet_length(content_hash) = 32)),
  constraint batch_images_fault_check CHECK ((fault = ANY (ARRAY['value'::text, 'origin'::text]))),
  constraint batch_images_state_check CHECK ((state = ANY (ARRAY['FETCHING'::text, 'READY'::text, 'FAILED'::text]))),
  constraint batch_images_url_hash_check CHECK ((octet_length(url_hash) = 32)),
  constraint batch_images_job_id_fkey FOREIGN KEY (job_id) REFERENCES batch_jobs(id) ON DELETE CASCADE
);

create table batch_job_counts (
  account_id uuid not null,
  status text not null,
  origin text not null,
  jobs bigint not null,
  constraint batch_job_counts_pkey PRIMARY KEY (account_id, status, origin),
  constraint batch_job_counts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);

create table batch_job_counts_by_time (
  account_id uuid not null,
  unit text not null,
  since timestamp with time zone not null,
  status text not null,
  origin text not null,
  jobs bigint not null,
  constraint batch_job_counts_by_time_pkey PRIMARY KEY (account_id, unit, since, status, origin),
  constraint batch_job_counts_by_time_unit_check CHECK ((unit = ANY (ARRAY['day'::text, 'hour'::text]))),
  constraint batch_job_counts_by_time_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);

create table batch_jobs (
  id uuid not null default gen_random_uuid(),
  workspace_id uuid not null,
  account_id uuid not null,
  api_key_id uuid,
  origin text not null,
  template_id uuid not null,
  template_version_id uuid,
  template_name text not null,
  project_id uuid not null,
  project_name text not null,
  format text not null,
  options jsonb not null,
  filename_pattern text,
  idempotency_key text,
  callback_url text,
  delivery_id uuid,
  charge_id uuid not null,
  status text not null default 'PENDING'::text,
  total_items integer not null,
  completed_items integer not null default 0,
  failed_items integer not null default 0,
  created_at timestamp(3) with time zone not null default now(),
  started_at timestamp(3) with time zone,
  completed_at timestamp(3) with time zone,
  progressed_at timestamp(3) with time zone not null default now(),
  task_ids bigint[] not null default '{}'::bigint[],
  finish_attempts integer not null default 0,
  finish_faults integer not null default 0,
  archive_key text,
  archive_bytes bigint,
  archive_expires_at timestamp(3) with time zone,
  cleared_at timestamp(3) with time zone,
  traceparent text,
  uncounted interval not null default '00:00:00'::interval,
  include_warnings boolean not null default false,
  sheet jsonb,
  filename_characters text not null default 'hyphen'::text,
  source_columns jsonb,
  other_columns jsonb,
  metadata json,
  render_key text,
  request_hash bytea,
  retention_ms bigint,
  sizes jsonb,
  row_events_left_out integer not null default 0,
  constraint batch_jobs_pkey PRIMARY KEY (id),
  constraint batch_jobs_workspace_id_idempotency_key_key UNIQUE (workspace_id, idempotency_key),
  constraint batch_jobs_check CHECK (((completed_items + failed_items) <= total_items)),
  constraint batch_jobs_check1 CHECK (((status = ANY (ARRAY['PENDING'::text, 'PROCESSING'::text])) = (completed_at IS NULL))),
  constraint batch_jobs_check2 CHECK (((callback_url IS NULL) = (delivery_id IS NULL))),
  constraint batch_jobs_check3 CHECK (((archive_key IS NULL) = (archive_bytes IS NULL))),
  constraint batch_jobs_completed_items_check CHECK ((completed_items >= 0)),
  constraint batch_jobs_failed_items_check CHECK ((failed_items >= 0)),
  constraint batch_jobs_filename_characters_check CHECK ((filename_characters = ANY (ARRAY['hyphen'::text, 'latin'::text, 'unicode'::text]))),
  constraint batch_jobs_format_check CHECK ((format = ANY (ARRAY['png'::text, 'jpeg'::text, 'webp'::text, 'avif'::text, 'svg'::text, 'pdf'::text, 'zpl'::text]))) NOT VALID,
  constraint batch_jobs_origin_check CHECK ((origin = ANY (ARRAY['API_KEY'::text, 'DESIGNER'::text, 'RENDER'::text]))) NOT VALID,
  constraint batch_jobs_sizes_check CHECK (((jsonb_typeof(sizes) = 'array'::text) AND (jsonb_array_length(sizes) > 0))),
  constraint batch_jobs_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'PROCESSING'::text, 'COMPLETED'::text, 'FAILED'::text, 'CANCELLED'::text]))),
  constraint batch_jobs_total_items_check CHECK ((total_items > 0)),
  constraint batch_jobs_api_key_id_fkey FOREIGN KEY (api_key_id) REFERENCES api_keys(id) ON DELETE SET NULL,
  constraint batch_jobs_charge_id_fkey FOREIGN KEY (charge_id) REFERENCES quota_entries(id) DEFERRABLE INITIALLY DEFERRED,
  constraint batch_jobs_template_version_id_fkey FOREIGN KEY (template_version_id) REFERENCES template_versions(id) ON DELETE SET NULL,
  constraint batch_jobs_workspace_id_account_id_fkey FOREIGN KEY (workspace_id, account_id) REFERENCES accounts(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX batch_jobs_active ON public.batch_jobs USING btree (progressed_at) WHERE (status = ANY (ARRAY['PENDING'::text, 'PROCESSING'::text]));
CREATE INDEX batch_jobs_by_account ON public.batch_jobs USING btree (workspace_id, account_id);
CREATE INDEX batch_jobs_by_charge ON public.batch_jobs USING btree (charge_id);
CREATE INDEX batch_jobs_by_key ON public.batch_jobs USING btree (api_key_id) WHERE (api_key_id IS NOT NULL);
CREATE UNIQUE INDEX batch_jobs_by_render_key ON public.batch_jobs USING btree (workspace_id, render_key) WHERE (render_key IS NOT NULL);
CREATE INDEX batch_jobs_by_version ON public.batch_jobs USING btree (template_version_id) WHERE (template_version_id IS NOT NULL);
CREATE INDEX batch_jobs_expired_renders ON public.batch_jobs USING btree (archive_expires_at) WHERE (origin = 'RENDER'::text);
CREATE INDEX batch_jobs_in_order ON public.batch_jobs USING btree (account_id, status, origin, created_at DESC, id);
CREATE INDEX batch_jobs_kept_bytes ON public.batch_jobs USING btree (workspace_id) INCLUDE (archive_bytes) WHERE (archive_key IS NOT NULL);
CREATE INDEX batch_jobs_of_template ON public.batch_jobs USING btree (account_id, template_id, created_at DESC, id) INCLUDE (status, origin);
CREATE INDEX batch_jobs_uncleared ON public.batch_jobs USING btree (completed_at) WHERE ((cleared_at IS NULL) AND (status = ANY (ARRAY['COMPLETED'::text, 'FAILED'::text, 'CANCELLED'::text])));
CREATE INDEX batch_jobs_with_archive ON public.batch_jobs USING btree (archive_expires_at) WHERE (archive_key IS NOT NULL);
CREATE TRIGGER batch_jobs_are_counted AFTER INSERT OR DELETE OR UPDATE OF status ON public.batch_jobs FOR EACH ROW EXECUTE FUNCTION count_batch_jobs();
CREATE TRIGGER jobs_are_announced AFTER INSERT OR DELETE ON public.batch_jobs FOR EACH ROW EXECUTE FUNCTION notify_job();
CREATE TRIGGER progress_is_announced AFTER UPDATE OF status, progressed_at, archive_key ON public.batch_jobs FOR EACH ROW WHEN ((((old.status IS DISTINCT FROM new.status) OR (old.progressed_at IS DISTINCT FROM new.progressed_at)) OR (old.archive_key IS DISTINCT FROM new.archive_key))) EXECUTE FUNCTION notify_job();

create table batch_pictures (
  job_id uuid not null,
  name text not null,
  hash bytea not null,
  bytes bigint not null,
  constraint batch_pictures_pkey PRIMARY KEY (job_id, name),
  constraint batch_pictures_hash_check CHECK ((octet_length(hash) = 32)),
  constraint batch_pictures_job_id_fkey FOREIGN KEY (job_id) REFERENCES batch_jobs(id) ON DELETE CASCADE
);
CREATE INDEX batch_pictures_hash_idx ON public.batch_pictures USING btree (hash);

create table batch_rows (
  job_id uuid not null,
  row_index integer not null,
  variables jsonb not null,
  filename text not null,
  attempts integer not null default 0,
  forgiven integer not null default 0,
  status text,
  size_bytes bigint not null default 0,
  error text,
  crc32 bigint,
  warning_count integer not null default 0,
  warnings jsonb,
  source_line integer,
  other_cells jsonb,
  copies integer not null default 1,
  metadata json,
  page_count integer,
  constraint batch_rows_pkey PRIMARY KEY (job_id, row_index),
  constraint batch_rows_check CHECK (((NOT (status IS DISTINCT FROM 'FAILED'::text)) = (error IS NOT NULL))),
  constraint batch_rows_crc32_check CHECK (((crc32 >= 0) AND (crc32 <= '4294967295'::bigint))),
  constraint batch_rows_source_line_check CHECK ((source_line > 0)),
  constraint batch_rows_status_check CHECK ((status = ANY (ARRAY['SUCCESS'::text, 'FAILED'::text]))),
  constraint batch_rows_job_id_fkey FOREIGN KEY (job_id) REFERENCES batch_jobs(id) ON DELETE CASCADE
);
CREATE INDEX batch_rows_failed ON public.batch_rows USING btree (job_id, row_index) WHERE (status = 'FAILED'::text);

create table blobs (
  hash bytea not null,
  bytes bigint not null,
  touched_at timestamp(3) with time zone not null default now(),
  constraint blobs_pkey PRIMARY KEY (hash),
  constraint blobs_hash_check CHECK ((octet_length(hash) = 32))
);
CREATE TRIGGER files_of_libraries_are_kept BEFORE DELETE ON public.blobs FOR EACH ROW EXECUTE FUNCTION keep_library_files();

create table cached_images (
  hash bytea not null,
  media_type text not null,
  bytes bigint not null,
  crc32 bigint not null,
  created_at timestamp(3) with time zone not null default now(),
  last_used_at timestamp(3) with time zone not null default now(),
  constraint cached_images_pkey PRIMARY KEY (hash),
  constraint cached_images_bytes_check CHECK ((bytes >= 0)),
  constraint cached_images_hash_check CHECK ((length(hash) = 32))
);
CREATE INDEX cached_images_by_age ON public.cached_images USING btree (created_at);
CREATE INDEX cached_images_by_use ON public.cached_images USING btree (last_used_at, hash);

create table callback_attempts (
  delivery_id uuid not null,
  number integer not null,
  at timestamp(3) with time zone not null,
  duration_ms integer not null,
  status_code integer,
  answer text,
  error text,
  constraint callback_attempts_pkey PRIMARY KEY (delivery_id, number),
  constraint callback_attempts_duration_ms_check CHECK ((duration_ms >= 0)),
  constraint callback_attempts_number_check CHECK ((number > 0)),
  constraint callback_attempts_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES callback_deliveries(id) ON DELETE CASCADE
);

create table callback_deliveries (
  id uuid not null,
  job_id uuid not null,
  job_deleted_at timestamp(3) with time zone,
  workspace_id uuid not null,
  url text not null,
  body text not null,
  status text not null default 'PENDING'::text,
  attempts integer not null default 0,
  created_at timestamp(3) with time zone not null default now(),
  next_attempt_at timestamp(3) with time zone,
  is_redelivery boolean not null default false,
  task_id bigint,
  delivered_at timestamp(3) with time zone,
  last_error text,
  traceparent text,
  is_suppressed boolean not null default false,
  account_id uuid,
  constraint callback_deliveries_pkey PRIMARY KEY (id),
  constraint callback_deliveries_attempts_check CHECK ((attempts >= 0)),
  constraint callback_deliveries_check CHECK (((status = 'PENDING'::text) = (next_attempt_at IS NOT NULL))),
  constraint callback_deliveries_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'DELIVERED'::text, 'FAILED'::text]))),
  constraint callback_deliveries_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE SET NULL,
  constraint callback_deliveries_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX callback_deliveries_by_account ON public.callback_deliveries USING btree (account_id, created_at DESC, id) INCLUDE (status);
CREATE INDEX callback_deliveries_by_job ON public.callback_deliveries USING btree (job_id);
CREATE INDEX callback_deliveries_deleted ON public.callback_deliveries USING btree (job_deleted_at) WHERE (job_deleted_at IS NOT NULL);
CREATE INDEX callback_deliveries_due ON public.callback_deliveries USING btree (next_attempt_at) WHERE (status = 'PENDING'::text);
CREATE INDEX callback_deliveries_in_order ON public.callback_deliveries USING btree (workspace_id, created_at DESC, id) INCLUDE (status);
CREATE TRIGGER attempts_are_announced AFTER UPDATE OF status, attempts ON public.callback_deliveries FOR EACH ROW WHEN (((old.status IS DISTINCT FROM new.status) OR (old.attempts IS DISTINCT FROM new.attempts))) EXECUTE FUNCTION notify_delivery();
CREATE TRIGGER deliveries_are_announced AFTER INSERT ON public.callback_deliveries FOR EACH ROW EXECUTE FUNCTION notify_delivery();

create table callback_endpoints (
  workspace_id uuid not null,
  url text not null,
  failing_since timestamp with time zone not null default now(),
  failed_at timestamp with time zone not null default now(),
  failed_deliveries integer not null default 1,
  last_error text not null,
  paused_at timestamp with time zone,
  probe_at timestamp with time zone,
  constraint callback_endpoints_pkey PRIMARY KEY (workspace_id, url),
  constraint callback_endpoints_check CHECK (((paused_at IS NULL) = (probe_at IS NULL))),
  constraint callback_endpoints_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX callback_endpoints_by_failure ON public.callback_endpoints USING btree (failed_at) WHERE (paused_at IS NULL);
CREATE INDEX callback_endpoints_paused ON public.callback_endpoints USING btree (workspace_id) WHERE (paused_at IS NOT NULL);

create table generate_keys (
  workspace_id uuid not null,
  key text not null,
  request_hash bytea not null,
  request_id uuid not null,
  instance_id uuid not null,
  claimed_at timestamp(3) with time zone not null default now(),
  answer json,
  file_bytes bigint not null default 0,
  constraint generate_keys_pkey PRIMARY KEY (workspace_id, key),
  constraint generate_keys_request_id_key UNIQUE (request_id),
  constraint generate_keys_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX generate_keys_claimed_at ON public.generate_keys USING btree (claimed_at);

create table image_flights (
  hash bytea not null,
  token uuid not null,
  instance_id uuid not null,
  started_at timestamp(3) with time zone not null default now(),
  constraint image_flights_pkey PRIMARY KEY (hash),
  constraint image_flights_hash_check CHECK ((length(hash) = 32))
);

create table instances (
  id uuid not null,
  started_at timestamp(3) with time zone not null default now(),
  beat_at timestamp(3) with time zone not null default now(),
  constraint instances_pkey PRIMARY KEY (id)
);

create table known_devices (
  token_hash bytea not null,
  account_id uuid not null,
  signed_in_at timestamp(3) with time zone not null default now(),
  constraint known_devices_pkey PRIMARY KEY (token_hash, account_id),
  constraint known_devices_token_hash_check CHECK ((octet_length(token_hash) = 32)),
  constraint known_devices_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX known_devices_by_account ON public.known_devices USING btree (account_id, signed_in_at);

create table library_files (
  item_id uuid not null,
  path text not null,
  hash bytea not null,
  bytes bigint not null,
  media_type text not null,
  constraint library_files_pkey PRIMARY KEY (item_id, path),
  constraint library_files_hash_check CHECK ((octet_length(hash) = 32)),
  constraint library_files_item_id_fkey FOREIGN KEY (item_id) REFERENCES library_items(id) ON DELETE CASCADE
);
CREATE INDEX library_files_hash_idx ON public.library_files USING btree (hash);

create table library_items (
  id uuid not null default gen_random_uuid(),
  workspace_id uuid not null,
  kind text not null,
  name text not null,
  color text,
  document json,
  bytes bigint not null,
  revision integer not null default 1,
  created_by uuid,
  updated_by uuid,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint library_items_pkey PRIMARY KEY (id),
  constraint library_items_kind_check CHECK ((kind = ANY (ARRAY['COLOR'::text, 'FONT'::text, 'LOGO'::text, 'PICTURE'::text, 'TEXT_STYLE'::text, 'BLOCK'::text]))),
  constraint library_items_created_by_fkey FOREIGN KEY (created_by) REFERENCES accounts(id) ON DELETE SET NULL,
  constraint library_items_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES accounts(id) ON DELETE SET NULL,
  constraint library_items_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX library_items_created_by_idx ON public.library_items USING btree (created_by);
CREATE INDEX library_items_stored ON public.library_items USING btree (workspace_id) INCLUDE (bytes);
CREATE INDEX library_items_updated_by_idx ON public.library_items USING btree (updated_by);

create table maintenance_runs (
  task text not null,
  ran_at timestamp with time zone not null,
  constraint maintenance_runs_pkey PRIMARY KEY (task)
);

create table oidc_flows (
  token_hash bytea not null,
  state text not null,
  nonce text not null,
  code_verifier text not null,
  return_to text not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint oidc_flows_pkey PRIMARY KEY (token_hash),
  constraint oidc_flows_token_hash_check CHECK ((octet_length(token_hash) = 32))
);

create table passkey_challenges (
  id uuid not null default gen_random_uuid(),
  session_id uuid,
  sign_in_link_id uuid,
  purpose text not null,
  challenge bytea not null,
  expires_at timestamp(3) with time zone not null,
  constraint passkey_challenges_pkey PRIMARY KEY (id),
  constraint passkey_challenges_session_id_purpose_key UNIQUE (session_id, purpose),
  constraint passkey_challenges_sign_in_link_id_key UNIQUE (sign_in_link_id),
  constraint passkey_challenges_challenge_check CHECK ((octet_length(challenge) = 32)),
  constraint passkey_challenges_check CHECK ((num_nonnulls(session_id, sign_in_link_id) = 1)),
  constraint passkey_challenges_check1 CHECK (((purpose = 'SIGN_IN'::text) = (sign_in_link_id IS NOT NULL))),
  constraint passkey_challenges_purpose_check CHECK ((purpose = ANY (ARRAY['ADD'::text, 'PROVE'::text, 'SIGN_IN'::text]))),
  constraint passkey_challenges_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE,
  constraint passkey_challenges_sign_in_link_id_fkey FOREIGN KEY (sign_in_link_id) REFERENCES sign_in_links(id) ON DELETE CASCADE
);

create table passkeys (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  credential_id bytea not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  rp_id text not null,
  name text not null,
  created_at timestamp(3) with time zone not null default now(),
  last_used_at timestamp(3) with time zone,
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_credential_id_key UNIQUE (credential_id),
  constraint passkeys_counter_check CHECK ((counter >= 0)),
  constraint passkeys_credential_id_check CHECK (((octet_length(credential_id) >= 1) AND (octet_length(credential_id) <= 1023))),
  constraint passkeys_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX passkeys_by_account ON public.passkeys USING btree (account_id);
CREATE TRIGGER removed_passkeys_are_announced AFTER DELETE ON public.passkeys FOR EACH ROW EXECUTE FUNCTION notify_rights_of_session();

create table projects (
  id uuid not null default gen_random_uuid(),
  workspace_id uuid not null,
  account_id uuid not null,
  name text not null,
  description text not null default ''::text,
  visibility text not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint projects_pkey PRIMARY KEY (id),
  constraint projects_workspace_id_id_key UNIQUE (workspace_id, id),
  constraint projects_visibility_check CHECK ((visibility = ANY (ARRAY['PRIVATE'::text, 'SHARED'::text]))),
  constraint projects_workspace_id_account_id_fkey FOREIGN KEY (workspace_id, account_id) REFERENCES accounts(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX projects_by_account ON public.projects USING btree (workspace_id, account_id);
CREATE INDEX projects_in_order ON public.projects USING btree (workspace_id, updated_at DESC, id);

create table quota_entries (
  id uuid not null default gen_random_uuid(),
  workspace_id uuid not null,
  account_id uuid not null,
  starts_at timestamp(3) with time zone not null,
  renders integer not null,
  cause text not null,
  refund_of uuid,
  state text not null,
  instance_id uuid,
  created_at timestamp(3) with time zone not null default now(),
  template_id uuid,
  api_key_id uuid,
  constraint quota_entries_pkey PRIMARY KEY (id),
  constraint quota_entries_cause_key UNIQUE (cause),
  constraint quota_entries_check CHECK (((renders < 0) = (refund_of IS NOT NULL))),
  constraint quota_entries_check1 CHECK (((state <> 'RESERVED'::text) OR (instance_id IS NOT NULL))),
  constraint quota_entries_renders_check CHECK ((renders <> 0)),
  constraint quota_entries_state_check CHECK ((state = ANY (ARRAY['RESERVED'::text, 'SETTLED'::text, 'REFUNDED'::text]))),
  constraint quota_entries_refund_of_fkey FOREIGN KEY (refund_of) REFERENCES quota_entries(id) ON DELETE CASCADE,
  constraint quota_entries_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX quota_entries_by_charge ON public.quota_entries USING btree (refund_of) WHERE (refund_of IS NOT NULL);
CREATE INDEX quota_entries_by_period ON public.quota_entries USING btree (workspace_id, starts_at);
CREATE INDEX quota_entries_reserved ON public.quota_entries USING btree (created_at) WHERE (state = 'RESERVED'::text);
CREATE TRIGGER usage_is_counted AFTER INSERT ON public.quota_entries FOR EACH ROW EXECUTE FUNCTION count_usage();

create table quota_periods (
  workspace_id uuid not null,
  starts_at timestamp(3) with time zone not null,
  used integer not null,
  billions integer not null default 0,
  constraint quota_periods_pkey PRIMARY KEY (workspace_id, starts_at),
  constraint quota_periods_billions_check CHECK ((billions >= 0)),
  constraint quota_periods_used_check CHECK ((used >= 0)),
  constraint quota_periods_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

create unlogged table rate_limits (
  key text not null,
  due_at timestamp with time zone not null,
  allowed boolean not null,
  constraint rate_limits_pkey PRIMARY KEY (key)
) with (fillfactor=50);

create table recovery_codes (
  account_id uuid not null,
  code_hash bytea not null,
  constraint recovery_codes_pkey PRIMARY KEY (account_id, code_hash),
  constraint recovery_codes_code_hash_check CHECK ((octet_length(code_hash) = 32)),
  constraint recovery_codes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);

create table second_factors (
  account_id uuid not null,
  sealed_secret bytea not null,
  sealed_with bytea not null,
  confirmed_at timestamp(3) with time zone,
  last_step bigint not null default 0,
  created_at timestamp(3) with time zone not null default now(),
  constraint second_factors_pkey PRIMARY KEY (account_id),
  constraint second_factors_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE TRIGGER removed_factors_are_announced AFTER DELETE ON public.second_factors FOR EACH ROW EXECUTE FUNCTION notify_rights_of_session();

create table sessions (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  token_hash bytea not null,
  method text not null,
  user_agent text,
  address text,
  created_at timestamp(3) with time zone not null default now(),
  last_used_at timestamp(3) with time zone not null default now(),
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_token_hash_key UNIQUE (token_hash),
  constraint sessions_method_check CHECK ((method = ANY (ARRAY['PASSWORD'::text, 'LINK'::text, 'OIDC'::text]))),
  constraint sessions_token_hash_check CHECK ((octet_length(token_hash) = 32)),
  constraint sessions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX sessions_by_account ON public.sessions USING btree (account_id, last_used_at);
CREATE TRIGGER ended_sessions_are_announced AFTER DELETE ON public.sessions FOR EACH ROW EXECUTE FUNCTION notify_rights_of_session();

create table settings (
  name text not null,
  value text not null,
  constraint settings_pkey PRIMARY KEY (name)
);

create table share_links (
  id uuid not null default gen_random_uuid(),
  workspace_id uuid not null,
  account_id uuid not null,
  template_id uuid,
  template_name text not null,
  source text not null,
  token text not null,
  extension text not null,
  media_type text not null,
  charge_id uuid,
  file_key text not null,
  file_bytes bigint not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  constraint share_links_pkey PRIMARY KEY (id),
  constraint share_links_charge_id_key UNIQUE (charge_id),
  constraint share_links_file_key_key UNIQUE (file_key),
  constraint share_links_token_key UNIQUE (token),
  constraint share_links_check CHECK ((expires_at >= created_at)),
  constraint share_links_file_bytes_check CHECK ((file_bytes > 0)),
  constraint share_links_source_check CHECK ((source = ANY (ARRAY['API'::text, 'DESIGNER'::text]))),
  constraint share_links_token_check CHECK ((length(token) >= 22)),
  constraint share_links_charge_id_fkey FOREIGN KEY (charge_id) REFERENCES quota_entries(id),
  constraint share_links_template_id_fkey FOREIGN KEY (template_id) REFERENCES templates(id) ON DELETE SET NULL,
  constraint share_links_workspace_id_account_id_fkey FOREIGN KEY (workspace_id, account_id) REFERENCES accounts(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX share_links_active ON public.share_links USING btree (workspace_id, expires_at);
CREATE INDEX share_links_by_account ON public.share_links USING btree (workspace_id, account_id);
CREATE INDEX share_links_by_expiry ON public.share_links USING btree (expires_at);
CREATE INDEX share_links_by_template ON public.share_links USING btree (template_id) WHERE (template_id IS NOT NULL);
CREATE INDEX share_links_in_order ON public.share_links USING btree (account_id, created_at DESC, id);
CREATE INDEX share_links_stored ON public.share_links USING btree (workspace_id) INCLUDE (file_bytes);

create table sign_in_links (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  token_hash bytea not null,
  purpose text not null,
  created_at timestamp(3) with time zone not null default now(),
  expires_at timestamp(3) with time zone not null,
  used_at timestamp(3) with time zone,
  oidc_issuer text,
  oidc_subject text,
  method text,
  constraint sign_in_links_pkey PRIMARY KEY (id),
  constraint sign_in_links_token_hash_key UNIQUE (token_hash),
  constraint sign_in_links_code_check CHECK (((purpose = 'CODE'::text) = (method IS NOT NULL))),
  constraint sign_in_links_method_check CHECK ((method = ANY (ARRAY['PASSWORD'::text, 'LINK'::text]))),
  constraint sign_in_links_purpose_check CHECK ((purpose = ANY (ARRAY['SIGN_IN'::text, 'INVITATION'::text, 'ADDRESS'::text, 'JOIN'::text, 'CODE'::text]))),
  constraint sign_in_links_token_hash_check CHECK ((octet_length(token_hash) = 32)),
  constraint sign_in_links_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX sign_in_links_by_account ON public.sign_in_links USING btree (account_id);

create table template_design_settings (
  template_id uuid not null,
  settings json not null,
  revision integer not null,
  saved_at timestamp(3) with time zone not null default now(),
  saved_by uuid,
  constraint template_design_settings_pkey PRIMARY KEY (template_id),
  constraint template_design_settings_revision_check CHECK ((revision > 0)),
  constraint template_design_settings_saved_by_fkey FOREIGN KEY (saved_by) REFERENCES accounts(id) ON DELETE SET NULL,
  constraint template_design_settings_template_id_fkey FOREIGN KEY (template_id) REFERENCES templates(id) ON DELETE CASCADE
);
CREATE INDEX template_design_settings_by_account ON public.template_design_settings USING btree (saved_by) WHERE (saved_by IS NOT NULL);
CREATE TRIGGER bytes_of_design_settings_are_counted AFTER INSERT OR DELETE OR UPDATE OF settings ON public.template_design_settings FOR EACH ROW EXECUTE FUNCTION count_design_settings_bytes();
CREATE TRIGGER design_settings_are_announced AFTER INSERT OR UPDATE OF revision ON public.template_design_settings FOR EACH ROW EXECUTE FUNCTION notify_design_settings();

create table template_draft_files (
  template_id uuid not null,
  path text not null,
  hash bytea not null,
  media_type text not null,
  constraint template_draft_files_pkey PRIMARY KEY (template_id, path),
  constraint template_draft_files_hash_fkey FOREIGN KEY (hash) REFERENCES blobs(hash),
  constraint template_draft_files_template_id_fkey FOREIGN KEY (template_id) REFERENCES template_drafts(template_id) ON DELETE CASCADE
);
CREATE INDEX template_draft_files_by_hash ON public.template_draft_files USING btree (hash);

create table template_drafts (
  template_id uuid not null,
  document json not null,
  revision integer not null,
  is_base_document boolean not null default false,
  saved_at timestamp(3) with time zone not null default now(),
  saved_by uuid,
  base_version integer,
  base_name text not null,
  base_description text not null,
  problem_count integer not null,
  constraint template_drafts_pkey PRIMARY KEY (template_id),
  constraint template_drafts_base_version_check CHECK ((base_version > 0)),
  constraint template_drafts_check CHECK (((base_version IS NOT NULL) OR (NOT is_base_document))),
  constraint template_drafts_problem_count_check CHECK ((problem_count >= 0)),
  constraint template_drafts_revision_check CHECK ((revision > 0)),
  constraint template_drafts_saved_by_fkey FOREIGN KEY (saved_by) REFERENCES accounts(id) ON DELETE SET NULL,
  constraint template_drafts_template_id_fkey FOREIGN KEY (template_id) REFERENCES templates(id) ON DELETE CASCADE
);
CREATE INDEX template_drafts_by_account ON public.template_drafts USING btree (saved_by) WHERE (saved_by IS NOT NULL);
CREATE TRIGGER bytes_of_drafts_are_counted AFTER INSERT OR DELETE OR UPDATE OF document ON public.template_drafts FOR EACH ROW EXECUTE FUNCTION count_draft_bytes();

create table template_files (
  version_id uuid not null,
  path text not null,
  hash bytea not null,
  media_type text not null,
  constraint template_files_pkey PRIMARY KEY (version_id, path),
  constraint template_files_hash_fkey FOREIGN KEY (hash) REFERENCES blobs(hash),
  constraint template_files_version_id_fkey FOREIGN KEY (version_id) REFERENCES template_versions(id) ON DELETE CASCADE
);
CREATE INDEX template_files_by_hash ON public.template_files USING btree (hash);

create table template_folders (
  account_id uuid not null,
  project_id uuid not null,
  folder text not null,
  template_id uuid not null,
  content_hash bytea not null,
  imported_at timestamp(3) with time zone not null default now(),
  constraint template_folders_pkey PRIMARY KEY (account_id, project_id, folder),
  constraint template_folders_content_hash_check CHECK ((octet_length(content_hash) = 32)),
  constraint template_folders_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint template_folders_template_id_fkey FOREIGN KEY (template_id) REFERENCES templates(id) ON DELETE CASCADE
);
CREATE INDEX template_folders_by_template ON public.template_folders USING btree (template_id);

create table template_versions (
  id uuid not null default gen_random_uuid(),
  template_id uuid,
  document jsonb not null,
  created_at timestamp(3) with time zone not null default now(),
  retired_at timestamp(3) with time zone,
  number integer,
  source json,
  published_by uuid,
  thumbnail_hash bytea,
  thumbnail_example bytea,
  constraint template_versions_pkey PRIMARY KEY (id),
  constraint template_versions_number_check CHECK ((number > 0)),
  constraint template_versions_published_by_fkey FOREIGN KEY (published_by) REFERENCES accounts(id) ON DELETE SET NULL,
  constraint template_versions_template_id_fkey FOREIGN KEY (template_id) REFERENCES templates(id) ON DELETE SET NULL,
  constraint template_versions_thumbnail_hash_fkey FOREIGN KEY (thumbnail_hash) REFERENCES blobs(hash)
);
CREATE INDEX template_versions_by_account ON public.template_versions USING btree (published_by) WHERE (published_by IS NOT NULL);
CREATE INDEX template_versions_by_thumbnail ON public.template_versions USING btree (thumbnail_hash) WHERE (thumbnail_hash IS NOT NULL);
CREATE UNIQUE INDEX template_versions_in_order ON public.template_versions USING btree (template_id, number);
CREATE TRIGGER bytes_of_versions_are_counted AFTER INSERT OR DELETE ON public.template_versions FOR EACH ROW EXECUTE FUNCTION count_version_bytes();
CREATE TRIGGER template_versions_are_numbered BEFORE INSERT ON public.template_versions FOR EACH ROW EXECUTE FUNCTION number_template_version();

create table template_viewers (
  connection_id uuid not null,
  template_id uuid not null,
  account_id uuid not null,
  opened_at timestamp(3) with time zone not null default now(),
  seen_at timestamp(3) with time zone not null default now(),
  constraint template_viewers_pkey PRIMARY KEY (connection_id),
  constraint template_viewers_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint template_viewers_template_id_fkey FOREIGN KEY (template_id) REFERENCES templates(id) ON DELETE CASCADE
);
CREATE INDEX template_viewers_account_id ON public.template_viewers USING btree (account_id);
CREATE INDEX template_viewers_template_id ON public.template_viewers USING btree (template_id);
CREATE TRIGGER viewers_are_announced AFTER INSERT OR DELETE ON public.template_viewers FOR EACH ROW EXECUTE FUNCTION notify_viewers();

create table templates (
  id uuid not null default gen_random_uuid(),
  workspace_id uuid not null,
  account_id uuid not null,
  project_id uuid not null,
  name text not null,
  description text not null default ''::text,
  visibility text not null,
  version_id uuid,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  draft_revision integer not null default 0,
  edited_at timestamp(3) with time zone not null default now(),
  example_values json,
  document_bytes bigint not null default 0,
  constraint templates_pkey PRIMARY KEY (id),
  constraint templates_draft_revision_check CHECK ((draft_revision >= 0)),
  constraint templates_visibility_check CHECK ((visibility = ANY (ARRAY['PRIVATE'::text, 'SHARED'::text]))),
  constraint templates_version_id_fkey FOREIGN KEY (version_id) REFERENCES template_versions(id) DEFERRABLE INITIALLY DEFERRED,
  constraint templates_workspace_id_account_id_fkey FOREIGN KEY (workspace_id, account_id) REFERENCES accounts(workspace_id, id) ON DELETE CASCADE,
  constraint templates_workspace_id_project_id_fkey FOREIGN KEY (workspace_id, project_id) REFERENCES projects(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX templates_by_account ON public.templates USING btree (workspace_id, account_id);
CREATE INDEX templates_by_edit ON public.templates USING btree (workspace_id, edited_at DESC, id);
CREATE INDEX templates_by_project ON public.templates USING btree (workspace_id, project_id);
CREATE UNIQUE INDEX templates_by_version ON public.templates USING btree (version_id);
CREATE INDEX templates_in_order ON public.templates USING btree (project_id, updated_at DESC, id);
CREATE INDEX templates_stored ON public.templates USING btree (workspace_id) INCLUDE (document_bytes);
CREATE TRIGGER bytes_of_examples_are_counted BEFORE INSERT OR UPDATE OF example_values ON public.templates FOR EACH ROW EXECUTE FUNCTION count_example_bytes();
CREATE TRIGGER changed_visibility_is_announced AFTER UPDATE OF visibility, account_id, workspace_id ON public.templates FOR EACH ROW WHEN ((((old.visibility IS DISTINCT FROM new.visibility) OR (old.account_id IS DISTINCT FROM new.account_id)) OR (old.workspace_id IS DISTINCT FROM new.workspace_id))) EXECUTE FUNCTION notify_rights_of_template();
CREATE TRIGGER deleted_templates_are_announced AFTER DELETE ON public.templates FOR EACH ROW EXECUTE FUNCTION notify_rights_of_template();
CREATE TRIGGER drafts_are_announced AFTER UPDATE OF draft_revision, version_id ON public.templates FOR EACH ROW WHEN (((old.draft_revision IS DISTINCT FROM new.draft_revision) OR (old.version_id IS DISTINCT FROM new.version_id))) EXECUTE FUNCTION notify_draft();

create table uploaded_pictures (
  account_id uuid not null,
  hash bytea not null,
  bytes bigint not null,
  uploaded_at timestamp(3) with time zone not null default now(),
  constraint uploaded_pictures_pkey PRIMARY KEY (account_id, hash),
  constraint uploaded_pictures_hash_check CHECK ((octet_length(hash) = 32)),
  constraint uploaded_pictures_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX uploaded_pictures_hash_idx ON public.uploaded_pictures USING btree (hash);
CREATE INDEX uploaded_pictures_uploaded_at_idx ON public.uploaded_pictures USING btree (uploaded_at);

create table url_keys (
  id uuid not null default gen_random_uuid(),
  workspace_id uuid not null,
  account_id uuid not null,
  name text not null,
  sealed_secret bytea not null,
  sealed_with bytea not null,
  template_ids uuid[],
  formats text[],
  max_side_px integer,
  image_hosts text[],
  renders_a_day integer,
  has_fallback boolean not null default false,
  created_at timestamp(3) with time zone not null default now(),
  last_used_at timestamp(3) with time zone,
  fit boolean not null default false,
  constraint url_keys_pkey PRIMARY KEY (id),
  constraint url_keys_max_side_px_check CHECK ((max_side_px > 0)),
  constraint url_keys_renders_a_day_check CHECK ((renders_a_day > 0)),
  constraint url_keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint url_keys_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX url_keys_by_account ON public.url_keys USING btree (account_id);
CREATE INDEX url_keys_by_workspace ON public.url_keys USING btree (workspace_id, created_at, id);

create table usage_by_day (
  workspace_id uuid not null,
  day date not null,
  template_id uuid,
  api_key_id uuid,
  renders bigint not null,
  constraint usage_by_day_workspace_id_day_template_id_api_key_id_key UNIQUE NULLS NOT DISTINCT (workspace_id, day, template_id, api_key_id),
  constraint usage_by_day_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

create table webhook_attempts (
  event_id uuid not null,
  endpoint_id uuid not null,
  number integer not null,
  at timestamp(3) with time zone not null,
  duration_ms integer not null,
  status_code integer,
  answer text,
  error text,
  constraint webhook_attempts_pkey PRIMARY KEY (event_id, endpoint_id, number),
  constraint webhook_attempts_event_id_endpoint_id_fkey FOREIGN KEY (event_id, endpoint_id) REFERENCES webhook_deliveries(event_id, endpoint_id) ON DELETE CASCADE
);

create table webhook_deliveries (
  event_id uuid not null,
  endpoint_id uuid not null,
  occurred_at timestamp(3) with time zone not null,
  status text not null default 'PENDING'::text,
  attempts integer not null default 0,
  planned_after integer not null default 0,
  planned_at timestamp(3) with time zone not null default now(),
  next_attempt_at timestamp(3) with time zone default now(),
  task_id bigint,
  delivered_at timestamp(3) with time zone,
  last_error text,
  constraint webhook_deliveries_pkey PRIMARY KEY (event_id, endpoint_id),
  constraint webhook_deliveries_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'DELIVERED'::text, 'FAILED'::text]))),
  constraint webhook_deliveries_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints(id) ON DELETE CASCADE,
  constraint webhook_deliveries_event_id_fkey FOREIGN KEY (event_id) REFERENCES webhook_events(id) ON DELETE CASCADE
);
CREATE INDEX webhook_deliveries_due ON public.webhook_deliveries USING btree (next_attempt_at) WHERE (status = 'PENDING'::text);
CREATE INDEX webhook_deliveries_endpoint ON public.webhook_deliveries USING btree (endpoint_id, occurred_at);

create table webhook_endpoints (
  id uuid not null default gen_random_uuid(),
  workspace_id uuid not null,
  url text not null,
  description text not null default ''::text,
  types text[] not null,
  secret text not null,
  previous_secret text,
  previous_secret_until timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  disabled_at timestamp(3) with time zone,
  paused_at timestamp(3) with time zone,
  probe_at timestamp(3) with time zone,
  failing_since timestamp(3) with time zone,
  last_error text,
  constraint webhook_endpoints_pkey PRIMARY KEY (id),
  constraint webhook_endpoints_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX webhook_endpoints_workspace ON public.webhook_endpoints USING btree (workspace_id, created_at);

create table webhook_events (
  id uuid not null default gen_random_uuid(),
  workspace_id uuid not null,
  type text not null,
  occurred_at timestamp(3) with time zone not null default now(),
  body text not null,
  once_key text,
  constraint webhook_events_pkey PRIMARY KEY (id),
  constraint webhook_events_workspace_id_once_key_key UNIQUE (workspace_id, once_key),
  constraint webhook_events_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX webhook_events_occurred_at ON public.webhook_events USING btree (workspace_id, occurred_at);

create table webhook_row_events (
  workspace_id uuid not null,
  day date not null,
  sent bigint not null,
  left_out bigint not null,
  granted integer not null,
  constraint webhook_row_events_pkey PRIMARY KEY (workspace_id, day),
  constraint webhook_row_events_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

create table worker_pools (
  id text not null,
  instance_id uuid not null,
  started_at timestamp(3) with time zone not null default now(),
  constraint worker_pools_pkey PRIMARY KEY (id)
);
CREATE INDEX worker_pools_by_instance ON public.worker_pools USING btree (instance_id);

create table workspace_files (
  workspace_id uuid not null,
  hash bytea not null,
  bytes bigint not null,
  touched_at timestamp(3) with time zone not null default now(),
  constraint workspace_files_pkey PRIMARY KEY (workspace_id, hash),
  constraint workspace_files_hash_check CHECK ((octet_length(hash) = 32)),
  constraint workspace_files_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX workspace_files_by_age ON public.workspace_files USING btree (touched_at);
CREATE INDEX workspace_files_stored ON public.workspace_files USING btree (workspace_id) INCLUDE (bytes);

create table workspaces (
  id uuid not null default gen_random_uuid(),
  name text not null,
  plan text not null,
  callback_secret text not null,
  created_at timestamp(3) with time zone not null default now(),
  previous_callback_secret text,
  previous_callback_secret_until timestamp(3) with time zone,
  requires_second_factor boolean not null default false,
  constraint workspaces_pkey PRIMARY KEY (id),
  constraint workspaces_plan_check CHECK ((plan = ANY (ARRAY['free'::text, 'personal'::text, 'studio'::text, 'team'::text, 'business'::text, 'enterprise'::text])))
);
CREATE TRIGGER required_factors_are_announced AFTER UPDATE OF requires_second_factor ON public.workspaces FOR EACH ROW WHEN ((old.requires_second_factor IS DISTINCT FROM new.requires_second_factor)) EXECUTE FUNCTION notify_rights_of_workspace();
