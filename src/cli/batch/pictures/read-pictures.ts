import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { isPictureFile, PICTURE_LIMITS } from '../../../common/rows/pictures/picture-names.ts';
import { readPictureZip } from '../../../common/rows/pictures/read-picture-zip.ts';
import { UnreadableRows } from '../../../common/rows/table.ts';
import { CommandError } from '../../command-context.ts';

/** Pictures by their paths in a folder or .zip. They are read when they are needed. */
export type BesidePictures = ReadonlyMap<string, () => Promise<Uint8Array>>;

/**
 * Finds the pictures of `--pictures`: a folder with its subfolders, or a .zip.
 *
 * @throws CommandError
 */
export async function findPicturesBeside(place: string): Promise<BesidePictures> {
  try {
    const found = await stat(place);
    const pictures = found.isDirectory() ? await findInFolder(place) : await findInZip(place, found.size);
    if (pictures.size === 0) throw new CommandError(`--pictures: ${place} has no pictures.`);
    return pictures;
  } catch (error) {
    if (error instanceof CommandError || !(error instanceof Error)) throw error;
    throw new CommandError(`--pictures: ${place} cannot be read. ${error.message}`);
  }
}

async function findInFolder(folder: string): Promise<BesidePictures> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .map((file) => [path.relative(folder, file).split(path.sep).join('/'), file] as const)
    .filter(([name]) => isPictureFile(name))
    .sort(([first], [second]) => (first < second ? -1 : 1));
  if (files.length > PICTURE_LIMITS.pictures) {
    throw new CommandError(
      `--pictures: ${folder} has ${files.length} pictures; a batch may have ${PICTURE_LIMITS.pictures}.`,
    );
  }
  return new Map(files.map(([name, file]) => [name, () => readPicture(file)]));
}

async function readPicture(file: string): Promise<Uint8Array> {
  const { size } = await stat(file);
  if (size > PICTURE_LIMITS.bytes) {
    throw new CommandError(
      `--pictures: ${file} has ${size} bytes; at most ${PICTURE_LIMITS.bytes} are read.`,
    );
  }
  return await readFile(file);
}

async function findInZip(file: string, size: number): Promise<BesidePictures> {
  if (size > PICTURE_LIMITS.totalBytes) {
    throw new CommandError(
      `--pictures: ${file} has ${size} bytes; at most ${PICTURE_LIMITS.totalBytes} are read.`,
    );
  }
  try {
    const pictures = readPictureZip(await readFile(file));
    return new Map([...pictures].map(([name, bytes]) => [name, () => Promise.resolve(bytes)]));
  } catch (error) {
    if (!(error instanceof UnreadableRows)) throw error;
    throw new CommandError(`--pictures: ${file}: ${error.message}`);
  }
}
