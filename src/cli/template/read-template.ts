/** Reads a template from the disk: a folder, or a folder in a .zip. */
import type { Stats } from 'node:fs';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import {
  FOLDER_LIMITS,
  isTemplateFile,
  type TemplateFolder,
} from '../../domain/templates/template-folder.ts';
import { readZip, UnreadableTemplate, type Candidate } from './read-zip.ts';

/** A template as it is on the disk. */
export interface TemplateOnDisk extends TemplateFolder {
  /** The bytes of `example.json`, values to try the template with; null if there is none. Never stored. */
  readonly exampleJson: Uint8Array | null;
}

/**
 * Reads the template at a path into memory. It must not exceed `FOLDER_LIMITS`.
 *
 * @throws UnreadableTemplate
 */
export async function readTemplate(place: string): Promise<TemplateOnDisk> {
  const found = await stat(place).catch((error: Error) => {
    throw new UnreadableTemplate(`${place} cannot be read: ${error.message}.`);
  });
  if (found.isDirectory()) return await readCandidates(await listFolder(place));
  if (path.basename(place) === 'template.json') {
    throw new UnreadableTemplate(
      `${place} is one file of a template; name its folder, ${path.dirname(place)}.`,
    );
  }
  return await readZip(place, async (entries) => await readCandidates(stripCommonFolder(entries)));
}

async function readCandidates(candidates: readonly Candidate[]): Promise<TemplateOnDisk> {
  const document = candidates.find((candidate) => candidate.path === 'template.json');
  const example = candidates.find((candidate) => candidate.path === 'example.json');
  const files = candidates.filter((candidate) => isTemplateFile(candidate.path));
  const { files: maxFiles, totalBytes, templateJsonBytes } = FOLDER_LIMITS;
  if (files.length > maxFiles) {
    throw new UnreadableTemplate(
      `There are ${files.length} images and fonts; at most ${maxFiles} are accepted.`,
    );
  }
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  if (bytes > totalBytes) {
    throw new UnreadableTemplate(
      `The files have ${bytes} bytes together; at most ${totalBytes} are accepted.`,
    );
  }
  for (const json of [document, example]) {
    if (json === undefined || json.bytes <= templateJsonBytes) continue;
    throw new UnreadableTemplate(
      `${json.path} has ${json.bytes} bytes; at most ${templateJsonBytes} are accepted.`,
    );
  }
  const contents = new Map<string, Uint8Array>();
  for (const file of files) contents.set(file.path, await file.read());
  return {
    templateJson: document === undefined ? null : await document.read(),
    exampleJson: example === undefined ? null : await example.read(),
    files: contents,
  };
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

/** Removes the folder's name before each path: it is there if the folder was zipped, not only its content. */
function stripCommonFolder(candidates: readonly Candidate[]): readonly Candidate[] {
  const documents = candidates.filter(({ path: name }) => /^[^/]+\/template\.json$/.test(name));
  const isAtTop = candidates.some(({ path: name }) => name === 'template.json');
  const [document] = documents;
  if (isAtTop || document === undefined || documents.length > 1) return candidates;
  const prefix = document.path.slice(0, -'template.json'.length);
  return candidates
    .filter((candidate) => candidate.path.startsWith(prefix))
    .map((candidate) => ({ ...candidate, path: candidate.path.slice(prefix.length) }));
}
