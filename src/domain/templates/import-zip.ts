import { Bulkhead } from '../../async/bulkhead.ts';
import type { ApiCaller } from '../../store/callers.ts';
import type { Visibility } from '../../store/projects.ts';
import { problems } from '../problems/catalogue.ts';
import { readTemplate, type TemplateCache } from './discovery.ts';
import { importTemplate, type ImportParts } from './import-template.ts';
import { readZip, UnreadableTemplate } from './read-zip.ts';
import { selectFiles, stripCommonFolder, type FolderLimits } from './select-files.ts';
import { FOLDER_LIMITS, type TemplateFolder } from './template-folder.ts';

export interface ImportZipParts extends ImportParts {
  readonly templates: TemplateCache;
  readonly limits: FolderLimits;
  readonly slots: Bulkhead;
}

export interface ImportZipRequest {
  readonly caller: ApiCaller;
  readonly projectId: string;
  readonly templateId: string | undefined;
  readonly visibility: Visibility | undefined;
  readonly zip: Uint8Array;
}

/** The largest size of an unpacked template, as a multiple of a request's. */
const unpackedShare = 4;

/** Much more than any template has; checking it takes the time of other requests. */
export const maxJsonBytes = 2 * 1024 * 1024;

/** Limits of templates that come over HTTP. */
export function zipLimits(maxBodyBytes: number): FolderLimits {
  const totalBytes = Math.min(FOLDER_LIMITS.totalBytes, unpackedShare * maxBodyBytes);
  return { ...FOLDER_LIMITS, totalBytes, templateJsonBytes: maxJsonBytes };
}

/** All imports share the slots: each has a process of its own, which decodes the files. */
const slotKey = 'imports';

export function importSlots(): Bulkhead {
  return new Bulkhead({ shared: 0, perKey: 2 });
}

/**
 * Imports a template from a .zip for a key that may author. Returns it as discovery does.
 *
 * @throws Problem AUTHORING_NOT_ALLOWED, PROJECT_NOT_FOUND, TEMPLATE_NOT_FOUND, TEMPLATE_INVALID,
 *   STORAGE_LIMIT_REACHED, VALIDATION_ERROR, SERVICE_UNAVAILABLE
 */
export async function importZip(
  { templates, limits, slots, ...parts }: ImportZipParts,
  { caller, projectId, templateId, visibility, zip }: ImportZipRequest,
): Promise<Awaited<ReturnType<typeof readTemplate>>> {
  if (!caller.mayAuthor) throw problems.authoringNotAllowed();
  const slot = slots.acquire(slotKey);
  if (!slot.ok) throw problems.importsBusy(slot.waitMs);
  try {
    const folder = await unpackZip(zip, limits);
    const request = { viewer: caller, projectId, templateId, visibility };
    const result = await importTemplate(parts, request, folder);
    switch (result.outcome) {
      case 'imported':
        return await readTemplate(parts.db, templates, caller, result.templateId);
      case 'invalid':
        throw problems.templateInvalid(result.problems);
      case 'unknown-project':
        throw problems.projectNotFound(projectId);
      case 'unknown-template':
        throw problems.templateNotOwned(templateId ?? '');
    }
  } finally {
    slots.release(slotKey);
  }
}

/**
 * Reads the template in a .zip.
 *
 * @throws Problem VALIDATION_ERROR
 */
export async function unpackZip(zip: Uint8Array, limits: FolderLimits): Promise<TemplateFolder> {
  try {
    return await readZip(zip, (entries) => selectFiles(stripCommonFolder(entries), limits));
  } catch (error) {
    if (error instanceof UnreadableTemplate) throw problems.unreadable(error.message);
    throw error;
  }
}
