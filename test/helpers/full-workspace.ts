/** Workspaces that store all that any plan allows. */
import { randomBytes } from 'node:crypto';
import { queryRows, type Database } from '../../src/store/database.ts';
import type { Viewer } from '../../src/store/projects.ts';

/** Runs something while the workspace has a file of a petabyte. */
export async function withFullStorage<Result>(
  db: Database,
  { workspaceId }: Pick<Viewer, 'workspaceId'>,
  act: () => Promise<Result>,
): Promise<Result> {
  const file = { workspaceId, hash: randomBytes(32).toString('hex') };
  await queryRows(
    db,
    `insert into workspace_files (workspace_id, hash, bytes)
     values (:workspaceId, decode(:hash, 'hex'), 1125899906842624)`,
    file,
  );
  try {
    return await act();
  } finally {
    await queryRows(
      db,
      `delete from workspace_files where workspace_id = :workspaceId and hash = decode(:hash, 'hex')`,
      file,
    );
  }
}

/** Runs something while the account has 20,000 projects. */
export async function withManyProjects<Result>(
  db: Database,
  { workspaceId, accountId }: Viewer,
  act: () => Promise<Result>,
): Promise<Result> {
  await queryRows(
    db,
    `insert into projects (workspace_id, account_id, name, visibility)
     select :workspaceId, :accountId, 'One of many', 'PRIVATE' from generate_series(1, 20000)`,
    { workspaceId, accountId },
  );
  try {
    return await act();
  } finally {
    await queryRows(db, `delete from projects where account_id = :accountId and name = 'One of many'`, {
      accountId,
    });
  }
}

/** Runs something while the library has 20,000 items. */
export async function withManyItems<Result>(
  db: Database,
  { workspaceId }: Pick<Viewer, 'workspaceId'>,
  act: () => Promise<Result>,
): Promise<Result> {
  await queryRows(
    db,
    `insert into library_items (workspace_id, kind, name, color, bytes)
     select :workspaceId, 'COLOR', 'One of many', '#ffffff', 0 from generate_series(1, 20000)`,
    { workspaceId },
  );
  try {
    return await act();
  } finally {
    await queryRows(
      db,
      `delete from library_items where workspace_id = :workspaceId and name = 'One of many'`,
      { workspaceId },
    );
  }
}
