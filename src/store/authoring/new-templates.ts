/** New templates of the app: with a draft, and copies of others. */
import { randomUUID } from 'node:crypto';
import { queryRow, queryRows, type Database } from '../database.ts';
import { newVisibility, type Viewer, type Visibility } from '../projects.ts';
import type { Admit } from '../stored-data.ts';
import { visibleTo } from '../templates.ts';
import { emitPublished } from '../webhooks/published.ts';
import { copyDesignSettings } from './design-settings.ts';
import { copyExampleValues, storeExampleValues, type ExampleValues } from './examples.ts';
import { insertDraft, type NewDraft } from './drafts.ts';

/** A template that was never published. */
export interface NewTemplate {
  readonly viewer: Viewer;
  readonly projectId: string;
  /** Another name is found if the project has a template of this name; see `freeName`. */
  readonly name: string;
  readonly isNameGiven: boolean;
  readonly description: string;
  /** Undefined: that of the project. */
  readonly visibility: Visibility | undefined;
  readonly draft: Omit<NewDraft, 'savedBy' | 'isBaseDocument' | 'baseVersion'>;
  /** Example values that come with it; null: none. */
  readonly example: ExampleValues | null;
}

/** Adds a template with a draft, in one transaction. Returns its id. */
export async function createDraftTemplate(
  db: Database,
  { viewer, projectId, name, isNameGiven, description, visibility, draft, example }: NewTemplate,
  admit: Admit,
): Promise<string> {
  return await db.transaction(async (transaction) => {
    const templateId = await insertTemplate(transaction, {
      viewer,
      projectId,
      name: isNameGiven ? name : await freeName(transaction, projectId, name),
      description,
      visibility,
    });
    const { accountId: savedBy } = viewer;
    await insertDraft(transaction, templateId, {
      ...draft,
      savedBy,
      isBaseDocument: false,
      baseVersion: null,
    });
    if (example !== null) await storeExampleValues(transaction, templateId, example);
    await admit(transaction, viewer.workspaceId);
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
    readonly visibility: Visibility | undefined;
  },
): Promise<string> {
  const { viewer, projectId, name, description, visibility } = template;
  const templateId = randomUUID();
  await queryRows(
    transaction,
    `insert into templates (id, workspace_id, account_id, project_id, name, description, visibility)
     values (:templateId, :workspaceId, :accountId, :projectId, :name, :description, ${newVisibility})`,
    {
      templateId,
      workspaceId: viewer.workspaceId,
      accountId: viewer.accountId,
      projectId,
      name,
      description,
      visibility: visibility ?? null,
    },
  );
  return templateId;
}

/** The length of a name with its number, in characters. */
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
  /** Undefined: that of the project. */
  readonly visibility: Visibility | undefined;
}

/**
 * Copies a template that the viewer sees: its published version, as number 1, and its draft, with their
 * files, and the settings of the designer. Returns its id; null if there is no such template.
 */
export async function copyTemplate(
  db: Database,
  templateId: string,
  { viewer, projectId, name, isNameGiven, visibility }: TemplateCopy,
  admit?: Admit,
): Promise<string | null> {
  return await db.transaction(async (transaction) => {
    const { workspaceId, accountId } = viewer;
    // Draft and version stay as they are until the copy is committed.
    const [original] = await queryRows<{ description: string; versionId: string | null }>(
      transaction,
      `select t.description, t.version_id as "versionId" from templates t
       where t.id = :templateId and ${visibleTo(':workspaceId', ':accountId')} for share`,
      { templateId, workspaceId, accountId },
    );
    if (original === undefined) return null;
    const copyId = await insertTemplate(transaction, {
      viewer,
      projectId,
      name: isNameGiven ? name : await freeName(transaction, projectId, name),
      description: original.description,
      visibility,
    });
    if (original.versionId !== null)
      await copyVersion(transaction, original.versionId, { templateId: copyId, accountId });
    await copyDraft(transaction, templateId, { templateId: copyId, accountId });
    await copyExampleValues(transaction, templateId, copyId);
    await copyDesignSettings(transaction, templateId, { templateId: copyId, accountId });
    await admit?.(transaction, workspaceId);
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
    `insert into template_versions (template_id, document, source, published_by, thumbnail_hash,
                                    thumbnail_example)
     select :templateId, document, source, :accountId, thumbnail_hash, thumbnail_example
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
  await emitPublished(transaction, templateId);
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
