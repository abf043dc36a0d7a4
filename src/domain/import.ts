/**
 * Importing a template: checked as a whole, its files stored, then the template in one transaction. All or nothing.
 */
import { createHash } from 'node:crypto';
import type { TemplateDocument } from '../../generated/template.ts';
import { blobKey, type Storage } from '../storage/storage.ts';
import { noteBlobs } from '../store/blobs.ts';
import type { Database } from '../store/database.ts';
import { findVisibleProject, type Viewer, type Visibility } from '../store/projects.ts';
import { createTemplate, replaceTemplate, type TemplateContent } from '../store/templates.ts';
import { checkTemplate, type FileCheckLimits, type TemplateProblem } from './template-check.ts';
import { readTemplateJson, templateMediaType, type TemplateFolder } from './template-folder.ts';

export interface ImportParts {
  readonly db: Database;
  readonly storage: Storage;
  /** What its files may take; the defaults of the configuration where it is left out. */
  readonly fileLimits?: FileCheckLimits;
}

export interface ImportRequest {
  /** The account that imports, and owns the template then. */
  readonly viewer: Viewer;
  readonly projectId: string;
  /** A template of the account's own to replace; undefined makes a new one. */
  readonly templateId: string | undefined;
  /** Undefined: private where the template is new, and as it was where it is replaced. */
  readonly visibility: Visibility | undefined;
}

export type ImportResult =
  | { readonly outcome: 'imported'; readonly templateId: string }
  | { readonly outcome: 'invalid'; readonly problems: readonly TemplateProblem[] }
  /** None, or none that the account sees. */
  | { readonly outcome: 'unknown-project' }
  /** None, or none that the account owns. */
  | { readonly outcome: 'unknown-template' };

/** Imports a template into a project that the account sees. */
export async function importTemplate(
  { db, storage, fileLimits }: ImportParts,
  { viewer, projectId, templateId, visibility }: ImportRequest,
  folder: TemplateFolder,
): Promise<ImportResult> {
  if ((await findVisibleProject(db, viewer, projectId)) === null) return { outcome: 'unknown-project' };
  const checked = await checkTemplateFolder(folder, fileLimits);
  if (!checked.valid) return { outcome: 'invalid', problems: checked.problems };

  const files = [...folder.files].map(([path, bytes]) => ({
    path,
    bytes,
    hash: createHash('sha256').update(bytes).digest('hex'),
    mediaType: templateMediaType(path),
  }));
  await storeFiles({ db, storage }, files);

  const content: TemplateContent = { viewer, projectId, document: checked.document, files, visibility };
  if (templateId === undefined) {
    return { outcome: 'imported', templateId: await createTemplate(db, content) };
  }
  const replaced = await replaceTemplate(db, templateId, content);
  return replaced ? { outcome: 'imported', templateId } : { outcome: 'unknown-template' };
}

/** Whether a folder holds a template that can be imported: its document, or all that is wrong with it. */
export async function checkTemplateFolder(
  folder: TemplateFolder,
  fileLimits?: FileCheckLimits,
): Promise<
  | { readonly valid: true; readonly document: TemplateDocument }
  | { readonly valid: false; readonly problems: readonly TemplateProblem[] }
> {
  const read = readTemplateJson(folder);
  if ('problem' in read) return { valid: false, problems: [{ pointer: '', detail: read.problem }] };
  const problems = await checkTemplate(read.json, folder.files, fileLimits);
  if (problems.length > 0) return { valid: false, problems };
  return { valid: true, document: read.json as TemplateDocument };
}

/** Puts files into storage that are not there yet. */
async function storeFiles(
  { db, storage }: ImportParts,
  files: readonly { readonly hash: string; readonly bytes: Uint8Array }[],
): Promise<void> {
  const byHash = new Map(files.map(({ hash, bytes }) => [hash, bytes]));
  await noteBlobs(
    db,
    [...byHash].map(([hash, { byteLength }]) => ({ hash, bytes: byteLength })),
  );
  for (const [hash, bytes] of byHash) {
    const key = blobKey(hash);
    if ((await storage.sizeBytes(key)) !== bytes.byteLength) await storage.write(key, bytes);
  }
}
