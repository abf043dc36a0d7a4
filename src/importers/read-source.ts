/** Reads a design with the files beside it: from a folder of the disk, or from a .zip. */
import { readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { readZip, UnreadableTemplate, type Candidate } from '../domain/templates/read-zip.ts';
import { UnreadableDesign, type DesignSource } from './design.ts';

/** The bytes of a design and where it comes from. */
export interface GivenDesign {
  /** The name of the file. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The folder on the disk that the file is in; null if it is alone, or a .zip. */
  readonly folder: string | null;
}

/** Designs are files of these kinds. The first kind that a .zip has is its design. */
const designKinds = ['.json', '.psd', '.svg'];
const fontKinds = ['.ttf', '.otf', '.woff', '.woff2'];

/** The most that the files of a .zip may have together. */
const maxUnpackedBytes = 400 * 1024 * 1024;

/**
 * Opens a design. A .zip has the design at its top or in one folder, and fonts and pictures beside it.
 *
 * @throws UnreadableDesign if a .zip has no design, or cannot be read
 */
export async function readSource({
  name,
  bytes,
  folder,
}: GivenDesign): Promise<{ readonly source: DesignSource; readonly fonts: readonly Uint8Array[] }> {
  if (Buffer.from(bytes.subarray(0, 4)).toString('latin1') !== 'PK\u0003\u0004')
    return { source: { name, bytes, readBeside: (file) => readInFolder(folder, file) }, fonts: [] };
  try {
    return await readZip(bytes, async (entries) => await selectDesign(entries));
  } catch (error) {
    if (error instanceof UnreadableTemplate) throw new UnreadableDesign(error.message);
    throw error;
  }
}

async function selectDesign(
  entries: readonly Candidate[],
): Promise<{ readonly source: DesignSource; readonly fonts: readonly Uint8Array[] }> {
  const shown = entries.filter(
    (entry) => !entry.path.split('/').some((part) => /^(?:\.|__MACOSX$)/u.test(part)),
  );
  if (shown.reduce((sum, { bytes }) => sum + bytes, 0) > maxUnpackedBytes)
    throw new UnreadableDesign(`Its files have more than ${maxUnpackedBytes / 1024 / 1024} MB together.`);
  const design = designKinds
    .flatMap((kind) => shown.filter((entry) => isKind(entry.path, [kind])))
    .toSorted((a, b) => a.path.split('/').length - b.path.split('/').length)
    .at(0);
  if (design === undefined) throw new UnreadableDesign('The .zip has no .json, .psd or .svg file.');
  const files = new Map<string, Uint8Array>();
  for (const entry of shown) files.set(entry.path, await entry.read());
  const folder = path.posix.dirname(design.path);
  return {
    source: {
      name: path.posix.basename(design.path),
      bytes: files.get(design.path) ?? new Uint8Array(),
      readBeside: (file) => Promise.resolve(files.get(path.posix.join(folder, file)) ?? null),
    },
    fonts: [...files].filter(([file]) => isKind(file, fontKinds)).map(([, font]) => font),
  };
}

function isKind(file: string, kinds: readonly string[]): boolean {
  return kinds.includes(path.posix.extname(file).toLowerCase());
}

/** A file in the folder or below. Links that lead out of it are not followed. */
async function readInFolder(folder: string | null, file: string): Promise<Uint8Array | null> {
  if (folder === null) return null;
  const [root, target] = await Promise.all([
    realpath(folder),
    realpath(path.join(folder, file)).catch(() => null),
  ]);
  if (target === null || !target.startsWith(root + path.sep)) return null;
  return (await stat(target)).isFile() ? await readFile(target) : null;
}
