import { zipSync } from 'fflate';
import { UnreadableRows } from '../table.ts';
import { isPictureFile, PICTURE_LIMITS } from './picture-names.ts';
import { listZip, readZip } from './zip-files.ts';
import { walkXml } from './xml-tags.ts';

/** The parts of a .xlsx that has pictures. */
export interface PictureWorkbook {
  /** The workbook without its pictures, for the library that reads cells. */
  readonly withoutPictures: Uint8Array;
  /** A part by its path; undefined if there is none. Media are not among them. */
  readonly part: (path: string) => Uint8Array | undefined;
  /** Unpacks these media, by their paths. */
  readonly readMedia: (paths: ReadonlySet<string>) => ReadonlyMap<string, Uint8Array>;
}

/** Of the parts that are no media: their reading takes a multiple. */
const maxPartsBytes = 128 * 1024 * 1024;
const maxParts = 10_000;

/**
 * Opens a .xlsx to find its pictures. Null if it has none, or is no .zip.
 *
 * @throws UnreadableRows
 */
export function openPictureWorkbook(bytes: Uint8Array): PictureWorkbook | null {
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return null;
  // What is wrong with the .zip is said by the reader of its cells.
  const entries = tryList(bytes);
  if (!entries.some(({ path }) => isMedia(path))) return null;
  const parts = readZip(bytes, (path) => !isMedia(path), { files: maxParts, bytes: maxPartsBytes });
  const { pictures: files, totalBytes } = PICTURE_LIMITS;
  return {
    withoutPictures: zipSync(Object.fromEntries(parts), { level: 0 }),
    part: (path) => parts.get(path),
    readMedia: (paths) => readZip(bytes, (path) => paths.has(path), { files, bytes: totalBytes }),
  };
}

function tryList(bytes: Uint8Array): ReturnType<typeof listZip> {
  try {
    return listZip(bytes);
  } catch (error) {
    if (error instanceof UnreadableRows) return [];
    throw error;
  }
}

/** Whether a part has no XML: a picture, a sound, another file in the workbook. */
function isMedia(path: string): boolean {
  return /^xl\/media\//u.test(path) || isPictureFile(path);
}

/** A relationship of a part: its target as a path in the workbook, or an address outside. */
export interface Relation {
  /** The last word of its type, such as `drawing` or `image`. */
  readonly kind: string;
  readonly target: string;
  readonly isExternal: boolean;
}

/** The relationships of a part, by their ids. */
export function readRelations(
  { part }: Pick<PictureWorkbook, 'part'>,
  path: string,
): ReadonlyMap<string, Relation> {
  const slash = path.lastIndexOf('/');
  const folder = path.slice(0, slash + 1);
  const relations = new Map<string, Relation>();
  walkXml(part(`${folder}_rels/${path.slice(slash + 1)}.rels`), {
    open({ name, attributes: { Id = '', Type = '', Target = '', TargetMode = '' } }) {
      if (name !== 'Relationship') return;
      const isExternal = TargetMode === 'External';
      const target = isExternal ? Target : resolve(folder, Target);
      relations.set(Id, { kind: Type.slice(Type.lastIndexOf('/') + 1), target, isExternal });
    },
  });
  return relations;
}

function resolve(folder: string, target: string): string {
  const parts = target.startsWith('/') ? [] : folder.split('/').filter((part) => part !== '');
  for (const part of target.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}
