import { exportFolder } from '../../domain/authoring/export.ts';
import { readExampleValues } from '../../store/authoring/examples.ts';
import { findTemplate, readVersion } from '../../store/templates.ts';
import { CommandError, type CommandContext } from '../command-context.ts';
import { checkIsFree, writeFolder } from './write-folder.ts';

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
  const { document, files } = version;
  const example = await readExampleValues(db, templateId);
  await writeFolder(folder, exportFolder(storage, { document, files, example }));
  return version.number;
}
