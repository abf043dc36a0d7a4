/** Templates as the app knows them: published or not, with their drafts. */
import { randomUUID } from 'node:crypto';
import { queryRow, queryRows, type Database } from '../database.ts';
import { readRows } from '../lost-connection.ts';
import type { Page, Viewer, Visibility } from '../projects.ts';
import { visibleTo } from '../templates.ts';
import { insertDraft, type NewDraft } from './drafts.ts';
import { matchesSearch, searchPattern } from './search.ts';
import { pageOf, personOf, type Person } from './versions.ts';

export interface AppTemplate {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly projectId: string;
  /** Empty where the viewer does not see the project. */
  readonly projectName: string;
  readonly visibility: Visibility;
  readonly owner: Person;
  /** The number of the published version; null without one. */
  readonly version: number | null;
  readonly publishedAt: Date | null;
  /** The parts of the published document, or else of the draft, that describe the page. */
  readonly page: Readonly<Record<string, unknown>>;
  readonly draft: {
    readonly revision: number;
    readonly savedAt: string;
    readonly savedBy: Person | null;
    readonly problemCount: number;
  } | null;
  readonly createdAt: Date;
  /** Also of its draft. */
  readonly editedAt: Date;
}

const isVisible = visibleTo(':workspaceId', ':accountId');

const columns = `t.id, t.name, t.description, t.project_id as "projectId",
  case when p.account_id = :accountId or p.visibility = 'SHARED' then p.name else '' end as "projectName",
  t.visibility, ${personOf('owner')} as owner, v.number as version, v.created_at as "publishedAt",
  case when v.id is null then ${pageOf('d.document')} else ${pageOf('v.document')} end as page,
  case when d.template_id is not null then jsonb_build_object(
    'revision', d.revision, 'savedAt', d.saved_at, 'savedBy', ${personOf('saver')},
    'problemCount', d.problem_count
  ) end as draft,
  t.created_at as "createdAt", t.edited_at as "editedAt"`;

const joins = `join projects p on p.id = t.project_id
  join accounts owner on owner.id = t.account_id
  left join template_versions v on v.id = t.version_id
  left join template_drafts d on d.template_id = t.id
  left join accounts saver on saver.id = d.saved_by`;

/** What to look for. */
export interface TemplateSearch {
  readonly projectId?: string | undefined;
  readonly search?: string | undefined;
  /** Default: UPDATED. */
  readonly sort?: TemplateOrder | undefined;
}

/** How templates are sorted: last edited first, newest first, or by name. */
export type TemplateOrder = 'UPDATED' | 'CREATED' | 'NAME';

const orders: Readonly<Record<TemplateOrder, string>> = {
  UPDATED: 't.edited_at desc, t.id',
  CREATED: 't.created_at desc, t.id',
  NAME: 'lower(t.name), t.id',
};

/** A page of the templates that a viewer sees, and how many there are in all. */
export async function searchTemplates(
  db: Database,
  { workspaceId, accountId }: Viewer,
  { projectId, search, sort = 'UPDATED' }: TemplateSearch,
  { limit, offset }: Page,
): Promise<{ readonly entries: AppTemplate[]; readonly total: number }> {
  const bindings = { workspaceId, accountId, projectId: projectId ?? null, search: searchPattern(search) };
  const matching = `from templates t
    where ${isVisible} and (cast(:projectId as uuid) is null or t.project_id = :projectId)
      and ${matchesSearch('t')}`;
  const [entries, [count]] = await Promise.all([
    readRows<AppTemplate>(
      db,
      // Documents are read only for the entries of the page.
      `select ${columns}
       from (select t.* ${matching} order by ${orders[sort]} limit :limit offset :offset) t ${joins}
       order by ${orders[sort]}`,
      { ...bindings, limit, offset },
    ),
    readRows<{ total: number }>(db, `select cast(count(*) as integer) as total ${matching}`, bindings),
  ]);
  return { entries, total: count?.total ?? 0 };
}

/** A template that a viewer sees, with its variables as its document has them; or null. */
export async function findAppTemplate(
  db: Database,
  { workspaceId, accountId }: Viewer,
  templateId: string,
): Promise<(AppTemplate & { readonly variables: unknown }) | null> {
  const [template] = await readRows<AppTemplate & { readonly variables: unknown }>(
    db,
    `select ${columns},
            case when v.id is null then d.document->'variables' else cast(v.document->'variables' as json) end
              as variables
     from templates t ${joins}
     where t.id = :templateId and ${isVisible}`,
    { templateId, workspaceId, accountId },
  );
  return template ?? null;
}

/** What of a template changes; undefined: nothing. */
export interface TemplateChange {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly visibility?: Visibility | undefined;
  readonly projectId?: string | undefined;
}

/** Changes a template that a viewer sees. */
export async function changeTemplate(
  db: Database,
  { workspaceId, accountId }: Viewer,
  templateId: string,
  { name, description, visibility, projectId }: TemplateChange,
): Promise<void> {
  await queryRows(
    db,
    `update templates t
     set name = coalesce(:name, name), description = coalesce(:description, description),
         visibility = coalesce(:visibility, visibility), project_id = coalesce(:projectId, project_id),
         updated_at = now(), edited_at = now()
     where t.id = :templateId and ${isVisible}`,
    {
      templateId,
      workspaceId,
      accountId,
      name: name ?? null,
      description: description ?? null,
      visibility: visibility ?? null,
      projectId: projectId ?? null,
    },
  );
}

/** A template that was never published. */
export interface NewTemplate {
  readonly viewer: Viewer;
  readonly projectId: string;
  /** Another name is found if the project has a template of this name; see `freeName`. */
  readonly name: string;
  readonly isNameGiven: boolean;
  readonly description: string;
  readonly draft: Omit<NewDraft, 'savedBy' | 'isBaseDocument' | 'baseVersion'>;
}

/** Adds a private template with a draft, in one transaction. Returns its id. */
export async function createDraftTemplate(
  db: Database,
  { viewer, projectId, name, isNameGiven, description, draft }: NewTemplate,
): Promise<string> {
  return await db.transaction(async (transaction) => {
    const templateId = await insertTemplate(transaction, {
      viewer,
      projectId,
      name: isNameGiven ? name : await freeName(transaction, projectId, name),
      description,
    });
    const { accountId: savedBy } = viewer;
    await insertDraft(transaction, templateId, {
      ...draft,
      savedBy,
      isBaseDocument: false,
      baseVersion: null,
    });
    return templateId;
  });
}

async function insertTemplate(
  transaction: Database,
  template: {
    readonly viewer: Viewer;
    readonly projectId: string;
    readonly name: string;
    readonly description: string;
  },
): Promise<string> {
  const { viewer, projectId, name, description } = template;
  const templateId = randomUUID();
  await queryRows(
    transaction,
    `insert into templates (id, workspace_id, account_id, project_id, name, description, visibility)
     values (:templateId, :workspaceId, :accountId, :projectId, :name, :description, 'PRIVATE')`,
    {
      templateId,
      workspaceId: viewer.workspaceId,
      accountId: viewer.accountId,
      projectId,
      name,
      description,
    },
  );
  return templateId;
}

/** Names have at most so many characters, also with a number. */
const maxName = 200;

/** A name that no template of the project has: `name` itself, or with the first free number from 2 on. */
async function freeName(transaction: Database, projectId: string, name: string): Promise<string> {
  const withNumber = (number: number) => {
    const suffix = number === 1 ? '' : ` ${number}`;
    return name.slice(0, maxName - suffix.length).toWellFormed() + suffix;
  };
  const taken = await queryRows<{ name: string }>(
    transaction,
    `select name from templates where project_id = :projectId and starts_with(name, :start)`,
    { projectId, start: name.slice(0, maxName - 10).toWellFormed() },
  );
  const names = new Set(taken.map((each) => each.name));
  for (let number = 1; ; number += 1) {
    const candidate = withNumber(number);
    if (!names.has(candidate)) return candidate;
  }
}

/** A copy of a template. */
export interface TemplateCopy {
  readonly viewer: Viewer;
  readonly projectId: string;
  readonly name: string;
  readonly isNameGiven: boolean;
}

/**
 * Copies a template that the viewer sees: its published version, as number 1, and its draft, with their
 * files. The copy is private. Returns its id; null if there is no such template.
 */
export async function copyTemplate(
  db: Database,
  templateId: string,
  { viewer, projectId, name, isNameGiven }: TemplateCopy,
): Promise<string | null> {
  return await db.transaction(async (transaction) => {
    const { workspaceId, accountId } = viewer;
    // Draft and version stay as they are until the copy is committed.
    const [original] = await queryRows<{ description: string; versionId: string | null }>(
      transaction,
      `select t.description, t.version_id as "versionId" from templates t
       where t.id = :templateId and ${isVisible} for share`,
      { templateId, workspaceId, accountId },
    );
    if (original === undefined) return null;
    const copyId = await insertTemplate(transaction, {
      viewer,
      projectId,
      name: isNameGiven ? name : await freeName(transaction, projectId, name),
      description: original.description,
    });
    if (original.versionId !== null)
      await copyVersion(transaction, original.versionId, { templateId: copyId, accountId });
    await copyDraft(transaction, templateId, { templateId: copyId, accountId });
    return copyId;
  });
}

async function copyVersion(
  transaction: Database,
  originalId: string,
  { templateId, accountId }: { readonly templateId: string; readonly accountId: string },
): Promise<void> {
  const { versionId } = await queryRow<{ versionId: string }>(
    transaction,
    `insert into template_versions (template_id, document, source, published_by, thumbnail_hash)
     select :templateId, document, source, :accountId, thumbnail_hash
     from template_versions where id = :originalId
     returning id as "versionId"`,
    { originalId, templateId, accountId },
  );
  await queryRows(
    transaction,
    `insert into template_files (version_id, path, hash, media_type)
     select :versionId, path, hash, media_type from template_files where version_id = :originalId`,
    { originalId, versionId },
  );
  await queryRows(transaction, 'update templates set version_id = :versionId where id = :templateId', {
    versionId,
    templateId,
  });
}

async function copyDraft(
  transaction: Database,
  originalId: string,
  { templateId, accountId }: { readonly templateId: string; readonly accountId: string },
): Promise<void> {
  const copied = await queryRows(
    transaction,
    // The copied version has number 1, and is the base of the draft only if it was that before.
    `insert into template_drafts (
       template_id, document, revision, is_base_document, saved_by, base_version, base_name,
       base_description, problem_count
     )
     select :templateId, d.document, 1, false, :accountId, case when v.number = d.base_version then 1 end,
            d.base_name, d.base_description, d.problem_count
     from template_drafts d join templates t on t.id = d.template_id
       left join template_versions v on v.id = t.version_id
     where d.template_id = :originalId
     returning template_id`,
    { originalId, templateId, accountId },
  );
  if (copied.length === 0) return;
  await queryRows(transaction, 'update templates set draft_revision = 1 where id = :templateId', {
    templateId,
  });
  await queryRows(
    transaction,
    `insert into template_draft_files (template_id, path, hash, media_type)
     select :templateId, path, hash, media_type from template_draft_files where template_id = :originalId`,
    { originalId, templateId },
  );
}
