/** Authoring without HTTP: a database, a folder for files, two members and a stranger. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { DEFAULT_PLANS } from '../../src/config/plans.ts';
import { createTemplate } from '../../src/domain/authoring/create.ts';
import { getDraft, saveDraft, type CheckedState } from '../../src/domain/authoring/drafts.ts';
import { createAuthoringParts, type AuthoringParts } from '../../src/domain/authoring/parts.ts';
import { publishDraft } from '../../src/domain/authoring/publish.ts';
import { zipLimits } from '../../src/domain/templates/import-zip.ts';
import { openStorage } from '../../src/storage/open-storage.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { createTenant, type Tenant } from './http.ts';

export interface AuthoringTest {
  readonly database: TestDatabase;
  readonly parts: AuthoringParts;
  readonly owner: Tenant;
  /** Of the owner's workspace. */
  readonly member: Tenant;
  readonly stranger: Tenant;
  /** Creates a blank template of the owner and returns its id. */
  add(name?: string, projectId?: string): Promise<string>;
  /** Saves a document with the current ETag. */
  save(templateId: string, document: object): Promise<CheckedState>;
  /** Publishes the draft with the current ETag, and returns the number of the version. */
  publish(templateId: string): Promise<number>;
  close(): Promise<void>;
}

/** A red pixel. */
export const redPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
  'base64',
);

/** A valid document that names no file. */
export const goodDocument = {
  schemaVersion: 1,
  name: 'Card',
  viewport: { width: 40, height: 20 },
  elements: [],
};

/** A valid document with an image of the given path. */
export const documentWith = (src: string) => ({
  ...goodDocument,
  elements: [{ type: 'image', id: 'picture', x: 0, y: 0, width: 10, height: 10, src }],
});

/** Opens everything. Close it in `after`. */
export async function startAuthoring(): Promise<AuthoringTest> {
  const database = await createTestDatabase();
  const { db } = database;
  const folder = await mkdtemp(path.join(tmpdir(), 'platen-authoring-'));
  const parts = createAuthoringParts({
    db,
    storage: await openStorage(pathToFileURL(folder).href, null),
    plans: DEFAULT_PLANS,
    fileLimits: { maxImagePixels: 1_000_000, maxOutputPixels: 100_000_000, timeoutMs: 30_000 },
    zipLimits: zipLimits(10_000_000),
  });
  const owner = await createTenant(db);
  const member = await createTenant(db, { workspaceId: owner.workspaceId });
  const stranger = await createTenant(db);
  const read = (templateId: string) => getDraft(parts, owner, templateId);
  return {
    database,
    parts,
    owner,
    member,
    stranger,
    add: async (name = 'Card', projectId = owner.projectId) => {
      const blank = { width: 40, height: 20, unit: 'px', dpi: 96 } as const;
      return (await createTemplate(parts, owner, { projectId, name }, { blank })).id;
    },
    save: async (templateId, document) => {
      const { etag: ifMatch } = await read(templateId);
      return await saveDraft(parts, owner, templateId, { document: { ...document }, ifMatch });
    },
    publish: async (templateId) => {
      const { etag } = await read(templateId);
      return (await publishDraft(parts, owner, templateId, etag)).number;
    },
    async close() {
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
