/**
 * Values that are generated once and shared by all processes.
 */
import { queryRow, queryRows, type Database } from './database.ts';

/** The value of a setting. The first process that reads it creates it. */
export async function getOrCreateSetting(db: Database, name: string, create: () => string): Promise<string> {
  const existing = await readSetting(db, name);
  if (existing !== null) return existing;
  const { value } = await queryRow<{ value: string }>(
    db,
    // The update changes nothing: it returns the value of the process that was first.
    `insert into settings as s (name, value) values (:name, :value)
     on conflict (name) do update set value = s.value
     returning value`,
    { name, value: create() },
  );
  return value;
}

/** The value of a setting, or null. */
export async function readSetting(db: Database, name: string): Promise<string | null> {
  const [setting] = await queryRows<{ value: string }>(db, 'select value from settings where name = :name', {
    name,
  });
  return setting?.value ?? null;
}

/** Sets a value. */
export async function writeSetting(db: Database, name: string, value: string): Promise<void> {
  await queryRows(
    db,
    `insert into settings (name, value) values (:name, :value)
     on conflict (name) do update set value = excluded.value`,
    { name, value },
  );
}
