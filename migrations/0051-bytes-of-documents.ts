import type { Knex } from 'knex';

/**
 * Each template has the size of its documents at hand: adding up those of a workspace with 500,000 versions
 * took more than a second, whenever something was added. Versions never change their document.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- On disk: compressed.
    alter table templates add column document_bytes bigint not null default 0;

    create function count_version_bytes() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        update templates
        set document_bytes = document_bytes
          - pg_column_size(old.document) - coalesce(pg_column_size(old.source), 0)
        where id = old.template_id;
      else
        update templates
        set document_bytes = document_bytes
          + pg_column_size(new.document) + coalesce(pg_column_size(new.source), 0)
        where id = new.template_id;
      end if;
      return null;
    end $$;
    create trigger bytes_of_versions_are_counted after insert or delete on template_versions
      for each row execute function count_version_bytes();

    create function count_draft_bytes() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        update templates set document_bytes = document_bytes - pg_column_size(old.document)
        where id = old.template_id;
      end if;
      if tg_op <> 'DELETE' then
        update templates set document_bytes = document_bytes + pg_column_size(new.document)
        where id = new.template_id;
      end if;
      return null;
    end $$;
    create trigger bytes_of_drafts_are_counted
      after insert or delete or update of document on template_drafts
      for each row execute function count_draft_bytes();

    create index templates_stored on templates (workspace_id) include (document_bytes);
    create index workspace_files_stored on workspace_files (workspace_id) include (bytes);

    -- Last: while a changed row waits for its checks, no index can be made.
    update templates t set document_bytes =
      coalesce((
        select sum(pg_column_size(v.document) + coalesce(pg_column_size(v.source), 0))
        from template_versions v where v.template_id = t.id
      ), 0)
      + coalesce((
        select pg_column_size(d.document) from template_drafts d where d.template_id = t.id
      ), 0);
  `);
}
