/**
 * Projects. A member of a workspace sees the own projects and shared ones of other members, and no others.
 */
import { queryRow, queryRows, type Database } from './database.ts';
import { readRows } from './lost-connection.ts';
import type { Admit } from './stored-data.ts';

export type Visibility = 'PRIVATE' | 'SHARED';

/** The visibility of a new template: the one that is given, or else that of its project. */
export const newVisibility = `coalesce(cast(:visibility as text),
  (select visibility from projects where id = :projectId), 'PRIVATE')`;

/** The member for whom a query runs. */
export interface Viewer {
  readonly workspaceId: string;
  readonly accountId: string;
}

export interface Page {
  readonly offset: number;
  readonly limit: number;
}

export interface Project {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly visibility: Visibility;
  /** Published templates in it that the viewer sees. */
  readonly templateCount: number;
  readonly updatedAt: Date;
}

/** A page of the projects that a viewer sees, last updated first. */
export async function listVisibleProjects(db: Database, viewer: Viewer, page: Page): Promise<Project[]> {
  return await readRows<Project>(
    db,
    `select p.id, p.name, p.description, p.visibility, p.updated_at as "updatedAt",
            (select count(*)::int from templates t
             where t.project_id = p.id and (t.account_id = :accountId or t.visibility = 'SHARED')
               and t.version_id is not null
            ) as "templateCount"
     from projects p
     where p.workspace_id = :workspaceId and (p.account_id = :accountId or p.visibility = 'SHARED')
     order by p.updated_at desc, p.id
     limit :limit offset :offset`,
    { workspaceId: viewer.workspaceId, accountId: viewer.accountId, limit: page.limit, offset: page.offset },
  );
}

/** A project that a viewer sees, or null. */
export async function findVisibleProject(
  db: Database,
  viewer: Viewer,
  projectId: string,
): Promise<{ readonly id: string; readonly name: string; readonly visibility: Visibility } | null> {
  const [project] = await readRows<{ id: string; name: string; visibility: Visibility }>(
    db,
    `select id, name, visibility from projects
     where id = :projectId and workspace_id = :workspaceId
       and (account_id = :accountId or visibility = 'SHARED')`,
    { projectId, workspaceId: viewer.workspaceId, accountId: viewer.accountId },
  );
  return project ?? null;
}

/** A project of any visibility, as the command line shows it. */
export interface ProjectSummary {
  readonly projectId: string;
  readonly name: string;
  readonly description: string;
  readonly visibility: Visibility;
  readonly accountId: string;
  /** All published templates in it. */
  readonly templateCount: number;
}

/** A project, or null. */
export async function findProject(db: Database, projectId: string): Promise<ProjectSummary | null> {
  const [project] = await queryRows<ProjectSummary>(
    db,
    `select p.id as "projectId", p.name, p.description, p.visibility, p.account_id as "accountId",
            (select count(*)::int from templates t
             where t.project_id = p.id and t.version_id is not null) as "templateCount"
     from projects p where p.id = :projectId`,
    { projectId },
  );
  return project ?? null;
}

/** Renames a project. False if there is no such project. */
export async function renameProject(db: Database, projectId: string, name: string): Promise<boolean> {
  const renamed = await queryRows(
    db,
    'update projects set name = :name, updated_at = now() where id = :projectId returning id',
    { projectId, name },
  );
  return renamed.length > 0;
}

/**
 * Deletes a project with all templates in it, published or not; jobs in progress go on with their versions,
 * and share links stay. Returns how many templates it had, or null if there is no such project.
 */
export async function deleteProject(db: Database, projectId: string): Promise<number | null> {
  return await db.transaction(async (transaction) => {
    // Locked, so that no template is added to it meanwhile.
    const locked = await queryRows(transaction, 'select from projects where id = :projectId for update', {
      projectId,
    });
    if (locked.length === 0) return null;
    const { count } = await queryRow<{ count: number }>(
      transaction,
      'select cast(count(*) as integer) as count from templates where project_id = :projectId',
      { projectId },
    );
    await queryRows(transaction, 'delete from projects where id = :projectId', { projectId });
    return count;
  });
}

/** Creates a project of an account and returns its id. Null if there is no such account. */
export async function createProject(
  db: Database,
  project: {
    readonly accountId: string;
    readonly name: string;
    readonly description: string;
    readonly visibility: Visibility;
  },
  admit?: Admit,
): Promise<string | null> {
  return await db.transaction(async (transaction) => {
    const [created] = await queryRows<{ id: string; workspaceId: string }>(
      transaction,
      `insert into projects (workspace_id, account_id, name, description, visibility)
       select workspace_id, id, :name, :description, :visibility from accounts
       where id = :accountId and removed_at is null
       returning id, workspace_id as "workspaceId"`,
      {
        accountId: project.accountId,
        name: project.name,
        description: project.description,
        visibility: project.visibility,
      },
    );
    if (created === undefined) return null;
    await admit?.(transaction, created.workspaceId);
    return created.id;
  });
}
