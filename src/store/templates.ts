/**
 * Templates as the API knows them: those with a published version. A shared template can be read by its id
 * even if its project is private and belongs to another member.
 */
import type { TemplateDocument } from '../../generated/template.ts';
import { queryRow, queryRows, type Database } from './database.ts';
import { newVisibility, type Page, type Viewer, type Visibility } from './projects.ts';
import { storeExampleValues, type ExampleValues } from './authoring/examples.ts';
import { filesOfVersion, publishVersion, type TemplateFile } from './authoring/versions.ts';
import { readPrepared, readRows } from './lost-connection.ts';
import { readDocument } from './read-document.ts';
import type { Admit } from './stored-data.ts';
import { recordImportedFolder } from './template-folders.ts';

export interface TemplateListItem {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly projectId: string;
  readonly visibility: Visibility;
  readonly updatedAt: Date;
  /** The number of the current version. Each publication makes one; the first is 1. */
  readonly version: number;
}

export interface Template extends Omit<TemplateListItem, 'version'> {
  readonly createdAt: Date;
  /** The current version. */
  readonly versionId: string;
}

/** Immutable, so it can be cached without limit of time. */
export interface TemplateVersion {
  readonly number: number;
  readonly document: TemplateDocument;
  readonly files: readonly TemplateFile[];
}

const listColumns = `t.id, t.name, t.description, t.project_id as "projectId", t.visibility,
  t.updated_at as "updatedAt"`;

/** SQL: whether a member may see the template `t`. The arguments are SQL, too. */
export function visibleTo(workspaceId: string, accountId: string): string {
  return `t.workspace_id = ${workspaceId} and (t.account_id = ${accountId} or t.visibility = 'SHARED')`;
}

const visibleToViewer = visibleTo(':workspaceId', ':accountId');

/** A page of the templates of a project that a viewer sees, last updated first. */
export async function listVisibleTemplates(
  db: Database,
  viewer: Viewer,
  projectId: string,
  page: Page,
): Promise<TemplateListItem[]> {
  return await readRows<TemplateListItem>(
    db,
    `select ${listColumns}, v.number as version
     from templates t join template_versions v on v.id = t.version_id
     where t.project_id = :projectId and ${visibleToViewer}
     order by t.updated_at desc, t.id
     limit :limit offset :offset`,
    {
      projectId,
      workspaceId: viewer.workspaceId,
      accountId: viewer.accountId,
      limit: page.limit,
      offset: page.offset,
    },
  );
}

/** A template that a viewer sees, or null. */
export async function findVisibleTemplate(
  db: Database,
  viewer: Viewer,
  templateId: string,
): Promise<Template | null> {
  const [template] = await readPrepared<Template>(
    db,
    `select ${listColumns}, t.created_at as "createdAt", t.version_id as "versionId" from templates t
     where t.id = :templateId and ${visibleToViewer} and t.version_id is not null`,
    { templateId, workspaceId: viewer.workspaceId, accountId: viewer.accountId },
  );
  return template ?? null;
}

/** Whether a viewer sees a template, also one that was never published. */
export async function isVisibleTemplate(db: Database, viewer: Viewer, templateId: string): Promise<boolean> {
  const { workspaceId, accountId } = viewer;
  const found = await readRows(
    db,
    `select from templates t where t.id = :templateId and ${visibleToViewer}`,
    { templateId, workspaceId, accountId },
  );
  return found.length > 0;
}

/** The names of templates that a viewer sees, by id. Drafts have names, too. */
export async function nameTemplates(
  db: Database,
  { workspaceId, accountId }: Viewer,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const found = await readRows<{ id: string; name: string }>(
    db,
    `select t.id, t.name from templates t where t.id = any(cast(:ids as uuid[])) and ${visibleToViewer}`,
    { ids, workspaceId, accountId },
  );
  return new Map(found.map(({ id, name }) => [id, name]));
}

/** All published templates of a project, last updated first. */
export async function listTemplates(db: Database, projectId: string): Promise<TemplateListItem[]> {
  return await queryRows<TemplateListItem>(
    db,
    `select ${listColumns}, v.number as version
     from templates t join template_versions v on v.id = t.version_id
     where t.project_id = :projectId
     order by t.updated_at desc, t.id`,
    { projectId },
  );
}

/** A published template of any visibility, or null. */
export async function findTemplate(
  db: Database,
  templateId: string,
): Promise<(Template & TemplateListItem & { readonly accountId: string }) | null> {
  const [template] = await queryRows<Template & TemplateListItem & { readonly accountId: string }>(
    db,
    `select ${listColumns}, t.created_at as "createdAt", t.version_id as "versionId",
            t.account_id as "accountId", v.number as version
     from templates t join template_versions v on v.id = t.version_id
     where t.id = :templateId`,
    { templateId },
  );
  return template ?? null;
}

/** The owner of a template, or null. */
export async function findTemplateOwner(db: Database, templateId: string): Promise<Viewer | null> {
  const [owner] = await queryRows<Viewer>(
    db,
    `select workspace_id as "workspaceId", account_id as "accountId" from templates where id = :templateId`,
    { templateId },
  );
  return owner ?? null;
}

/** A version's document and files, or null if it was removed. */
export async function readVersion(db: Database, versionId: string): Promise<TemplateVersion | null> {
  const [found] = await readRows<
    Omit<TemplateVersion, 'document'> & {
      readonly document: string;
      /** Null: the template was deleted since. */
      readonly workspaceId: string | null;
    }
  >(
    db,
    `select v.number, cast(v.document as text) as document, ${filesOfVersion('v.id')} as files,
            t.workspace_id as "workspaceId"
     from template_versions v left join templates t on t.id = v.template_id where v.id = :versionId`,
    { versionId },
  );
  if (found === undefined) return null;
  const { workspaceId, ...version } = found;
  return { ...version, document: await readDocument(workspaceId ?? versionId, version.document) };
}

/** What an import stores. */
export interface TemplateContent {
  readonly viewer: Viewer;
  readonly projectId: string;
  readonly document: TemplateDocument;
  /** `recordBlobs` has recorded their blobs before. */
  readonly files: readonly Omit<TemplateFile, 'bytes'>[];
  /** Example values that come with it; null: those that the template has stay. */
  readonly example?: ExampleValues | null;
  /** Undefined: the project's for a new template, unchanged for an existing one. */
  readonly visibility: Visibility | undefined;
  /** The sub-folder of TEMPLATES_DIR that it is from, with the SHA-256 of its files in hex. */
  readonly origin?: { readonly folder: string; readonly contentHash: string } | undefined;
}

/** Stores a new template with its first version in one transaction and returns its id. */
export async function createTemplate(db: Database, content: TemplateContent, admit?: Admit): Promise<string> {
  return await db.transaction(async (transaction) => {
    const { templateId } = await queryRow<{ templateId: string }>(
      transaction,
      `insert into templates (workspace_id, account_id, project_id, name, visibility)
       values (:workspaceId, :accountId, :projectId, :name, ${newVisibility})
       returning id as "templateId"`,
      { ...bindPlace(content), name: content.document.name, visibility: content.visibility ?? null },
    );
    await publish(transaction, templateId, content);
    await admit?.(transaction, content.viewer.workspaceId);
    return templateId;
  });
}

/**
 * Publishes a new version of a template in one transaction. Renders in progress keep the version they started
 * with, and a draft stays. Returns who sees it; null if the viewer owns no such published template.
 */
export async function replaceTemplate(
  db: Database,
  templateId: string,
  content: TemplateContent,
  admit?: Admit,
): Promise<Visibility | null> {
  return await db.transaction(async (transaction) => {
    const [replaced] = await queryRows<{ visibility: Visibility }>(
      transaction,
      `update templates set project_id = :projectId, visibility = coalesce(:visibility, visibility)
       where id = :templateId and workspace_id = :workspaceId and account_id = :accountId
         and version_id is not null
       returning visibility`,
      { ...bindPlace(content), templateId, visibility: content.visibility ?? null },
    );
    if (replaced === undefined) return null;
    await publish(transaction, templateId, content);
    await admit?.(transaction, content.viewer.workspaceId);
    return replaced.visibility;
  });
}

/**
 * Deletes a template, published or not. A sweep removes its versions once nothing needs them. False if there
 * is no such template.
 */
export async function deleteTemplate(db: Database, templateId: string): Promise<boolean> {
  const deleted = await queryRows(db, 'delete from templates where id = :templateId returning id', {
    templateId,
  });
  return deleted.length > 0;
}

function bindPlace({ viewer, projectId }: TemplateContent): Record<string, string> {
  return { workspaceId: viewer.workspaceId, accountId: viewer.accountId, projectId };
}

/** The import comes from outside the app, where nobody is signed in. */
async function publish(transaction: Database, templateId: string, content: TemplateContent): Promise<void> {
  await publishVersion(transaction, templateId, { ...content, publishedBy: null });
  const { example } = content;
  if (example != null) await storeExampleValues(transaction, templateId, example);
  await recordOrigin(transaction, templateId, content);
}

async function recordOrigin(
  transaction: Database,
  templateId: string,
  { viewer: { accountId }, projectId, origin }: TemplateContent,
): Promise<void> {
  if (origin === undefined) return;
  await recordImportedFolder(transaction, { accountId, projectId, templateId, ...origin });
}
