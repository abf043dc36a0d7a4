import { findKind } from '../../../../../../src/common/rows/file-format.ts';
import { isPictureFile, PICTURE_LIMITS } from '../../../../../../src/common/rows/pictures/picture-names.ts';
import { formatBytes } from '../../../formats.ts';
import { pictureWords as words } from '../../../words/batch-pictures.ts';
import { askWorker } from '../ask-worker.ts';
import { UnusableFile } from '../reading/read-file.ts';
import type { ZipAnswer } from './zip-worker.ts';

/** Files that were dropped or chosen together. */
export interface CollectedFiles {
  /** Files with rows. */
  readonly tables: readonly File[];
  /** Pictures by their paths in what was dropped. */
  readonly pictures: ReadonlyMap<string, Blob>;
}

/**
 * Sorts files into tables and pictures, and unpacks .zip files in a web worker. Other files of a folder, such
 * as thumbnails of the system, are ignored.
 *
 * @throws UnusableFile
 */
export async function collectFiles(files: readonly File[]): Promise<CollectedFiles> {
  const tables: File[] = [];
  const pictures = new Map<string, Blob>();
  for (const file of files) {
    const path = getPath(file);
    if (/\.zip$/iu.test(file.name)) {
      for (const [name, bytes] of await readZip(file)) {
        // Two .zip files may have pictures of one name.
        const path = pictures.has(name) ? `${file.name}/${name}` : name;
        pictures.set(path, new Blob([bytes]));
      }
    } else if (isPictureFile(path)) pictures.set(path, file);
    else if (findKind(file.name) !== null || files.length === 1) tables.push(file);
  }
  if (pictures.size > PICTURE_LIMITS.pictures) throw new UnusableFile(words.tooMany(PICTURE_LIMITS.pictures));
  return { tables, pictures };
}

/** The path of a file in the folder that was dropped or chosen. */
function getPath(file: File): string {
  const dropped = (file as { readonly path?: unknown }).path;
  const path = file.webkitRelativePath || (typeof dropped === 'string' ? dropped : '') || file.name;
  return path.replace(/^(?:\.?\/)+/u, '');
}

/** Unpacking the largest files takes a tenth of this. */
const maxMs = 120_000;

async function readZip(file: File): Promise<ReadonlyMap<string, Uint8Array<ArrayBuffer>>> {
  if (file.size > PICTURE_LIMITS.totalBytes) {
    throw new UnusableFile(words.zipTooLarge(file.name, formatBytes(PICTURE_LIMITS.totalBytes)));
  }
  const worker = new Worker(new URL('./zip-worker.ts', import.meta.url), { type: 'module' });
  const answer = await askWorker<File, ZipAnswer>(worker, file, {
    maxMs,
    toError: () => new UnusableFile(words.zipUnreadable(file.name)),
  });
  if ('refusal' in answer) throw new UnusableFile(`${file.name}: ${answer.refusal}`);
  if (answer.pictures.size === 0) throw new UnusableFile(words.zipEmpty(file.name));
  return answer.pictures;
}
