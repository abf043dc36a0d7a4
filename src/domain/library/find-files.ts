import { findWorkspaceFiles, type LibraryFile } from '../../store/library/items.ts';
import type { StudioCaller } from '../../store/sessions.ts';
import { storedFile } from '../authoring/check-draft.ts';
import { checkPath, contentType } from '../authoring/file-types.ts';
import { partsForWorkspace, type AuthoringParts } from '../authoring/parts.ts';
import { requireGoodFile } from '../authoring/read-upload.ts';
import { problems } from '../problems/catalogue.ts';
import { Problem, type FieldError } from '../problems/problem.ts';

/** A file of an item, by the id of its content. */
export interface NamedContent {
  readonly path: string;
  readonly id: string;
}

/**
 * Files of an item by the ids of their contents, which the workspace has and which fit their paths.
 *
 * @throws Problem VALIDATION_ERROR, SERVICE_UNAVAILABLE
 */
export async function findFiles(
  parts: AuthoringParts,
  caller: StudioCaller,
  named: readonly NamedContent[],
): Promise<LibraryFile[]> {
  const known = await findWorkspaceFiles(
    parts.db,
    caller.workspaceId,
    named.map(({ id }) => id),
  );
  const files: LibraryFile[] = [];
  const errors: FieldError[] = [];
  for (const [index, { path, id: hash }] of named.entries()) {
    const at = `/files/${index}`;
    const wrongPath = checkPath(path);
    const bytes = known.get(hash);
    if (wrongPath !== null) errors.push({ pointer: `${at}/path`, detail: wrongPath });
    else if (files.some((file) => file.path === path))
      errors.push({ pointer: `${at}/path`, detail: 'Another file of the item has this path.' });
    else if (bytes === undefined)
      errors.push({
        pointer: `${at}/id`,
        detail: 'The workspace has no file with this id. Upload it first.',
      });
    else {
      const checked = await checkContent(partsForWorkspace(parts, caller), path, hash);
      if ('detail' in checked) errors.push({ pointer: `${at}/path`, detail: checked.detail });
      else files.push({ path, hash, bytes, mediaType: checked.mediaType });
    }
  }
  if (errors.length > 0) throw problems.invalidRequest(errors);
  return files;
}

/** The media type of a content under a path, or why it cannot have that path. */
async function checkContent(
  parts: AuthoringParts,
  path: string,
  hash: string,
): Promise<{ readonly mediaType: string } | { readonly detail: string }> {
  const bytes = await storedFile(parts.storage, hash).read();
  if (bytes === null) return { detail: `The file "${path}" is damaged in storage; upload it again.` };
  try {
    await requireGoodFile(parts, path, { hash, bytes });
  } catch (error) {
    if (error instanceof Problem && error.code === 'FILE_INVALID') return { detail: error.detail };
    throw error;
  }
  return { mediaType: contentType(path, bytes) };
}
