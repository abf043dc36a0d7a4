/** The templates that Studio offers: the samples, which the demo has as well, and those of the gallery. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isTemplateFile } from '../../src/domain/files/file-kinds.ts';

const root = join(import.meta.dirname, '../..');

/** A template's folder. */
export interface GalleryFolder {
  readonly name: string;
  readonly path: string;
}

/** Where the pictures of the templates are. */
export const picturesFolder = join(root, 'studio/web/src/pages/new-template/samples');

/** In `picturesFolder`: of each picture the hash of the template that it shows. */
export const sourcesFile = join(picturesFolder, 'sources.json');

/** Kinds of templates, each with the names of its folders, in the order in which Studio shows them. */
export async function readKinds(): Promise<Readonly<Record<string, readonly string[]>>> {
  const text = await readFile(join(root, 'gallery/kinds.json'), 'utf8');
  return JSON.parse(text) as Record<string, string[]>;
}

/** All folders with a template, by name. */
export async function listFolders(): Promise<ReadonlyMap<string, GalleryFolder>> {
  const found: GalleryFolder[] = [];
  for (const parent of ['samples', 'gallery']) {
    const entries = await readdir(join(root, parent), { recursive: true });
    for (const entry of entries) {
      const [, name] = /^([^/]+)\/template\.json$/.exec(entry) ?? [];
      if (name !== undefined) found.push({ name, path: join(root, parent, name) });
    }
  }
  return new Map(found.map((folder) => [folder.name, folder]));
}

/** A hash of everything that the picture of a template shows. */
export async function hashFolder({ path }: GalleryFolder): Promise<string> {
  const hash = createHash('sha256');
  const files = await readdir(path);
  for (const file of files.toSorted()) {
    if (!isTemplateFile(file) && file !== 'template.json' && file !== 'example.json') continue;
    const bytes = await readFile(join(path, file));
    hash.update(`${file} ${bytes.length}\n`).update(bytes);
  }
  return hash.digest('hex').slice(0, 16);
}
