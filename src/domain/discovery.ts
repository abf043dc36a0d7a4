import type { Database } from '../store/database.ts';
import type { Caller } from '../store/callers.ts';
import { findVisibleProject, listVisibleProjects, type Project, type Viewer } from '../store/projects.ts';
import {
  findVisibleTemplate,
  listVisibleTemplates,
  type Template,
  type TemplateListItem,
  type TemplateVersion,
} from '../store/templates.ts';
import { problems } from './errors.ts';
import type { TemplateCache } from './template-cache.ts';

/** A page of a list: its number from 0, and how many entries each has. */
export interface PageRequest {
  readonly page: number;
  readonly limit: number;
}

/** The projects that a caller sees, the last updated first. */
export async function readProjects(db: Database, caller: Caller, page: PageRequest): Promise<Project[]> {
  return await listVisibleProjects(db, caller, rowsOf(page));
}

/**
 * The templates that a caller sees of a project that the caller sees.
 *
 * @throws Problem PROJECT_NOT_FOUND, whether there is no such project or only not for this caller.
 */
export async function readProjectTemplates(
  db: Database,
  caller: Caller,
  projectId: string,
  page: PageRequest,
): Promise<TemplateListItem[]> {
  const project = await findVisibleProject(db, caller, projectId);
  if (project === null) throw problems.projectNotFound(projectId);
  return await listVisibleTemplates(db, caller, projectId, rowsOf(page));
}

/**
 * A template that a caller sees, with its current version.
 *
 * @param found that template, where it has been looked for already
 * @throws Problem TEMPLATE_NOT_FOUND, whether there is no such template or only not for this caller.
 */
export async function readTemplate(
  db: Database,
  templates: TemplateCache,
  caller: Viewer,
  templateId: string,
  found?: Template | null,
): Promise<{ readonly template: Template; readonly version: TemplateVersion }> {
  const template = found === undefined ? await findVisibleTemplate(db, caller, templateId) : found;
  const version = template === null ? null : await templates.read(template.versionId);
  if (template === null || version === null) throw problems.templateNotFound(templateId);
  return { template, version };
}

function rowsOf({ page, limit }: PageRequest): { offset: number; limit: number } {
  return { offset: page * limit, limit };
}
