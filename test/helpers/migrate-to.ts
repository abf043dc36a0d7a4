import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { queryRow, queryRows, type Database } from '../../src/store/database.ts';

const folder = path.resolve(import.meta.dirname, '..', '..', 'migrations');

/**
 * Empties a database and applies the migrations up to a number, as the release did that ended with it.
 *
 * @param last such as `0020`
 */
export async function migrateTo(db: Database, last: string): Promise<void> {
  await db.raw('drop schema public cascade; create schema public');
  await db.raw(
    `create table knex_migrations (
       id serial primary key, name varchar(255), batch integer, migration_time timestamptz
     )`,
  );
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ts') && name.slice(0, 4) <= last);
  for (const name of names.sort()) {
    const { up } = (await import(path.join(folder, name))) as { up: (knex: Database) => Promise<void> };
    await up(db);
    await queryRows(
      db,
      'insert into knex_migrations (name, batch, migration_time) values (:name, 1, now())',
      { name },
    );
  }
}

/** Adds a workspace with an account, in the columns that all these releases had. */
export async function addOldOwner(
  db: Database,
): Promise<{ readonly workspaceId: string; readonly accountId: string }> {
  const { workspaceId } = await queryRow<{ workspaceId: string }>(
    db,
    `insert into workspaces (name, plan, callback_secret) values ('W', 'studio', 'whsec_')
     returning id as "workspaceId"`,
    {},
  );
  const { accountId } = await queryRow<{ accountId: string }>(
    db,
    `insert into accounts (workspace_id, name) values (:workspaceId, 'Ada') returning id as "accountId"`,
    { workspaceId },
  );
  return { workspaceId, accountId };
}
