/** Creates templates: blank, from a sample, a document or a .zip. Each begins as a draft. */
import type { TemplateDocument } from '../../../generated/template.ts';
import type { JsonDocument } from '../../store/authoring/working-copies.ts';
import type { ExampleValues } from '../../store/authoring/examples.ts';
import { createDraftTemplate } from '../../store/authoring/new-templates.ts';
import type { Viewer, Visibility } from '../../store/projects.ts';
import { problems } from '../problems/catalogue.ts';
import { requireRoom } from '../quota/stored-data.ts';
import { checkTemplate } from '../templates/check/check-template.ts';
import { hashFiles, storeFiles } from '../templates/import-template.ts';
import { readExample } from '../templates/example.ts';
import { unpackZip } from '../templates/import-zip.ts';
import { readTemplateJson, type TemplateFolder } from '../templates/template-folder.ts';
import { namesIn, requireStorable } from './document.ts';
import { inSlot, partsForWorkspace, type AuthoringParts } from './parts.ts';
import { requireProject } from './projects.ts';
import { readSample } from './samples.ts';
import { describeTemplate, type TemplateWithExample } from './templates.ts';

/** A page, in a unit. */
export interface BlankPage {
  readonly width: number;
  readonly height: number;
  readonly unit: NonNullable<TemplateDocument['viewportUnit']>;
  readonly dpi: number;
}

/** Where a template comes from. */
export type TemplateSource =
  | { readonly blank: BlankPage }
  | { readonly sample: string }
  | { readonly document: JsonDocument }
  | { readonly zip: Uint8Array };

/** Where a template goes. */
export interface Destination {
  readonly projectId: string;
  /** The document gets it, too. Undefined: that of the document; for a blank one, "Untitled". */
  readonly name: string | undefined;
  /** Undefined: that of the project. */
  readonly visibility?: Visibility | undefined;
}

/** Names and descriptions of templates are as long at most; a document may have longer ones. */
const maxName = 200;
const maxDescription = 2_000;

const untitled = 'Untitled';

/**
 * Creates a template in a project that the account sees.
 *
 * @throws Problem PROJECT_NOT_FOUND, VALIDATION_ERROR, STORAGE_LIMIT_REACHED, PAYLOAD_TOO_LARGE,
 *   SERVICE_UNAVAILABLE
 */
export async function createTemplate(
  given: AuthoringParts,
  viewer: Viewer,
  destination: Destination,
  source: TemplateSource,
): Promise<TemplateWithExample> {
  const parts = partsForWorkspace(given, viewer);
  await requireProject(parts.db, viewer, destination.projectId);
  if ('blank' in source) return await createBlank(parts, viewer, destination, source.blank);
  if ('sample' in source)
    return await createFromFolder(parts, viewer, destination, await readSample(source.sample));
  if ('document' in source) return await createFromDocument(parts, viewer, destination, source.document);
  const { zip } = source;
  return await inSlot(parts.zipSlots, viewer.workspaceId, async () =>
    createFromFolder(parts, viewer, destination, await unpackZip(zip, parts.zipLimits)),
  );
}

async function createBlank(
  parts: AuthoringParts,
  viewer: Viewer,
  destination: Destination,
  { width, height, unit, dpi }: BlankPage,
): Promise<TemplateWithExample> {
  const document: TemplateDocument = {
    schemaVersion: 1,
    name: destination.name ?? untitled,
    viewport: { width, height },
    viewportUnit: unit,
    viewportExportDpi: dpi,
    background: '#ffffff',
    variables: [],
    elements: [],
  };
  const { problems: found } = await checkTemplate(document, new Map(), parts.fileLimits);
  if (found.length > 0) {
    const errors = found.map(({ pointer, detail }) => {
      return { pointer: pointer.replace(/^(?:\/viewport(?![A-Za-z]))?/u, '/source'), detail };
    });
    throw problems.invalidRequest(errors);
  }
  return await store(parts, viewer, destination, { document: { ...document }, files: [], problemCount: 0 });
}

/** A document without files, which may have problems. */
async function createFromDocument(
  parts: AuthoringParts,
  viewer: Viewer,
  destination: Destination,
  document: JsonDocument,
): Promise<TemplateWithExample> {
  requireStorable(document);
  const { problems: found } = await checkTemplate(document, new Map(), parts.fileLimits);
  return await store(parts, viewer, destination, { document, files: [], problemCount: found.length });
}

async function createFromFolder(
  parts: AuthoringParts,
  viewer: Viewer,
  destination: Destination,
  folder: TemplateFolder,
): Promise<TemplateWithExample> {
  const read = readTemplateJson(folder);
  if ('problem' in read) throw problems.unreadable(read.problem.detail);
  const { json } = read;
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw problems.unreadable('template.json is JSON, but not an object: expected {…}.');
  const { name } = destination;
  const document: JsonDocument = { ...json, ...(name !== undefined && { name }) };
  const files = await hashFiles(folder);
  const { exampleJson } = folder;
  const example = exampleJson == null ? { values: null } : readExample(exampleJson);
  if ('problem' in example) throw problems.unreadable(example.problem);
  await storeFiles(parts, viewer.workspaceId, files);
  const { problems: found } = await checkTemplate(document, folder.files, parts.fileLimits);
  const draft = { document, files, problemCount: found.length };
  return await store(parts, viewer, destination, draft, example.values);
}

async function store(
  { db, plans }: AuthoringParts,
  viewer: Viewer,
  { projectId, name, visibility }: Destination,
  draft: {
    readonly document: JsonDocument;
    readonly files: readonly { readonly path: string; readonly hash: string; readonly mediaType: string }[];
    readonly problemCount: number;
  },
  example: ExampleValues | null = null,
): Promise<TemplateWithExample> {
  const own = namesIn(draft.document);
  const shownName = own.name.slice(0, maxName).toWellFormed().trim();
  const added = {
    viewer,
    projectId,
    name: name ?? (shownName === '' ? untitled : shownName),
    isNameGiven: name !== undefined,
    description: own.description.slice(0, maxDescription).toWellFormed(),
    visibility,
    draft: { ...draft, baseName: own.name, baseDescription: own.description },
    example,
  };
  const templateId = await createDraftTemplate(db, added, (transaction, workspaceId) =>
    requireRoom(transaction, { plans, workspaceId }, ['templates', 'bytes']),
  );
  return await describeTemplate(db, viewer, templateId);
}
