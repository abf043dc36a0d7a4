import {
  changeProject,
  findAppProject,
  removeProject,
  searchProjects,
  type AppProject,
  type ProjectChange,
} from '../../store/authoring/projects.ts';
import type { Database } from '../../store/database.ts';
import { createProject as storeProject, type Viewer, type Visibility } from '../../store/projects.ts';
import { toPage, toRange, type PageOf, type PageRequest } from '../pagination.ts';
import { problems } from '../problems/catalogue.ts';
import { requireRoom } from '../quota/stored-data.ts';
import { studioProblems } from '../problems/studio-problems.ts';
import type { AuthoringParts } from './parts.ts';

/** A page of the projects that an account sees, last updated first. */
export async function listProjects(
  { db }: AuthoringParts,
  viewer: Viewer,
  { search, ...page }: PageRequest & { readonly search?: string | undefined },
): Promise<PageOf<AppProject>> {
  const { entries, total } = await searchProjects(db, viewer, search, toRange(page));
  return toPage(entries, total, page);
}

/**
 * Creates a project of an account.
 *
 * @throws Problem STORAGE_LIMIT_REACHED
 */
export async function createProject(
  { db, plans }: Pick<AuthoringParts, 'db' | 'plans'>,
  viewer: Viewer,
  project: { readonly name: string; readonly description: string; readonly visibility: Visibility },
): Promise<AppProject> {
  const { accountId } = viewer;
  const projectId = await addProject({ db, plans }, { accountId, ...project });
  // The account was removed just now, and its session with it.
  if (projectId === null) throw studioProblems.unauthenticated();
  return await requireProject(db, viewer, projectId);
}

/**
 * Adds a project of an account, for any path. Null: there is no such account.
 *
 * @throws Problem STORAGE_LIMIT_REACHED
 */
export async function addProject(
  { db, plans }: Pick<AuthoringParts, 'db' | 'plans'>,
  project: Parameters<typeof storeProject>[1],
): Promise<string | null> {
  return await storeProject(db, project, (transaction, workspaceId) =>
    requireRoom(transaction, { plans, workspaceId }, ['projects']),
  );
}

/**
 * Changes a project of the account.
 *
 * @throws Problem PROJECT_NOT_FOUND, PROJECT_NOT_OWNED
 */
export async function updateProject(
  { db }: AuthoringParts,
  viewer: Viewer,
  projectId: string,
  change: ProjectChange,
): Promise<AppProject> {
  await requireOwnProject(db, viewer, projectId);
  if (!(await changeProject(db, viewer, projectId, change))) throw problems.projectNotFound(projectId);
  return await requireProject(db, viewer, projectId);
}

/**
 * Deletes a project of the account with its templates.
 *
 * @throws Problem PROJECT_NOT_FOUND, PROJECT_NOT_OWNED, PROJECT_HOLDS_OTHERS_TEMPLATES
 */
export async function deleteProject(
  { db }: AuthoringParts,
  viewer: Viewer,
  projectId: string,
): Promise<void> {
  await requireOwnProject(db, viewer, projectId);
  const outcome = await removeProject(db, viewer, projectId);
  if (outcome === 'unknown') throw problems.projectNotFound(projectId);
  if (outcome === 'holds-others-templates') throw studioProblems.projectHoldsOthersTemplates();
}

/**
 * A project that an account sees.
 *
 * @throws Problem PROJECT_NOT_FOUND
 */
export async function requireProject(db: Database, viewer: Viewer, projectId: string): Promise<AppProject> {
  const project = await findAppProject(db, viewer, projectId);
  if (project === null) throw problems.projectNotFound(projectId);
  return project;
}

async function requireOwnProject(db: Database, viewer: Viewer, projectId: string): Promise<void> {
  const { owner } = await requireProject(db, viewer, projectId);
  if (owner.id !== viewer.accountId) throw studioProblems.projectNotOwned();
}
