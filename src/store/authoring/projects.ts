/** Projects as the app shows them: also with templates that were never published. */
import { queryRows, type Database } from '../database.ts';
import { readRows } from '../lost-connection.ts';
import type { Page, Viewer, Visibility } from '../projects.ts';
import { matchesSearch, searchPattern } from './search.ts';
import { selectPerson, type Person } from './versions.ts';

export interface AppProject {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly visibility: Visibility;
  /** Templates in it that the viewer sees, published or not. */
  readonly templateCount: number;
  readonly owner: Person;
  readonly updatedAt: Date;
}

const columns = `p.id, p.name, p.description, p.visibility, p.updated_at as "updatedAt",
  ${selectPerson('a')} as owner,
  (select cast(count(*) as integer) from templates t
   where t.project_id = p.id and (t.account_id = :accountId or t.visibility = 'SHARED')) as "templateCount"`;

const isVisible = `p.workspace_id = :workspaceId and (p.account_id = :accountId or p.visibility = 'SHARED')`;

/** A page of the projects that a viewer sees, last updated first, and how many there are in all. */
export async function searchProjects(
  db: Database,
  { workspaceId, accountId }: Viewer,
  search: string | undefined,
  { limit, offset }: Page,
): Promise<{ readonly entries: AppProject[]; readonly total: number }> {
  const bindings = { workspaceId, accountId, search: searchPattern(search) };
  const [entries, [count]] = await Promise.all([
    readRows<AppProject>(
      db,
      `select ${columns}
       from projects p join accounts a on a.id = p.account_id
       where ${isVisible} and ${matchesSearch('p')}
       order by p.updated_at desc, p.id
       limit :limit offset :offset`,
      { ...bindings, limit, offset },
    ),
    readRows<{ total: number }>(
      db,
      `select cast(count(*) as integer) as total from projects p
       where ${isVisible} and ${matchesSearch('p')}`,
      bindings,
    ),
  ]);
  return { entries, total: count?.total ?? 0 };
}

/** A project that a viewer sees, or null. */
export async function findAppProject(
  db: Database,
  { workspaceId, accountId }: Viewer,
  projectId: string,
): Promise<AppProject | null> {
  const [project] = await readRows<AppProject>(
    db,
    `select ${columns} from projects p join accounts a on a.id = p.account_id
     where p.id = :projectId and ${isVisible}`,
    { projectId, workspaceId, accountId },
  );
  return project ?? null;
}

/** What of a project changes; undefined: nothing. */
export interface ProjectChange {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly visibility?: Visibility | undefined;
}

/** Changes a project of an account. False if it has no such project. */
export async function changeProject(
  db: Database,
  { workspaceId, accountId }: Viewer,
  projectId: string,
  {
    name = null,
    description = null,
    visibility = null,
  }: { readonly [Key in keyof ProjectChange]?: ProjectChange[Key] | null },
): Promise<boolean> {
  const changed = await queryRows(
    db,
    `update projects
     set name = coalesce(:name, name), description = coalesce(:description, description),
         visibility = coalesce(:visibility, visibility), updated_at = now()
     where id = :projectId and workspace_id = :workspaceId and account_id = :accountId
     returning id`,
    { projectId, workspaceId, accountId, name, description, visibility },
  );
  return changed.length > 0;
}

/** Why a project was not deleted, or that it was. */
export type ProjectRemoval = 'removed' | 'unknown' | 'holds-others-templates';

/**
 * Deletes a project of an account with its templates, unless other accounts have templates in it. Jobs in
 * progress go on with their versions, and share links stay.
 */
export async function removeProject(
  db: Database,
  { workspaceId, accountId }: Viewer,
  projectId: string,
): Promise<ProjectRemoval> {
  return await db.transaction(async (transaction) => {
    // Locked, so that no template is added to it meanwhile.
    const locked = await queryRows(
      transaction,
      `select from projects
       where id = :projectId and workspace_id = :workspaceId and account_id = :accountId for update`,
      { projectId, workspaceId, accountId },
    );
    if (locked.length === 0) return 'unknown';
    const others = await queryRows(
      transaction,
      'select from templates where project_id = :projectId and account_id <> :accountId limit 1',
      { projectId, accountId },
    );
    if (others.length > 0) return 'holds-others-templates';
    await queryRows(transaction, 'delete from projects where id = :projectId', { projectId });
    return 'removed';
  });
}
