import { LRUCache } from 'lru-cache';
import type { TemplateDocument } from '../../../generated/template.ts';
import { minHeight } from '../../render/output-size.ts';
import type { Database } from '../../store/database.ts';
import { findVisibleProject, listVisibleProjects, type Project, type Viewer } from '../../store/projects.ts';
import {
  findVisibleTemplate,
  listVisibleTemplates,
  readVersion,
  type Template,
  type TemplateListItem,
  type TemplateVersion,
} from '../../store/templates.ts';
import { toRange, type PageRequest } from '../pagination.ts';
import { problems } from '../problems/catalogue.ts';

/** One page of the projects that a caller sees, last updated first. */
export async function readProjects(db: Database, caller: Viewer, page: PageRequest): Promise<Project[]> {
  return await listVisibleProjects(db, caller, toRange(page));
}

/**
 * One page of the templates that a caller sees in a project.
 *
 * @throws Problem PROJECT_NOT_FOUND, also if the caller may not see the project.
 */
export async function readProjectTemplates(
  db: Database,
  caller: Viewer,
  projectId: string,
  page: PageRequest,
): Promise<TemplateListItem[]> {
  const project = await findVisibleProject(db, caller, projectId);
  if (project === null) throw problems.projectNotFound(projectId);
  return await listVisibleTemplates(db, caller, projectId, toRange(page));
}

/**
 * A template that a caller sees, with its current version.
 *
 * @throws Problem TEMPLATE_NOT_FOUND, also if the caller may not see the template.
 */
export async function readTemplate(
  db: Database,
  templates: TemplateCache,
  caller: Viewer,
  templateId: string,
): Promise<{ readonly template: Template; readonly version: TemplateVersion }> {
  const template = await findVisibleTemplate(db, caller, templateId);
  const version = template === null ? null : await templates.read(template.versionId);
  if (template === null || version === null) throw problems.templateNotFound(templateId);
  return { template, version };
}

/** The size of a template's page, in its unit; the least if the page is as tall as its content. */
export function findLeastSize({ viewport }: Pick<TemplateDocument, 'viewport'>): {
  readonly width: number;
  readonly height: number;
} {
  return { width: viewport.width, height: minHeight(viewport) };
}

/** An LRU cache of template versions by id. They never change, so entries never expire. */
export interface TemplateCache {
  /** Null if the version was removed. Concurrent reads of a version share one query. */
  read(versionId: string): Promise<TemplateVersion | null>;
}

/** @param maxBytes total size of the cached documents, as JSON */
export function createTemplateCache(db: Database, maxBytes = 64 * 1024 * 1024): TemplateCache {
  const versions = new LRUCache<string, TemplateVersion>({
    maxSize: maxBytes,
    sizeCalculation: (version) => JSON.stringify(version).length,
    fetchMethod: async (versionId) => (await readVersion(db, versionId)) ?? undefined,
  });
  return { read: async (versionId) => (await versions.fetch(versionId)) ?? null };
}
