/**
 * What is made once and then kept, the same for every process.
 */
import { queryRow, queryRows, type Database } from './database.ts';

/** The value of a setting, which is made by whichever process asks first. */
export async function keepSetting(db: Database, name: string, make: () => string): Promise<string> {
  const known = await readSetting(db, name);
  if (known !== null) return known;
  const { value } = await queryRow<{ value: string }>(
    db,
    // An update that changes nothing, so that the value of whoever was first comes back.
    `insert into settings as s (name, value) values (:name, :value)
     on conflict (name) do update set value = s.value
     returning value`,
    { name, value: make() },
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

/** Gives a setting a value. */
export async function writeSetting(db: Database, name: string, value: string): Promise<void> {
  await queryRows(
    db,
    `insert into settings (name, value) values (:name, :value)
     on conflict (name) do update set value = excluded.value`,
    { name, value },
  );
}
