import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { exportFolder } from '../../domain/authoring/export.ts';
import { findTemplate, readVersion } from '../../store/templates.ts';
import { CommandError, type CommandContext } from '../command-context.ts';

/**
 * Writes a template's current version into a new folder, as `template import` reads it: all or nothing.
 * Returns the number of the version.
 *
 * @throws CommandError if there is no such template, or the folder has files already
 */
export async function exportTemplate(
  { db, storage }: CommandContext,
  templateId: string,
  folder: string,
): Promise<number> {
  await checkIsFree(folder);
  const template = await findTemplate(db, templateId);
  const version = template === null ? null : await readVersion(db, template.versionId);
  if (version === null) throw new CommandError(`There is no template ${templateId}.`);

  const parent = path.dirname(path.resolve(folder));
  const workFolder = await mkdir(parent, { recursive: true })
    .then(() => mkdtemp(path.join(parent, '.platen-export-')))
    .catch((error: Error) => {
      throw new CommandError(`--out names a folder that cannot be made: ${error.message}`);
    });
  try {
    const content = path.join(workFolder, 'template');
    await mkdir(content);
    for await (const [name, bytes] of exportFolder(storage, version)) {
      const file = path.join(content, name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, bytes);
    }
    // Replaces an empty folder.
    await rename(content, folder).catch((error: Error) => {
      throw new CommandError(`--out cannot be written: ${error.message}`);
    });
  } finally {
    await rm(workFolder, { recursive: true, force: true });
  }
  return version.number;
}

async function checkIsFree(folder: string): Promise<void> {
  const files = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new CommandError(`--out must be a new or empty folder, but ${folder} is not: ${error.message}`);
  });
  if (files.length > 0) {
    throw new CommandError(`--out must be a new or empty folder, but ${folder} has files in it.`);
  }
}
