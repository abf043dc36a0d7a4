/**
 * Example values of templates: those of their `example.json`, or else of their first data set. Variables
 * without one have what an element showed before them.
 */
import { queryRows, type Database } from '../database.ts';
import { readRows } from '../lost-connection.ts';

/** Values by variable; a list as JSON. They may not fit the variables any more. */
export type ExampleValues = Readonly<Record<string, string>>;

/** The example values of a template; empty: it has none. */
export async function readExampleValues(db: Database, templateId: string): Promise<ExampleValues> {
  const [found] = await readRows<{ values: ExampleValues | null; others: ExampleValues | null }>(
    db,
    `select coalesce(t.example_values, s.settings->'dataSets'->0->'values') as values,
            s.settings->'example' as others
     from templates t left join template_design_settings s on s.template_id = t.id
     where t.id = :templateId`,
    { templateId },
  );
  const { values, others } = found ?? {};
  const completed = { ...values };
  for (const [name, other] of Object.entries(others ?? {})) {
    if ((completed[name] ?? '') === '') completed[name] = other;
  }
  return completed;
}

/** Replaces the values of a template's `example.json`. */
export async function storeExampleValues(
  db: Database,
  templateId: string,
  values: ExampleValues,
): Promise<void> {
  await queryRows(db, 'update templates set example_values = cast(:values as json) where id = :templateId', {
    templateId,
    values: JSON.stringify(values),
  });
}

/** Gives a template that came without an `example.json` the values of one. */
export async function storeFirstExampleValues(
  db: Database,
  templateId: string,
  values: ExampleValues,
): Promise<void> {
  await queryRows(
    db,
    `update templates set example_values = cast(:values as json)
     where id = :templateId and example_values is null`,
    { templateId, values: JSON.stringify(values) },
  );
}

/** Copies the values of a template's `example.json` to another template. */
export async function copyExampleValues(db: Database, originalId: string, templateId: string): Promise<void> {
  await queryRows(
    db,
    `update templates set example_values = original.example_values
     from templates original where templates.id = :templateId and original.id = :originalId`,
    { originalId, templateId },
  );
}
