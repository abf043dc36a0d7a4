import { packZip } from '../../storage/pack-zip.ts';
import { readBlob } from '../../storage/checksums.ts';
import type { Storage } from '../../storage/storage.ts';
import { readExampleValues, type ExampleValues } from '../../store/authoring/examples.ts';
import type { TemplateFile } from '../../store/authoring/versions.ts';
import { findVersion } from '../../store/authoring/versions.ts';
import { readWorkingCopy } from '../../store/authoring/working-copies.ts';
import type { Viewer } from '../../store/projects.ts';
import { problems } from '../problems/catalogue.ts';
import { writeInOrderInWorker } from '../templates/check/in-worker.ts';
import { normalizePath } from '../../render/bind/template-paths.ts';
import { inSlot, type AuthoringParts } from './parts.ts';

/** A template to export. */
interface ExportedTemplate {
  readonly document: object;
  /** Its example values; empty: it has none. */
  readonly example: ExampleValues;
  readonly files: readonly Pick<TemplateFile, 'path' | 'hash'>[];
}

/**
 * The files of a template's folder, as an import reads it, by their path in it.
 *
 * @param owner whose template it is
 */
export async function* exportFolder(
  storage: Storage,
  { document, files, example }: ExportedTemplate,
  owner?: string,
): AsyncGenerator<readonly [path: string, bytes: Uint8Array]> {
  for (const { path, hash } of files) {
    if (normalizePath(path) !== path) throw new Error(`The path ${path} leads out of the folder.`);
    yield [path, await readBlob(storage, hash)];
  }
  yield ['template.json', Buffer.from(await writeInOrderInWorker(document, owner))];
  if (Object.keys(example).length > 0)
    yield ['example.json', Buffer.from(`${JSON.stringify(example, null, 2)}\n`)];
}

/**
 * Packs the published version of a template, or the draft where there is none, into a .zip.
 *
 * @throws Problem TEMPLATE_NOT_FOUND, SERVICE_UNAVAILABLE
 */
export async function exportTemplate(
  { db, storage, zipSlots }: AuthoringParts,
  viewer: Viewer,
  templateId: string,
): Promise<{ readonly name: string; readonly zip: Uint8Array }> {
  const copy = await readWorkingCopy(db, viewer, templateId);
  const content = copy?.published == null ? copy : await findVersion(db, templateId, null);
  if (copy === null || content === null) throw problems.templateNotFound(templateId);
  const { document, files } = content;
  const exported = { document, files, example: await readExampleValues(db, templateId) };
  const zip = await inSlot(zipSlots, viewer.workspaceId, async () =>
    packZip(new Map(await Array.fromAsync(exportFolder(storage, exported, viewer.workspaceId)))),
  );
  return { name: copy.name, zip };
}
