/** Reads a design with the files beside it: from a folder of the disk, or from a .zip. */
import { readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { readZip, UnreadableTemplate, type Candidate } from '../domain/templates/read-zip.ts';
import { adviceForZip } from './advice.ts';
import { UnreadableDesign, type DesignSource, type GivenFont } from './design.ts';
import { isPresentation, presentationPath } from './pptx/package.ts';

/** The bytes of a design and where it comes from. */
export interface GivenDesign {
  /** The name of the file. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The folder on the disk that the file is in; null if it is alone, or a .zip. */
  readonly folder: string | null;
}

/** A design with the fonts beside it. */
interface OpenedDesign {
  readonly source: DesignSource;
  readonly fonts: readonly GivenFont[];
}

/** Designs are files of these kinds. The first kind that a .zip has is its design. */
const designKinds = ['.json', '.psd', '.svg', '.svgz', '.pptx', '.potx', '.ppsx', '.pptm', '.pdf', '.ai'];
const fontKinds = ['.ttf', '.otf', '.woff', '.woff2'];

/** The most that the files of a .zip may have together. */
const maxUnpackedBytes = 400 * 1024 * 1024;

/**
 * Opens a design. A .zip has the design at its top or in one folder, and fonts and pictures beside it; or
 * it has such a .zip, with more fonts beside that.
 *
 * @throws UnreadableDesign if a .zip has no design, or cannot be read
 */
export async function readSource({ name, bytes, folder }: GivenDesign): Promise<OpenedDesign> {
  if (!isZip(bytes) || (await isPackage(bytes)))
    return { source: { name, bytes, readBeside: (file) => readInFolder(folder, file) }, fonts: [] };
  try {
    return await openZip(bytes, maxUnpackedBytes, false);
  } catch (error) {
    if (error instanceof UnreadableTemplate) throw new UnreadableDesign(error.message);
    throw error;
  }
}

/** Whether a .zip is a file of one program, which is read as it is: it holds no designs. */
async function isPackage(bytes: Uint8Array): Promise<boolean> {
  if (!isPresentation(bytes)) return false;
  // The name may be that of a file in a presentation in the .zip.
  const find = (entries: readonly Candidate[]): Promise<boolean> =>
    Promise.resolve(entries.some((entry) => entry.path === presentationPath));
  return await readZip(bytes, find, 'It').catch(() => true);
}

/** @param bytesLeft what the files may have together */
async function openZip(bytes: Uint8Array, bytesLeft: number, isInner: boolean): Promise<OpenedDesign> {
  const select = async (entries: readonly Candidate[]) => {
    try {
      return await selectDesign(entries, bytesLeft, isInner);
    } catch (error) {
      // A .zip that can be read, but has no design.
      if (error instanceof UnreadableDesign) return error;
      throw error;
    }
  };
  const opened = await readZip(bytes, select, 'It');
  if (opened instanceof UnreadableDesign) throw opened;
  return opened;
}

async function selectDesign(
  entries: readonly Candidate[],
  bytesLeft: number,
  isInner: boolean,
): Promise<OpenedDesign> {
  const shown = entries.filter(
    (entry) => !entry.path.split('/').some((part) => /^(?:\.|__MACOSX$)/u.test(part)),
  );
  const unpacked = shown.reduce((sum, { bytes }) => sum + bytes, 0);
  if (unpacked > bytesLeft)
    throw new UnreadableDesign(`Its files have more than ${maxUnpackedBytes / 1024 / 1024} MiB together.`);
  const advice = adviceForZip(shown.map((entry) => entry.path));
  if (advice !== null) throw new UnreadableDesign(advice);
  const [design, ...more] = designKinds
    .flatMap((kind) => shown.filter((entry) => isKind(entry.path, [kind])).toSorted(byNumber))
    .toSorted((a, b) => a.path.split('/').length - b.path.split('/').length);
  const [inner, ...others] = shown.filter((entry) => isKind(entry.path, ['.zip']));
  if (design === undefined && (inner === undefined || others.length > 0 || isInner))
    throw new UnreadableDesign('The .zip has no .json, .psd, .pdf, .ai, .svg or .pptx file.');
  const files = new Map<string, Uint8Array>();
  for (const entry of shown) files.set(entry.path, await entry.read());
  const fonts = [...files]
    .filter(([file]) => isKind(file, fontKinds))
    .map(([file, bytes]) => ({ name: path.posix.basename(file), bytes }));
  if (design === undefined) return await openInner(files.get(inner?.path ?? ''), fonts, bytesLeft - unpacked);
  const folder = path.posix.dirname(design.path);
  const sourceOf = (entry: Candidate): DesignSource => ({
    name: path.posix.basename(entry.path),
    bytes: files.get(entry.path) ?? new Uint8Array(),
    readBeside: (file) => Promise.resolve(files.get(path.posix.join(folder, file)) ?? null),
  });
  const siblings = more.filter(
    (entry) => path.posix.dirname(entry.path) === folder && extensionOf(entry) === extensionOf(design),
  );
  return { source: { ...sourceOf(design), others: siblings.map(sourceOf) }, fonts };
}

/** By their names, in which `10` comes after `9`. */
function byNumber(a: Candidate, b: Candidate): number {
  return a.path.localeCompare(b.path, 'en', { numeric: true });
}

function extensionOf({ path: file }: Candidate): string {
  return path.posix.extname(file).toLowerCase();
}

/** A .zip in another one: what was chosen, with the fonts that were asked for. */
async function openInner(
  bytes: Uint8Array = new Uint8Array(),
  fonts: readonly GivenFont[],
  bytesLeft: number,
): Promise<OpenedDesign> {
  const inner = await openZip(bytes, bytesLeft, true);
  return { source: inner.source, fonts: [...fonts, ...inner.fonts] };
}

function isZip(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 4)).toString('latin1') === 'PK\u0003\u0004';
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
