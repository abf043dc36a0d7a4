import { copyTemplate } from '../../store/authoring/new-templates.ts';
import {
  changeTemplate,
  findAppTemplate,
  searchTemplates,
  type AppTemplate,
  type TemplateChange,
  type TemplateSearch,
} from '../../store/authoring/templates.ts';
import type { ExampleValues } from '../../store/authoring/examples.ts';
import { readWorkingCopy } from '../../store/authoring/working-copies.ts';
import { findVersion } from '../../store/authoring/versions.ts';
import type { Database } from '../../store/database.ts';
import type { Viewer, Visibility } from '../../store/projects.ts';
import { deleteTemplate as removeTemplate } from '../../store/templates.ts';
import { toPage, toRange, type PageOf, type PageRequest } from '../pagination.ts';
import { problems } from '../problems/catalogue.ts';
import { requireRoom } from '../quota/stored-data.ts';
import { studioProblems } from '../problems/studio-problems.ts';
import { readExample } from './drafts.ts';
import type { AuthoringParts } from './parts.ts';
import { requireProject } from './projects.ts';

/** A template with its variables as its document has them. */
export type TemplateWithVariables = AppTemplate & { readonly variables: unknown };

/** A template with the example values that fit its published version, or else its draft. */
export type TemplateWithExample = TemplateWithVariables & { readonly example: ExampleValues };

/** Names have as many characters at most. */
const maxName = 200;

/** A page of the templates that an account sees, published or not. */
export async function listTemplates(
  { db }: AuthoringParts,
  viewer: Viewer,
  { page, size, ...search }: PageRequest & TemplateSearch,
): Promise<PageOf<AppTemplate>> {
  const { entries, total } = await searchTemplates(db, viewer, search, toRange({ page, size }));
  return toPage(entries, total, { page, size });
}

/**
 * A template that an account sees.
 *
 * @throws Problem TEMPLATE_NOT_FOUND
 */
export async function getTemplate(
  { db }: Pick<AuthoringParts, 'db'>,
  viewer: Viewer,
  templateId: string,
): Promise<TemplateWithExample> {
  return await describeTemplate(db, viewer, templateId);
}

/**
 * Renames, describes, shares or unshares a template. Everybody who sees it may rename it.
 *
 * @throws Problem TEMPLATE_NOT_FOUND, TEMPLATE_NOT_OWNED
 */
export async function updateTemplate(
  { db }: AuthoringParts,
  viewer: Viewer,
  templateId: string,
  change: Omit<TemplateChange, 'projectId'>,
): Promise<TemplateWithExample> {
  const { visibility, owner } = await requireTemplate(db, viewer, templateId);
  const isShared = change.visibility !== undefined && change.visibility !== visibility;
  if (isShared && owner.id !== viewer.accountId) throw studioProblems.templateNotOwned();
  await changeTemplate(db, viewer, templateId, change);
  return await describeTemplate(db, viewer, templateId);
}

/**
 * Moves a template of the account to another project that it sees. Who sees the template stays as it was.
 *
 * @throws Problem TEMPLATE_NOT_FOUND, TEMPLATE_NOT_OWNED, PROJECT_NOT_FOUND
 */
export async function moveTemplate(
  { db }: AuthoringParts,
  viewer: Viewer,
  templateId: string,
  projectId: string,
): Promise<TemplateWithExample> {
  await requireOwnTemplate(db, viewer, templateId);
  await requireProject(db, viewer, projectId);
  await changeTemplate(db, viewer, templateId, { projectId });
  return await describeTemplate(db, viewer, templateId);
}

/**
 * Deletes a template of the account.
 *
 * @throws Problem TEMPLATE_NOT_FOUND, TEMPLATE_NOT_OWNED
 */
export async function deleteTemplate(
  { db }: AuthoringParts,
  viewer: Viewer,
  templateId: string,
): Promise<void> {
  await requireOwnTemplate(db, viewer, templateId);
  if (!(await removeTemplate(db, templateId))) throw problems.templateNotFound(templateId);
}

/**
 * Copies a template with its draft and its published version, for the account.
 *
 * @throws Problem TEMPLATE_NOT_FOUND, PROJECT_NOT_FOUND, STORAGE_LIMIT_REACHED
 */
export async function duplicateTemplate(
  { db, plans }: AuthoringParts,
  viewer: Viewer,
  templateId: string,
  {
    name,
    projectId,
    visibility,
  }: {
    readonly name?: string | undefined;
    readonly projectId?: string | undefined;
    /** Undefined: that of the project. */
    readonly visibility?: Visibility | undefined;
  },
): Promise<TemplateWithExample> {
  const original = await requireTemplate(db, viewer, templateId);
  const target = projectId ?? original.projectId;
  // A shared template may be in a project that the account does not see.
  await requireProject(db, viewer, target);
  const copy = {
    viewer,
    projectId: target,
    name: name ?? `${original.name.slice(0, maxName - ' copy'.length).toWellFormed()} copy`,
    isNameGiven: name !== undefined,
    visibility,
  };
  const copyId = await copyTemplate(db, templateId, copy, (transaction, workspaceId) =>
    requireRoom(transaction, { plans, workspaceId }, ['templates', 'bytes']),
  );
  if (copyId === null) throw problems.templateNotFound(templateId);
  return await describeTemplate(db, viewer, copyId);
}

/**
 * A template that an account sees, with its example values.
 *
 * @throws Problem TEMPLATE_NOT_FOUND
 */
export async function describeTemplate(
  db: Database,
  viewer: Viewer,
  templateId: string,
): Promise<TemplateWithExample> {
  const template = await requireTemplate(db, viewer, templateId);
  return { ...template, example: await findExample(db, viewer, template) };
}

async function findExample(
  db: Database,
  viewer: Viewer,
  { id: templateId, version, draft }: AppTemplate,
): Promise<ExampleValues> {
  // The check of values needs a valid document.
  if (version === null && draft?.problemCount !== 0) return {};
  const shown =
    version === null
      ? await readWorkingCopy(db, viewer, templateId)
      : await findVersion(db, templateId, version);
  return shown === null ? {} : await readExample(db, viewer, { ...shown, templateId });
}

/**
 * A template that an account sees.
 *
 * @throws Problem TEMPLATE_NOT_FOUND
 */
export async function requireTemplate(
  db: Database,
  viewer: Viewer,
  templateId: string,
): Promise<TemplateWithVariables> {
  const template = await findAppTemplate(db, viewer, templateId);
  if (template === null) throw problems.templateNotFound(templateId);
  return template;
}

async function requireOwnTemplate(db: Database, viewer: Viewer, templateId: string): Promise<void> {
  const { owner } = await requireTemplate(db, viewer, templateId);
  if (owner.id !== viewer.accountId) throw studioProblems.templateNotOwned();
}
