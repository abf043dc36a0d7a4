/** Pictures that a batch takes along: uploaded once, kept with the job, and removed with it. */
import { hashContent } from '../../async/hash-content.ts';
import {
  findOwnPictures,
  listJobPictures,
  readPictureRoom,
  recordUpload,
  type NamedPicture,
  type PictureRoom,
} from '../../store/batches/pictures.ts';
import type { Database } from '../../store/database.ts';
import type { Viewer } from '../../store/projects.ts';
import type { AuthoringParts } from '../authoring/parts.ts';
import { readPicture } from '../pictures/read-pictures.ts';
import { problems } from '../problems/catalogue.ts';
import type { FieldError } from '../problems/problem.ts';
import { studioProblems } from '../problems/studio-problems.ts';
import type { RenderSource } from '../renders/output-options.ts';
import { decodeFiles } from '../templates/check/files.ts';
import { storeFiles } from '../templates/import-template.ts';
import {
  PICTURE_LIMITS,
  pictureNameProblem,
  pictureValue,
} from '../../common/rows/pictures/picture-names.ts';

/** What an account may have: uploads that wait for a submission, and pictures of its jobs. */
export const ACCOUNT_PICTURES = { pictures: 5_000, bytes: 2 * 1024 * 1024 * 1024 } as const;

/** An uploaded picture. */
export interface UploadedPicture {
  /** SHA-256 of its content, in hex. */
  readonly id: string;
  readonly bytes: number;
  /** Sentences about what was left out of the file. */
  readonly notes: readonly string[];
  /** As it is kept. */
  readonly content: Uint8Array;
}

/** Pictures as a submission names them. */
export interface GivenPictures {
  readonly pictures: readonly { readonly name: string; readonly id: string }[];
  /** A job of the account whose pictures are taken along. */
  readonly picturesOfJob: string | null;
}

export const noPictures: GivenPictures = { pictures: [], picturesOfJob: null };

/**
 * Stores pictures for a later submission. The same content twice is one picture. HEIC and TIFF are converted.
 *
 * @param pictures `name` is for messages
 * @throws Problem FILE_INVALID, FILE_LIMIT_REACHED, STORAGE_LIMIT_REACHED, PAYLOAD_TOO_LARGE,
 *   SERVICE_UNAVAILABLE
 */
export async function uploadPictures(
  parts: Pick<AuthoringParts, 'db' | 'storage' | 'fileLimits' | 'plans'>,
  { accountId, workspaceId }: Viewer,
  pictures: readonly { readonly bytes: Uint8Array; readonly name: string }[],
): Promise<UploadedPicture[]> {
  if (pictures.some(({ bytes }) => bytes.byteLength > PICTURE_LIMITS.bytes)) {
    throw problems.payloadTooLarge(PICTURE_LIMITS.bytes);
  }
  const refusals: FieldError[] = [];
  const hashed: (UploadedPicture & { readonly name: string })[] = [];
  for (const picture of pictures) {
    const read = await readPicture(picture, parts.fileLimits);
    if ('detail' in read) refusals.push(read);
    else {
      const { bytes: content, notes } = read;
      const id = await hashContent(content);
      hashed.push({ id, bytes: content.byteLength, notes, name: picture.name, content });
    }
  }
  if (refusals.length > 0) throw studioProblems.fileInvalid(refusals);
  const contents = new Map(hashed.map(({ id, content }) => [id, content]));
  const room = await readPictureRoom(parts.db, accountId, { exceptHashes: [...contents.keys()] });
  requireRoom({
    pictures: room.pictures + contents.size,
    bytes: [...contents.values()].reduce((sum, { byteLength }) => sum + byteLength, room.bytes),
  });
  const uses = hashed.map(({ name }) => ({ kind: 'image', path: name, pointer: '' }) as const);
  const files = new Map(
    hashed.map(({ id, name, content }) => [name, { hash: id, read: () => Promise.resolve(content) }]),
  );
  const found = await decodeFiles(uses, files, parts.fileLimits);
  if (found.problems.length > 0) throw studioProblems.fileInvalid(found.problems);
  const blobs = [...contents].map(([hash, bytes]) => ({ hash, bytes }));
  await storeFiles(parts, workspaceId, blobs);
  for (const [hash, { byteLength }] of contents) {
    await recordUpload(parts.db, accountId, { hash, bytes: byteLength });
  }
  return hashed.map(({ id, bytes, notes, content }) => ({ id, bytes, notes, content }));
}

function requireRoom({ pictures, bytes }: PictureRoom): void {
  const remedy = 'Delete jobs with pictures, or wait: uploads without a submission are removed after a day.';
  if (pictures > ACCOUNT_PICTURES.pictures) {
    throw studioProblems.fileLimitReached(
      `The account's batches may have ${ACCOUNT_PICTURES.pictures} different pictures, ` +
        `and have as many. ${remedy}`,
    );
  }
  if (bytes > ACCOUNT_PICTURES.bytes) {
    throw studioProblems.fileLimitReached(
      `With this picture, those of the account's batches would have ${bytes} bytes; they may have ` +
        `${ACCOUNT_PICTURES.bytes}. ${remedy}`,
    );
  }
}

/**
 * The pictures that a submission names, and those of the job that it takes along.
 *
 * @throws Problem VALIDATION_ERROR that names the pictures that are unknown, or cannot have their name
 */
export async function findPictures(
  db: Database,
  { accountId }: { readonly accountId: string },
  { pictures, picturesOfJob }: GivenPictures,
): Promise<NamedPicture[]> {
  const ofJob = picturesOfJob === null ? [] : await listJobPictures(db, { jobId: picturesOfJob, accountId });
  if (pictures.length === 0) return ofJob;
  const owned = await findOwnPictures(
    db,
    accountId,
    pictures.map(({ id }) => id),
  );
  const errors: FieldError[] = [];
  const byName = new Map(ofJob.map((picture) => [picture.name, picture.hash]));
  const named = new Set<string>();
  for (const [index, { name, id }] of pictures.entries()) {
    const wrong = pictureNameProblem(name);
    const quoted = JSON.stringify(name);
    if (wrong !== null)
      errors.push({ pointer: `/pictures/${index}/name`, detail: `The name ${quoted} ${wrong}.` });
    else if (named.has(name)) {
      errors.push({ pointer: `/pictures/${index}/name`, detail: `Two pictures have the name ${quoted}.` });
    } else if (!owned.has(id)) errors.push(lostPicture(index, name));
    named.add(name);
    byName.set(name, id);
  }
  if (errors.length > 0) throw problems.invalidRequest(errors);
  return [...byName].map(([name, hash]) => ({ name, hash }));
}

/** The error of a picture that is not there, or not any more. */
export function lostPicture(index: number, name: string): FieldError {
  const detail = `The picture ${JSON.stringify(name)} is not uploaded, or was removed: upload it again.`;
  return { pointer: `/pictures/${index}/id`, detail };
}

/**
 * A template with the pictures beside its own files: values name them as `pictures/NAME`.
 *
 * @throws Problem VALIDATION_ERROR if the template has a file of that path
 */
export function withPictures<Source extends RenderSource>(
  source: Source,
  pictures: readonly NamedPicture[],
): Source {
  if (pictures.length === 0) return source;
  const own = new Set(source.files.map(({ path }) => path));
  const files = pictures.map(({ name, hash }) => ({ path: pictureValue(name), hash }));
  const twice = files.filter(({ path }) => own.has(path));
  if (twice.length > 0) {
    throw problems.invalidRequest(
      twice.map(({ path }) => ({
        pointer: '/pictures',
        detail: `The template has a file ${JSON.stringify(path)}, too: give the picture another name.`,
      })),
    );
  }
  return { ...source, files: [...source.files, ...files] };
}
