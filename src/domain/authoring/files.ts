import { hashContent } from '../../async/hash-content.ts';
import { blobKey } from '../../storage/storage.ts';
import { beginDraft, recordProblemCount } from '../../store/authoring/drafts.ts';
import {
  changeWorkingCopy,
  readWorkingCopy,
  type WorkingState,
} from '../../store/authoring/working-copies.ts';
import { putDraftFile, removeDraftFile } from '../../store/authoring/draft-files.ts';
import { findVersionState, type TemplateFile } from '../../store/authoring/versions.ts';
import type { Viewer } from '../../store/projects.ts';
import { accessFile, type DownloadableFile } from '../files/downloadable-file.ts';
import { problems } from '../problems/catalogue.ts';
import { studioProblems } from '../problems/studio-problems.ts';
import { namedFilesInWorker } from '../templates/check/in-worker.ts';
import { hasConvertedEnding, withEnding } from '../files/file-kinds.ts';
import { requireRoom } from '../quota/stored-data.ts';
import { storeFiles } from '../templates/import-template.ts';
import { FOLDER_LIMITS } from '../templates/template-folder.ts';
import { checkDraftLeniently } from './check-draft.ts';
import { findWorkingCopy, findWorkingState, inAuthorsOrder } from './drafts.ts';
import { contentType } from './file-types.ts';
import { partsForWorkspace, type AuthoringParts } from './parts.ts';
import { readGiven, requireGoodFile, type FoundInFile } from './read-upload.ts';

/** A file of a template, as the app lists it. */
export interface ListedFile extends TemplateFile {
  /** Whether the document names it. */
  readonly isUsed: boolean;
}

/** A file that was uploaded. */
interface UploadedFile extends ListedFile, FoundInFile {}

/**
 * The files of a template's working copy, by path.
 *
 * @throws Problem TEMPLATE_NOT_FOUND
 */
export async function listFiles(
  { db }: AuthoringParts,
  viewer: Viewer,
  templateId: string,
): Promise<ListedFile[]> {
  const { document, files } = await findWorkingCopy(db, viewer, templateId);
  const named = await namedFilesInWorker(
    document,
    files.map(({ path }) => path),
    viewer.workspaceId,
  );
  return files.map((file) => ({ ...file, isUsed: named.has(file.path) }));
}

/**
 * Adds a file to the draft of a template, or replaces the one at its path. Without a draft it makes one, with
 * the published document. HEIC and TIFF are converted; a path with their ending gets that of the converted
 * picture, and a number if another file has that path.
 *
 * @throws Problem TEMPLATE_NOT_FOUND, FILE_INVALID, FILE_LIMIT_REACHED, STORAGE_LIMIT_REACHED,
 *   PAYLOAD_TOO_LARGE, SERVICE_UNAVAILABLE
 */
export async function uploadFile(
  parts: AuthoringParts,
  viewer: Viewer,
  templateId: string,
  given: { readonly path: string; readonly bytes: Uint8Array },
): Promise<UploadedFile> {
  const before = await findWorkingState(parts.db, viewer, templateId);
  const { bytes, ending, notes } = await readGiven(partsForWorkspace(parts, viewer), given);
  const hash = await hashContent(bytes);
  const path = hasConvertedEnding(given.path)
    ? freePath(withEnding(given.path, ending ?? 'jpg'), hash, before.files)
    : given.path;
  const found = await requireGoodFile(partsForWorkspace(parts, viewer), path, { hash, bytes });
  const file = { path, hash, bytes: bytes.byteLength, mediaType: contentType(path, bytes) };
  requireRoomInTemplate(before, file);
  await storeFiles(parts, viewer.workspaceId, [{ hash, bytes }]);
  const uploaded = await changeFiles(parts, viewer, templateId, async (transaction, copy) => {
    requireRoomInTemplate(copy, file);
    await putDraftFile(transaction, templateId, file);
    const { plans } = parts;
    const { workspaceId } = viewer;
    // The file has room already; a draft that begins with it needs some, too.
    if (copy.draft === null) await requireRoom(transaction, { plans, workspaceId }, ['bytes']);
    return file;
  });
  return { ...uploaded, notes: [...notes, ...found.notes], font: found.font };
}

/** The path, with a number if another file has it: photos are often there as HEIC and as JPEG. */
function freePath(path: string, hash: string, files: readonly TemplateFile[]): string {
  const hashes = new Map(files.map((file) => [file.path, file.hash]));
  let free = path;
  for (let number = 2; (hashes.get(free) ?? hash) !== hash; number += 1) {
    free = path.replace(/(?=\.[^./]*$)/u, `-${number}`);
  }
  return free;
}

/**
 * Removes a file from the draft of a template. Without a draft it makes one, with the published document. It
 * does so beyond the limit of stored data, too: removing something is never refused.
 *
 * @throws Problem TEMPLATE_NOT_FOUND, NOT_FOUND
 */
export async function deleteFile(
  parts: AuthoringParts,
  viewer: Viewer,
  templateId: string,
  path: string,
): Promise<void> {
  const { files } = await findWorkingState(parts.db, viewer, templateId);
  requireFile(files, path);
  await changeFiles(parts, viewer, templateId, async (transaction, copy) => {
    const file = requireFile(copy.files, path);
    await removeDraftFile(transaction, templateId, path);
    return file;
  });
}

/**
 * A file of a template's working copy, or of a published version. Browsers save it and never show it: what is
 * in an SVG must not run in the app's pages.
 *
 * @throws Problem TEMPLATE_NOT_FOUND, NOT_FOUND
 */
export async function getFile(
  { db, storage }: AuthoringParts,
  viewer: Viewer,
  templateId: string,
  { path, version }: { readonly path: string; readonly version?: number | undefined },
): Promise<DownloadableFile<'application/octet-stream'>> {
  const { files, at } = await getFiles(db, viewer, templateId, version);
  const { hash, bytes } = requireFile(files, path);
  const [, name = path, extension = ''] = /([^/]*)\.([^./]+)$/u.exec(path) ?? [];
  return {
    id: hash,
    mediaType: 'application/octet-stream',
    bytes,
    lastModified: at,
    saveAs: { name, extension },
    ...accessFile(storage, blobKey(hash), () => studioProblems.fileNotFound(path)),
  };
}

/** The files of the working copy or of a version, and when they were saved. */
async function getFiles(
  db: AuthoringParts['db'],
  viewer: Viewer,
  templateId: string,
  version: number | undefined,
): Promise<{ readonly files: readonly TemplateFile[]; readonly at: Date }> {
  const { files, draft, published } = await findWorkingState(db, viewer, templateId);
  if (version === undefined) return { files, at: draft?.savedAt ?? published?.at ?? new Date() };
  const found = await findVersionState(db, templateId, version);
  if (found === null) throw studioProblems.versionNotFound(version);
  return { files: found.files, at: found.publishedAt };
}

type FileChange = (
  transaction: Parameters<typeof beginDraft>[0],
  copy: WorkingState,
) => Promise<TemplateFile>;

/** Changes a file of the draft, and then counts the problems of the draft again. */
async function changeFiles(
  parts: AuthoringParts,
  viewer: Viewer,
  templateId: string,
  change: FileChange,
): Promise<ListedFile> {
  const { db } = parts;
  const changed = await changeWorkingCopy(db, viewer, templateId, async (transaction, copy) => {
    if (copy.draft === null) {
      const current = inAuthorsOrder(await findWorkingCopy(transaction, viewer, templateId));
      const { document } = current;
      const { accountId: savedBy } = viewer;
      await beginDraft(transaction, current, { document, savedBy, problemCount: 0, isBaseDocument: true });
    }
    const file = await change(transaction, copy);
    return { file, copy: await readWorkingCopy(transaction, viewer, templateId) };
  });
  const copy = changed?.copy ?? null;
  if (changed === null || copy?.draft == null) throw problems.templateNotFound(templateId);
  const { document, files, draft } = copy;
  const { problems: found } = await checkDraftLeniently(partsForWorkspace(parts, viewer), document, files);
  await recordProblemCount(db, templateId, draft.revision, found.length);
  const { file } = changed;
  const named = await namedFilesInWorker(document, [file.path], viewer.workspaceId);
  return { ...file, isUsed: named.has(file.path) };
}

/** As for a template that is imported. */
function requireRoomInTemplate({ files }: WorkingState, file: TemplateFile): void {
  const others = files.filter(({ path }) => path !== file.path);
  const { files: maxFiles, totalBytes } = FOLDER_LIMITS;
  if (others.length >= maxFiles)
    throw studioProblems.fileLimitReached(`A template may have ${maxFiles} files, and has as many.`);
  const bytes = others.reduce((sum, other) => sum + other.bytes, file.bytes);
  if (bytes > totalBytes) {
    throw studioProblems.fileLimitReached(
      `With this file, those of the template would have ${bytes} bytes; it may have ${totalBytes}.`,
    );
  }
}

function requireFile(files: readonly TemplateFile[], path: string): TemplateFile {
  const file = files.find((each) => each.path === path);
  if (file === undefined) throw studioProblems.fileNotFound(path);
  return file;
}
