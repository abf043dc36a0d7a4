import type { Knex } from 'knex';

/**
 * Numbers the versions of a template from 1. A trigger does it, so that versions of the previous release have
 * numbers, too. Who adds a version has locked its template's row, so no number is given twice.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table template_versions add column number integer check (number > 0);

    update template_versions set number = numbered.number
    from (
      select v.id, row_number() over (
               partition by v.template_id order by v.id = t.version_id, v.created_at, v.id
             ) as number
      from template_versions v join templates t on t.id = v.template_id
    ) numbered
    where template_versions.id = numbered.id;

    create function number_template_version() returns trigger language plpgsql as $$
    begin
      select coalesce(max(number), 0) + 1 into new.number
      from template_versions where template_id = new.template_id;
      return new;
    end $$;
    create trigger template_versions_are_numbered before insert on template_versions
      for each row execute function number_template_version();
  `);
}
