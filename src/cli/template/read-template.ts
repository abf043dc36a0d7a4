/** Reads a template from the disk: a folder, or a folder in a .zip. */
import type { Stats } from 'node:fs';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { readZip, UnreadableTemplate, type Candidate } from '../../domain/templates/read-zip.ts';
import { selectFiles, stripCommonFolder, type TemplateOnDisk } from '../../domain/templates/select-files.ts';
import { systemReason } from '../describe-error.ts';

/**
 * Reads the template at a path into memory. It must not exceed `FOLDER_LIMITS`.
 *
 * @throws UnreadableTemplate
 */
export async function readTemplate(place: string): Promise<TemplateOnDisk> {
  const found = await stat(place).catch((error: unknown) => {
    throw new UnreadableTemplate(`${place} cannot be read: ${systemReason(error)}.`);
  });
  if (found.isDirectory()) return await selectFiles(await listFolder(place));
  if (path.basename(place) === 'template.json') {
    throw new UnreadableTemplate(
      `${place} is one file of a template; name its folder, ${path.dirname(place)}.`,
    );
  }
  return await readZip(place, (entries) => selectFiles(stripCommonFolder(entries)));
}

async function listFolder(folder: string): Promise<Candidate[]> {
  return (await listFiles(folder)).map(({ file, stats }) => ({
    path: path.relative(folder, file).split(path.sep).join('/'),
    bytes: stats.size,
    read: () => readFile(file),
  }));
}

/**
 * The files in a folder and its sub-folders. A link counts if it leads to a file in the folder, as those that
 * Kubernetes mounts do; others could bring in a file from anywhere.
 */
export async function listFiles(folder: string): Promise<{ readonly file: string; readonly stats: Stats }[]> {
  const root = await realpath(folder);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found = await Promise.all(
    entries.map(async (entry) => {
      const file = path.join(entry.parentPath, entry.name);
      if (entry.isSymbolicLink()) {
        const target = await realpath(file).catch(() => '');
        if (!target.startsWith(root + path.sep)) return [];
      } else if (!entry.isFile()) return [];
      const stats = await stat(file);
      return stats.isFile() ? [{ file, stats }] : [];
    }),
  );
  return found.flat();
}
