/** Files of the library's items. */
import { hashContent } from '../../async/hash-content.ts';
import { blobKey } from '../../storage/storage.ts';
import type { LibraryFile } from '../../store/library/items.ts';
import type { StudioCaller } from '../../store/sessions.ts';
import { contentType } from '../authoring/file-types.ts';
import { partsForWorkspace, type AuthoringParts } from '../authoring/parts.ts';
import { readGiven, requireGoodFile, type FoundInFile } from '../authoring/read-upload.ts';
import { accessFile, type DownloadableFile } from '../files/downloadable-file.ts';
import { hasConvertedEnding, withEnding } from '../files/file-kinds.ts';
import { studioProblems } from '../problems/studio-problems.ts';
import { storeFiles } from '../templates/import-template.ts';
import { getItem } from './items.ts';

/**
 * Stores a file for an item that is added next. It counts as a file of the workspace; while no item names it,
 * it is removed after a day.
 *
 * @throws Problem FILE_INVALID, PAYLOAD_TOO_LARGE, STORAGE_LIMIT_REACHED, SERVICE_UNAVAILABLE
 */
export async function uploadLibraryFile(
  parts: AuthoringParts,
  caller: StudioCaller,
  given: { readonly path: string; readonly bytes: Uint8Array },
): Promise<LibraryFile & FoundInFile> {
  const ofWorkspace = partsForWorkspace(parts, caller);
  const { bytes, ending, notes } = await readGiven(ofWorkspace, given);
  const path = hasConvertedEnding(given.path) ? withEnding(given.path, ending ?? 'jpg') : given.path;
  const hash = await hashContent(bytes);
  const found = await requireGoodFile(ofWorkspace, path, { hash, bytes });
  await storeFiles(parts, caller.workspaceId, [{ hash, bytes }]);
  const mediaType = contentType(path, bytes);
  return { path, hash, bytes: bytes.byteLength, mediaType, ...found, notes: [...notes, ...found.notes] };
}

/**
 * A file of an item. Browsers save it and never show it, as those of templates.
 *
 * @throws Problem NOT_FOUND
 */
export async function getLibraryFile(
  parts: AuthoringParts,
  caller: StudioCaller,
  itemId: string,
  path: string,
): Promise<DownloadableFile<'application/octet-stream'>> {
  const { files, updatedAt } = await getItem(parts, caller, itemId);
  const file = files.find((each) => each.path === path);
  if (file === undefined) throw studioProblems.libraryFileNotFound(path);
  const [, name = path, extension = ''] = /([^/]*)\.([^./]+)$/u.exec(path) ?? [];
  return {
    id: file.hash,
    mediaType: 'application/octet-stream',
    bytes: file.bytes,
    lastModified: updatedAt,
    saveAs: { name, extension },
    ...accessFile(parts.storage, blobKey(file.hash), () => studioProblems.libraryFileNotFound(path)),
  };
}
