/** Imports a template: checks all of it, stores its files, then the template in one transaction. */
import type { Plans } from '../../config/plans.ts';
import type { TemplateDocument } from '../../../generated/template.ts';
import { hashContent } from '../../async/hash-content.ts';
import { isLost, readBlob } from '../../storage/checksums.ts';
import { blobKey, type Storage } from '../../storage/storage.ts';
import type { Database } from '../../store/database.ts';
import { findVisibleProject, type Viewer, type Visibility } from '../../store/projects.ts';
import type { ExampleValues } from '../../store/authoring/examples.ts';
import { createTemplate, replaceTemplate, type TemplateContent } from '../../store/templates.ts';
import { recordFiles, requireRoom, requireRoomForVersion } from '../quota/stored-data.ts';
import { checkTemplate, type CheckLimits } from './check/check-template.ts';
import { fitExample, readExample } from './example.ts';
import { locateProblems, problemWithoutPlace, type LocatedProblem } from './locate-problems.ts';
import { templateMediaType } from '../files/file-kinds.ts';
import { readTemplateJson, type TemplateFolder } from './template-folder.ts';

export interface ImportParts {
  readonly db: Database;
  readonly storage: Storage;
  /** Limits for decoding files. Default: the defaults of the configuration. */
  readonly fileLimits?: CheckLimits;
  /** What workspaces may store. */
  readonly plans: Plans;
}

export interface ImportRequest {
  /** The importing account, which will own the template. */
  readonly viewer: Viewer;
  readonly projectId: string;
  /** A template of the account to replace; undefined creates a new one. */
  readonly templateId: string | undefined;
  /** Undefined: private for a new template, unchanged for a replaced one. */
  readonly visibility: Visibility | undefined;
  /** As in `TemplateContent`. */
  readonly origin?: TemplateContent['origin'];
}

export type ImportResult =
  | {
      readonly outcome: 'imported';
      readonly templateId: string;
      readonly visibility: Visibility;
      readonly warnings: readonly LocatedProblem[];
    }
  | { readonly outcome: 'invalid'; readonly problems: readonly LocatedProblem[] }
  /** There is no such project, or the account cannot see it. */
  | { readonly outcome: 'unknown-project' }
  /** There is no such template, or the account does not own it. */
  | { readonly outcome: 'unknown-template' };

/**
 * Imports a template into a project that the account can see.
 *
 * @throws Problem STORAGE_LIMIT_REACHED
 */
export async function importTemplate(
  { db, storage, fileLimits, plans }: ImportParts,
  { viewer, projectId, templateId, visibility, origin }: ImportRequest,
  folder: TemplateFolder,
): Promise<ImportResult> {
  const project = await findVisibleProject(db, viewer, projectId);
  if (project === null) return { outcome: 'unknown-project' };
  const checked = await checkTemplateFolder(folder, fileLimits);
  if (!checked.valid) return { outcome: 'invalid', problems: checked.problems };
  const { warnings } = checked;

  const files = await hashFiles(folder);
  const { workspaceId } = viewer;
  await storeFiles({ db, storage, plans }, workspaceId, files);

  const content: TemplateContent = {
    viewer,
    projectId,
    document: checked.document,
    example: checked.example,
    files,
    visibility,
    origin,
  };
  if (templateId === undefined) {
    const chosen = visibility ?? project.visibility;
    const created = await createTemplate(db, { ...content, visibility: chosen }, (transaction) =>
      requireRoom(transaction, { plans, workspaceId }, ['templates', 'bytes']),
    );
    return { outcome: 'imported', templateId: created, visibility: chosen, warnings };
  }
  const replaced = await replaceTemplate(db, templateId, content, (transaction) =>
    requireRoomForVersion(transaction, { plans, workspaceId }, templateId),
  );
  if (replaced === null) return { outcome: 'unknown-template' };
  return { outcome: 'imported', templateId, visibility: replaced, warnings };
}

function getPaths({ files }: TemplateFolder): { readonly path: string }[] {
  return [...files.keys()].map((path) => ({ path }));
}

/** A file of a folder. */
export interface HashedFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly hash: string;
  readonly mediaType: string;
}

/** The files of a folder with their hashes. */
export async function hashFiles({ files }: Pick<TemplateFolder, 'files'>): Promise<HashedFile[]> {
  const hashed: HashedFile[] = [];
  for (const [path, bytes] of files) {
    hashed.push({ path, bytes, hash: await hashContent(bytes), mediaType: templateMediaType(path) });
  }
  return hashed;
}

/** A folder with its problems and warnings; without problems it has a document. */
export type CheckedFolder = {
  readonly problems: readonly LocatedProblem[];
  readonly warnings: readonly LocatedProblem[];
} & (
  | {
      readonly valid: true;
      readonly document: TemplateDocument;
      /** The values of its `example.json`; null without one. */
      readonly example: ExampleValues | null;
    }
  | { readonly valid: false }
);

/** Checks that a folder contains a valid template. */
export async function checkTemplateFolder(
  folder: TemplateFolder,
  fileLimits?: CheckLimits,
): Promise<CheckedFolder> {
  const read = readTemplateJson(folder);
  if ('problem' in read) return { valid: false, problems: [read.problem], warnings: [] };
  const { text, json } = read;
  const found = await checkTemplate(json, folder.files, fileLimits);
  const problems = locateProblems(text, json, found.problems);
  const warnings = locateProblems(text, json, found.warnings);
  const { exampleJson } = folder;
  const example = exampleJson == null ? { values: null } : readExample(exampleJson);
  if ('problem' in example) problems.push(problemWithoutPlace(example.problem));
  if (problems.length > 0 || 'problem' in example) return { valid: false, problems, warnings };
  const document = json as TemplateDocument;
  if (example.values !== null) {
    const { problems: misfits } = await fitExample(
      { document, files: getPaths(folder) },
      example.values,
      fileLimits?.owner,
    );
    warnings.push(...misfits.map((detail) => problemWithoutPlace(`example.json: ${detail}`)));
  }
  return { valid: true, document, example: example.values, problems, warnings };
}

/**
 * Stores files of a workspace that are not in storage yet, or are damaged there. A sweep removes those that
 * nothing refers to a day later.
 *
 * @throws Problem STORAGE_LIMIT_REACHED
 */
export async function storeFiles(
  { db, storage, plans }: Pick<ImportParts, 'db' | 'storage' | 'plans'>,
  workspaceId: string,
  files: readonly NewFile[],
): Promise<void> {
  const sizes = [...byHash(files)].map(([hash, { byteLength: bytes }]) => ({ hash, bytes }));
  await recordFiles({ db, plans }, workspaceId, sizes);
  await writeFiles(storage, files);
}

/** A file with its content. */
interface NewFile {
  readonly hash: string;
  readonly bytes: Uint8Array;
}

/** Writes recorded files that are not in storage yet, or are damaged there. */
export async function writeFiles(storage: Storage, files: readonly NewFile[]): Promise<void> {
  for (const [hash, bytes] of byHash(files)) {
    await readBlob(storage, hash).catch(async (error: unknown) => {
      if (!isLost(error)) throw error;
      await storage.write(blobKey(hash), bytes);
    });
  }
}

function byHash(files: readonly NewFile[]): ReadonlyMap<string, Uint8Array> {
  return new Map(files.map(({ hash, bytes }) => [hash, bytes]));
}
