import type { Knex } from 'knex';

/**
 * Versions, drafts, settings of the designer and example values count by the length of their text: one that
 * becomes shorter never counts more. Until now, triggers counted the uncompressed size, but the first count
 * the compressed one: what was removed counted more than it had. Pictures of versions count as files.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Before templates are locked: no request waits for these rows.
    insert into workspace_files (workspace_id, hash, bytes)
    select distinct t.workspace_id, b.hash, b.bytes
    from template_versions v join templates t on t.id = v.template_id
      join blobs b on b.hash = v.thumbnail_hash
    on conflict do nothing;

    -- Whatever changes a draft, settings or example values has locked its template before.
    lock table templates in exclusive mode;

    create or replace function count_version_bytes() returns trigger language plpgsql as $$
    begin
      update templates
      set document_bytes = document_bytes
        + coalesce(octet_length(cast(new.document as text)), 0)
        + coalesce(octet_length(cast(new.source as text)), 0)
        - coalesce(octet_length(cast(old.document as text)), 0)
        - coalesce(octet_length(cast(old.source as text)), 0)
      where id = coalesce(new.template_id, old.template_id);
      return null;
    end $$;

    create or replace function count_draft_bytes() returns trigger language plpgsql as $$
    begin
      update templates
      set document_bytes = document_bytes
        + coalesce(octet_length(cast(new.document as text)), 0)
        - coalesce(octet_length(cast(old.document as text)), 0)
      where id = coalesce(new.template_id, old.template_id);
      return null;
    end $$;

    create function count_design_settings_bytes() returns trigger language plpgsql as $$
    begin
      update templates
      set document_bytes = document_bytes
        + coalesce(octet_length(cast(new.settings as text)), 0)
        - coalesce(octet_length(cast(old.settings as text)), 0)
      where id = coalesce(new.template_id, old.template_id);
      return null;
    end $$;
    create trigger bytes_of_design_settings_are_counted
      after insert or delete or update of settings on template_design_settings
      for each row execute function count_design_settings_bytes();

    create function count_example_bytes() returns trigger language plpgsql as $$
    begin
      new.document_bytes = new.document_bytes
        + coalesce(octet_length(cast(new.example_values as text)), 0)
        - coalesce(octet_length(cast(old.example_values as text)), 0);
      return new;
    end $$;
    create trigger bytes_of_examples_are_counted
      before insert or update of example_values on templates
      for each row execute function count_example_bytes();

    update templates t set document_bytes =
      coalesce((
        select sum(octet_length(cast(v.document as text)) + coalesce(octet_length(cast(v.source as text)), 0))
        from template_versions v where v.template_id = t.id
      ), 0)
      + coalesce((
        select octet_length(cast(d.document as text)) from template_drafts d where d.template_id = t.id
      ), 0)
      + coalesce((
        select octet_length(cast(s.settings as text))
        from template_design_settings s where s.template_id = t.id
      ), 0)
      + coalesce(octet_length(cast(t.example_values as text)), 0);
  `);
}
