import { sniffedBytes } from '../../common/pictures/sniff.ts';
import { blobKey, type Storage } from '../../storage/storage.ts';
import { findWorkspaceFiles, type LibraryFile } from '../../store/library/items.ts';
import type { StudioCaller } from '../../store/sessions.ts';
import { storedFile } from '../authoring/check-draft.ts';
import { checkPath, contentType } from '../authoring/file-types.ts';
import { partsForWorkspace, type AuthoringParts } from '../authoring/parts.ts';
import { findFileKind } from '../files/file-kinds.ts';
import { problems } from '../problems/catalogue.ts';
import type { FieldError } from '../problems/problem.ts';
import { decodeFiles } from '../templates/check/files.ts';

/** A file of an item, by the id of its content. */
export interface NamedContent {
  readonly path: string;
  readonly id: string;
}

/**
 * Files of an item by the ids of their contents, which the workspace has and which fit their paths. All that
 * this process has not checked before are decoded together; of the others only the beginning is read.
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
  const errors = checkNames(named, known);
  if (errors.length > 0) throw problems.invalidRequest(errors);
  const { storage, fileLimits } = partsForWorkspace(parts, caller);
  const uses = named.map(({ path }, index) => {
    return { kind: findFileKind(path), path, pointer: `/files/${index}/path` };
  });
  const contents = new Map(named.map(({ path, id }) => [path, storedFile(storage, id)]));
  const checked = await decodeFiles(uses, contents, fileLimits);
  if (checked.problems.length > 0) throw problems.invalidRequest(checked.problems);
  const files: LibraryFile[] = [];
  for (const { path, id: hash } of named) {
    const bytes = known.get(hash) ?? 0;
    const mediaType = contentType(path, await readHead(storage, hash, bytes));
    files.push({ path, hash, bytes, mediaType });
  }
  return files;
}

/** Finds what is wrong with the paths and ids. */
function checkNames(named: readonly NamedContent[], known: ReadonlyMap<string, number>): FieldError[] {
  return named.flatMap(({ path, id }, index) => {
    const at = `/files/${index}`;
    const wrongPath = checkPath(path);
    if (wrongPath !== null) return [{ pointer: `${at}/path`, detail: wrongPath }];
    if (named.findIndex((each) => each.path === path) < index)
      return [{ pointer: `${at}/path`, detail: 'Another file of the item has this path.' }];
    if (known.has(id)) return [];
    const detail = 'The workspace has no file with this id. Upload it first.';
    return [{ pointer: `${at}/id`, detail }];
  });
}

/** The first bytes of a content, which show its type. */
async function readHead(storage: Storage, hash: string, bytes: number): Promise<Uint8Array> {
  const part = { start: 0, end: Math.min(bytes, sniffedBytes) - 1 };
  const file = await storage.open(blobKey(hash), part);
  return file === null ? new Uint8Array() : Buffer.concat(await Array.fromAsync<Buffer>(file.stream));
}
