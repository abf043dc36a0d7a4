/** What somebody uploads, for a template or the library. */
import type { FontDescription } from '../../render/fonts/describe-font.ts';
import { findFileKind, withEnding } from '../files/file-kinds.ts';
import { readPicture, type ReadPicture } from '../pictures/read-pictures.ts';
import { problems } from '../problems/catalogue.ts';
import { studioProblems } from '../problems/studio-problems.ts';
import { decodeFiles, describeFontFile } from '../templates/check/files.ts';
import { checkPath } from './file-types.ts';
import type { AuthoringParts } from './parts.ts';

/** The bytes that a file may have. */
const maxFileBytes = 20 * 1024 * 1024;

/** What was found in a file. */
export interface FoundInFile {
  /** Sentences about what was left out of the picture. */
  readonly notes: readonly string[];
  /** Of a font: what it says about itself. */
  readonly font: FontDescription | null;
}

/**
 * The content of an uploaded file as it is kept: HEIC and TIFF are converted.
 *
 * @throws Problem FILE_INVALID, PAYLOAD_TOO_LARGE, SERVICE_UNAVAILABLE
 */
export async function readGiven(
  { fileLimits }: AuthoringParts,
  { path, bytes }: { readonly path: string; readonly bytes: Uint8Array },
): Promise<ReadPicture> {
  if (bytes.byteLength > maxFileBytes) throw problems.payloadTooLarge(maxFileBytes);
  const wrongPath = checkPath(withEnding(path, 'jpg'));
  if (wrongPath !== null) throw studioProblems.fileInvalid([{ pointer: '/query/path', detail: wrongPath }]);
  if (findFileKind(path) !== 'image') return { bytes, ending: null, notes: [] };
  const read = await readPicture({ name: path, bytes }, fileLimits);
  if ('detail' in read) throw studioProblems.fileInvalid([read]);
  return read;
}

/**
 * Decodes a file. Returns sentences about what renders leave out of a PDF.
 *
 * @throws Problem FILE_INVALID, SERVICE_UNAVAILABLE
 */
export async function requireGoodFile(
  { fileLimits }: AuthoringParts,
  path: string,
  { hash, bytes }: { readonly hash: string; readonly bytes: Uint8Array },
): Promise<FoundInFile> {
  const use = { kind: findFileKind(path), path, pointer: '' };
  const file = { hash, read: () => Promise.resolve(bytes) };
  const { problems: found, warnings } = await decodeFiles([use], new Map([[path, file]]), fileLimits);
  if (found.length > 0) throw studioProblems.fileInvalid(found);
  return {
    notes: use.kind === 'pdf' ? warnings.map(({ detail }) => detail) : [],
    font: use.kind === 'font' ? await describeFontFile(path, file, fileLimits) : null,
  };
}
