/** Limits of stored data: every path that adds some asks, and the versions of a template are thinned. */
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import sharp from 'sharp';
import { DEFAULT_PLANS, type Plan, type Plans } from '../../config/plans.ts';
import { openDatabase, queryRow, queryRows } from '../../store/database.ts';
import { storeExampleValues } from '../../store/authoring/examples.ts';
import { recordThumbnail } from '../../store/authoring/thumbnails.ts';
import { deleteShareLinks } from '../../store/expired-share-links.ts';
import { insertShareLink, type NewShareLink } from '../../store/share-links.ts';
import { forgetUnusedFiles, lockStoredData, readStoredUse } from '../../store/stored-data.ts';
import { createTenant, type Tenant } from '../../../test/helpers/http.ts';
import {
  documentWith,
  goodDocument,
  redPng,
  startAuthoring,
  type AuthoringTest,
} from '../../../test/helpers/authoring.ts';
import { makeZip } from '../../../test/helpers/zip.ts';
import { createTemplate } from '../authoring/create.ts';
import { saveDesignSettings } from '../authoring/design-settings.ts';
import { discardDraft, getDraft, saveDraft } from '../authoring/drafts.ts';
import { deleteFile, uploadFile } from '../authoring/files.ts';
import type { AuthoringParts } from '../authoring/parts.ts';
import { createProject } from '../authoring/projects.ts';
import { publishDraft, restoreVersion } from '../authoring/publish.ts';
import { deleteTemplate, duplicateTemplate } from '../authoring/templates.ts';
import { uploadPictures } from '../batches/pictures.ts';
import { importTemplate } from '../templates/import-template.ts';
import { Problem } from '../problems/problem.ts';
import { recordMadeFile, requireAnyRoom, requireRoom } from './stored-data.ts';

let authoring: AuthoringTest;
before(async () => {
  authoring = await startAuthoring();
});
after(() => authoring.close());

/** Every plan with these limits. */
function plansWith(limits: Partial<Plan>): Plans {
  const all = Object.entries(DEFAULT_PLANS).map(([name, plan]) => [name, { ...plan, ...limits }]);
  return Object.fromEntries(all) as Plans;
}

const partsWith = (limits: Partial<Plan>): AuthoringParts => ({
  ...authoring.parts,
  plans: plansWith(limits),
});

const newTenant = () => createTenant(authoring.database.db);
const getUse = ({ workspaceId }: Tenant) => readStoredUse(authoring.database.db, workspaceId);

/** Fails unless the workspace's limit refuses, and says it with the numbers. */
async function refuses(kind: string, limit: number, act: () => Promise<unknown>): Promise<void> {
  await assert.rejects(act, (error: unknown) => {
    assert.ok(error instanceof Problem, String(error));
    assert.equal(error.code, 'STORAGE_LIMIT_REACHED');
    const said = /allows (\d+) (\w+) .* have (\d+) \w+.*\. Delete /.exec(error.detail);
    assert.deepEqual([said?.[2], Number(said?.[1])], [kind, limit], error.detail);
    assert.ok(Number(said?.[3]) > limit, error.detail);
    return true;
  });
}

const blank = { blank: { width: 40, height: 20, unit: 'px', dpi: 96 } } as const;
const getZip = (document: object, files: readonly { name: string; content: Uint8Array }[] = []) =>
  makeZip([{ name: 'template.json', content: JSON.stringify(document) }, ...files]) as Uint8Array;
const picture = async (red: number): Promise<Uint8Array> => {
  const background = { r: red, g: 0, b: 0 };
  return await sharp({ create: { width: 5, height: 5, channels: 3, background } })
    .png()
    .toBuffer();
};
const getFolder = (document: object, files: readonly (readonly [string, Uint8Array])[] = []) => ({
  templateJson: Buffer.from(JSON.stringify(document)),
  files: new Map(files),
});

async function publishNew(parts: AuthoringParts, tenant: Tenant, name = 'Card'): Promise<string> {
  const target = { projectId: tenant.projectId, name };
  const { id } = await createTemplate(parts, tenant, target, blank);
  const { etag } = await getDraft(parts, tenant, id);
  await publishDraft(parts, tenant, id, etag);
  return id;
}

async function publishDocument(parts: AuthoringParts, tenant: Tenant, id: string, document: object) {
  const { etag: ifMatch } = await getDraft(parts, tenant, id);
  await saveDraft(parts, tenant, id, { document: { ...document }, ifMatch });
  const { etag } = await getDraft(parts, tenant, id);
  return await publishDraft(parts, tenant, id, etag);
}

async function saveOver(parts: AuthoringParts, tenant: Tenant, id: string, document: object) {
  const { etag: ifMatch } = await getDraft(parts, tenant, id);
  return await saveDraft(parts, tenant, id, { document: { ...document }, ifMatch });
}

const settingsWith = (title: string) => ({
  guides: { x: [], y: [] },
  margins: null,
  locked: [],
  dataSets: [{ name: 'Set', values: { title } }],
});

const linkOf = ({ workspaceId, accountId }: Tenant, templateId: string): NewShareLink => ({
  workspaceId,
  accountId,
  templateId,
  templateName: 'Card',
  source: 'DESIGNER',
  token: randomBytes(18).toString('base64url'),
  extension: 'png',
  mediaType: 'image/png',
  chargeId: null,
  fileKey: `shares/${randomUUID()}`,
  fileBytes: 1_234,
  lifetimeMs: 60_000,
  maxActive: 10,
});

const getNumbers = async (templateId: string) =>
  (
    await queryRows<{ number: number }>(
      authoring.database.db,
      'select number from template_versions where template_id = :templateId order by number',
      { templateId },
    )
  ).map(({ number }) => number);

describe('stored data has limits', () => {
  test('projects', async () => {
    const tenant = await newTenant();
    const project = { name: 'One more', description: '', visibility: 'PRIVATE' } as const;
    const parts = partsWith({ projects: 2 });
    await createProject(parts, tenant, project);
    await refuses('projects', 2, () => createProject(parts, tenant, project));
    assert.equal((await getUse(tenant)).projects, 2);
  });

  test('templates: blank, from a .zip, copied and imported', async () => {
    const tenant = await newTenant();
    const { projectId } = tenant;
    const parts = partsWith({ templates: 1 });
    const id = await publishNew(parts, tenant);
    const target = { projectId, name: 'Another' };
    const request = { viewer: tenant, projectId, templateId: undefined, visibility: undefined };
    await refuses('templates', 1, () => createTemplate(parts, tenant, target, blank));
    await refuses('templates', 1, () => createTemplate(parts, tenant, target, { sample: 'event-ticket' }));
    await refuses('templates', 1, () => createTemplate(parts, tenant, target, { document: goodDocument }));
    await refuses('templates', 1, () => createTemplate(parts, tenant, target, { zip: getZip(goodDocument) }));
    await refuses('templates', 1, () => duplicateTemplate(parts, tenant, id, {}));
    await refuses('templates', 1, () => importTemplate(parts, request, getFolder(goodDocument)));
    assert.equal((await getUse(tenant)).templates, 1);
    // A new version is no new template.
    const replaced = await importTemplate(parts, { ...request, templateId: id }, getFolder(goodDocument));
    assert.equal(replaced.outcome, 'imported');
  });

  test('bytes: every path that adds a file or a document', async () => {
    const tenant = await newTenant();
    const { projectId } = tenant;
    const { parts: free } = authoring;
    const { db } = free;
    const id = await publishNew(free, tenant);
    await uploadFile(free, tenant, id, { path: 'a.png', bytes: redPng });
    await publishDocument(free, tenant, id, documentWith('a.png'));
    await publishDocument(free, tenant, id, { ...goodDocument, name: 'Later' });
    await saveDraft(free, tenant, id, {
      document: { ...goodDocument, name: 'Draft' },
      ifMatch: (await getDraft(free, tenant, id)).etag,
    });
    const { bytes } = await getUse(tenant);
    const parts = partsWith({ storageBytes: bytes });
    const getBytes = (red: number) => picture(red);
    const request = { viewer: tenant, projectId, templateId: undefined, visibility: undefined };
    const withPicture = async (red: number) =>
      getFolder(documentWith('b.png'), [['b.png', await getBytes(red)]]);
    await refuses('bytes', bytes, async () =>
      uploadFile(parts, tenant, id, { path: 'b.png', bytes: await getBytes(1) }),
    );
    await refuses('bytes', bytes, async () =>
      uploadPictures(parts, tenant, [{ name: 'c.png', bytes: await getBytes(2) }]),
    );
    await refuses('bytes', bytes, async () => importTemplate(parts, request, await withPicture(3)));
    await refuses('bytes', bytes, async () =>
      importTemplate(parts, { ...request, templateId: id }, await withPicture(4)),
    );
    await refuses('bytes', bytes, async () =>
      createTemplate(
        parts,
        tenant,
        { projectId, name: 'Zip' },
        { zip: getZip(documentWith('b.png'), [{ name: 'b.png', content: await getBytes(5) }]) },
      ),
    );
    await refuses('bytes', bytes, () => createTemplate(parts, tenant, { projectId, name: 'New' }, blank));
    await refuses('bytes', bytes, () => duplicateTemplate(parts, tenant, id, {}));
    await refuses('bytes', bytes, () => restoreVersion(parts, tenant, id, 2));
    await refuses('bytes', bytes, () =>
      importTemplate(parts, { ...request, templateId: id }, getFolder({ ...goodDocument, name: 'Other' })),
    );
    await refuses('bytes', bytes, async () =>
      publishDraft(parts, tenant, id, (await getDraft(parts, tenant, id)).etag),
    );
    await refuses('bytes', bytes, () => saveOver(parts, tenant, id, { ...goodDocument, name: 'Draft!' }));
    await refuses('bytes', bytes, () =>
      saveDesignSettings(parts, tenant, id, { settings: settingsWith('x'), ifMatch: '"0"' }),
    );
    await refuses('bytes', bytes, () =>
      insertShareLink(db, linkOf(tenant, id), (transaction, workspaceId) =>
        requireRoom(transaction, { plans: parts.plans, workspaceId }, ['bytes']),
      ),
    );
    assert.deepEqual(await getUse(tenant), { projects: 1, templates: 1, libraryItems: 0, bytes });
    assert.deepEqual(await getNumbers(id), [1, 2, 3]);
    // What the workspace has already is no addition, under any name and for any member.
    await uploadFile(parts, tenant, id, { path: 'again.png', bytes: redPng });
    await uploadPictures(parts, tenant, [{ name: 'again.png', bytes: redPng }]);
    assert.deepEqual(await getUse(tenant), { projects: 1, templates: 1, libraryItems: 0, bytes });
  });

  test('a draft and settings that do not become longer are saved, however much is stored', async () => {
    const tenant = await newTenant();
    const { parts: free } = authoring;
    const id = await publishNew(free, tenant);
    const long = { ...goodDocument, description: randomBytes(2_000).toString('hex') };
    await saveOver(free, tenant, id, long);
    await saveDesignSettings(free, tenant, id, { settings: settingsWith('long'), ifMatch: '"0"' });
    const none = partsWith({ storageBytes: 0 });
    // Of the same length, and worse to compress.
    await saveOver(none, tenant, id, { ...goodDocument, description: randomBytes(2_000).toString('hex') });
    const { bytes } = await getUse(tenant);
    // As long as rows are short, nothing is compressed: on the disk this one is larger than the one before.
    const text = { ...goodDocument, description: 'x'.repeat(3_900) };
    await saveOver(none, tenant, id, text);
    await saveOver(none, tenant, id, { ...text, description: 'xy'.repeat(800) });
    await saveDesignSettings(none, tenant, id, { settings: settingsWith('shor'), ifMatch: '"1"' });
    await saveDesignSettings(none, tenant, id, { settings: settingsWith(''), ifMatch: '"2"' });
    assert.equal((await getUse(tenant)).bytes, bytes - 2_400 - 'long'.length);
    await assert.rejects(saveOver(none, tenant, id, text), { code: 'STORAGE_LIMIT_REACHED' });
    // What is saved before the refusal stays.
    const { copy } = await getDraft(free, tenant, id);
    assert.equal(copy.document['description'], 'xy'.repeat(800));
  });

  test('a draft that a save or an upload begins needs room, one of a deletion does not', async () => {
    const tenant = await newTenant();
    const { parts: free } = authoring;
    const id = await publishNew(free, tenant);
    await uploadFile(free, tenant, id, { path: 'a.png', bytes: redPng });
    await publishDocument(free, tenant, id, documentWith('a.png'));
    const { bytes } = await getUse(tenant);
    const full = partsWith({ storageBytes: bytes });
    await refuses('bytes', bytes, () => saveOver(full, tenant, id, { name: '' }));
    // Contents that the workspace has.
    await refuses('bytes', bytes, () => uploadFile(full, tenant, id, { path: 'b.png', bytes: redPng }));
    assert.equal((await getDraft(free, tenant, id)).copy.draft, null);
    await deleteFile(full, tenant, id, 'a.png');
    assert.deepEqual((await getDraft(free, tenant, id)).copy.files, []);
    assert.ok((await getUse(tenant)).bytes > bytes);
  });

  test('drafts saved by two processes at the same time do not pass the limit together', async () => {
    const tenant = await newTenant();
    const { parts: free } = authoring;
    const ids = await Promise.all(Array.from({ length: 10 }, () => publishNew(free, tenant)));
    for (const id of ids) await saveOver(free, tenant, id, goodDocument);
    const { bytes } = await getUse(tenant);
    const limited = partsWith({ storageBytes: bytes + 5_500 });
    const other = openDatabase(() => authoring.database.url, { poolSize: 10 });
    try {
      const longer = { ...goodDocument, description: 'x'.repeat(1_000) };
      const saved = await Promise.allSettled(
        ids.map((id, index) =>
          saveOver(index % 2 === 0 ? limited : { ...limited, db: other }, tenant, id, longer),
        ),
      );
      const refused = saved.filter(({ status }) => status === 'rejected');
      for (const { reason } of refused as PromiseRejectedResult[])
        assert.equal((reason as Problem).code, 'STORAGE_LIMIT_REACHED', String(reason));
      assert.equal(refused.length, 5);
      assert.ok((await getUse(tenant)).bytes <= bytes + 5_500);
    } finally {
      await other.destroy();
    }
  });

  test('files at share links count until they are removed', async () => {
    const tenant = await newTenant();
    const { db } = authoring.parts;
    const id = await publishNew(authoring.parts, tenant);
    const before = await getUse(tenant);
    const outcome = await insertShareLink(db, linkOf(tenant, id), () => Promise.resolve());
    assert.ok(outcome.kind === 'inserted');
    assert.equal((await getUse(tenant)).bytes, before.bytes + 1_234);
    await deleteShareLinks(db, [outcome.link.id]);
    assert.deepEqual(await getUse(tenant), before);
  });

  test('pictures of versions count, each content once, and are never refused', async () => {
    const tenant = await newTenant();
    const { workspaceId } = tenant;
    const { db, plans } = authoring.parts;
    const id = await publishNew(authoring.parts, tenant);
    const before = await getUse(tenant);
    const file = { hash: randomBytes(32).toString('hex'), bytes: 2_000 };
    const full = { db, plans: plansWith({ storageBytes: 0 }) };
    assert.ok(await recordMadeFile(full, workspaceId, file, { isNeeded: true }));
    assert.ok(await recordMadeFile(full, workspaceId, file, { isNeeded: true }));
    const { versionId } = await queryRow<{ versionId: string }>(
      db,
      'select version_id as "versionId" from templates where id = :id',
      { id },
    );
    await recordThumbnail(db, versionId, { hash: file.hash, example: null });
    // One that takes the place of another is not kept while there is no room.
    const next = { hash: randomBytes(32).toString('hex'), bytes: 3_000 };
    assert.equal(await recordMadeFile(full, workspaceId, next, { isNeeded: false }), false);
    assert.equal((await getUse(tenant)).bytes, before.bytes + 2_000);
    const sweep = async () => await forgetUnusedFiles(db, { workspaceId, graceMs: 0 });
    assert.equal(await sweep(), 0);
    assert.ok(await recordMadeFile({ db, plans }, workspaceId, next, { isNeeded: false }));
    await recordThumbnail(db, versionId, { hash: next.hash, example: null });
    assert.equal(await sweep(), 1);
    assert.equal((await getUse(tenant)).bytes, before.bytes + 3_000);
  });

  test('a submission while there is no room for its result', async () => {
    const tenant = await newTenant();
    await publishNew(authoring.parts, tenant);
    const { bytes } = await getUse(tenant);
    const { db } = authoring.parts;
    const caller = { workspaceId: tenant.workspaceId, plan: 'free' } as const;
    const ask = (storageBytes: number) => requireAnyRoom({ db, plans: plansWith({ storageBytes }) }, caller);
    await ask(bytes);
    await refuses('bytes', bytes - 1, () => ask(bytes - 1));
    // Asking does not wait for an addition that has the workspace locked.
    await db.transaction(async (addition) => {
      await lockStoredData(addition, tenant.workspaceId);
      await ask(bytes);
      await refuses('bytes', bytes - 1, () => ask(bytes - 1));
    });
  });

  test('kept results of batches count, and those that are removed do not', async () => {
    const tenant = await newTenant();
    const { workspaceId, accountId, projectId } = tenant;
    const templateId = await publishNew(authoring.parts, tenant);
    const { db } = authoring.parts;
    const before = await getUse(tenant);
    const jobId = randomUUID();
    await db.transaction(async (transaction) => {
      const { chargeId } = await queryRow<{ chargeId: string }>(
        transaction,
        `insert into quota_entries (workspace_id, account_id, starts_at, renders, cause, state)
         values (:workspaceId, :accountId, now(), 1, :jobId, 'SETTLED') returning id as "chargeId"`,
        { workspaceId, accountId, jobId },
      );
      await queryRows(
        transaction,
        `insert into batch_jobs (id, workspace_id, account_id, origin, template_id, template_name, project_id,
                                 project_name, format, options, charge_id, total_items, status, completed_at,
                                 archive_key, archive_bytes)
         values (:jobId, :workspaceId, :accountId, 'API_KEY', :templateId, 'Card', :projectId, 'P', 'png',
                 '{}', :chargeId, 1, 'COMPLETED', now(), 'batches/x/archive-0.zip', 12345)`,
        { jobId, workspaceId, accountId, templateId, projectId, chargeId },
      );
    });
    assert.equal((await getUse(tenant)).bytes - before.bytes, 12_345);
    await queryRows(db, 'update batch_jobs set archive_key = null, archive_bytes = null where id = :jobId', {
      jobId,
    });
    assert.deepEqual(await getUse(tenant), before);
  });

  test('files that nothing uses make room again after an hour', async () => {
    const tenant = await newTenant();
    const { workspaceId } = tenant;
    const { parts: free } = authoring;
    const id = await publishNew(free, tenant);
    await uploadFile(free, tenant, id, { path: 'a.png', bytes: redPng });
    // The next file is a little larger.
    const bytes = (await getUse(tenant)).bytes + 40;
    await deleteFile(free, tenant, id, 'a.png');
    const parts = partsWith({ storageBytes: bytes });
    const another = async () => uploadFile(parts, tenant, id, { path: 'b.png', bytes: await picture(9) });
    await refuses('bytes', bytes, another);
    await queryRows(
      authoring.database.db,
      `update workspace_files set touched_at = now() - interval '61 minutes'
       where workspace_id = :workspaceId`,
      { workspaceId },
    );
    await another();
  });

  test('additions of two processes at the same time do not pass the limit together', async () => {
    const tenant = await newTenant();
    const other = openDatabase(() => authoring.database.url, { poolSize: 10 });
    try {
      const one = partsWith({ templates: 5, projects: 5 });
      const both = [one, { ...one, db: other }];
      const project = { name: 'P', description: '', visibility: 'PRIVATE' } as const;
      const target = { projectId: tenant.projectId, name: 'Card' };
      const adding = Array.from({ length: 20 }, (_, index) => both[index % 2] as AuthoringParts);
      const added = await Promise.allSettled(
        adding.flatMap((parts) => [
          createTemplate(parts, tenant, target, blank),
          createProject(parts, tenant, project),
        ]),
      );
      const refused = added.filter(({ status }) => status === 'rejected');
      for (const { reason } of refused as PromiseRejectedResult[])
        assert.equal((reason as Problem).code, 'STORAGE_LIMIT_REACHED', String(reason));
      const { projects, templates } = await getUse(tenant);
      assert.deepEqual([projects, templates, refused.length], [5, 5, 31]);
    } finally {
      await other.destroy();
    }
  });
});

describe('versions are thinned', () => {
  test('the oldest go beyond the number of the plan; restoring one 60 times adds no more', async () => {
    const tenant = await newTenant();
    const parts = partsWith({ versionsPerTemplate: 3 });
    const id = await publishNew(parts, tenant);
    for (const name of ['Two', 'Three', 'Four'])
      await publishDocument(parts, tenant, id, { ...goodDocument, name });
    assert.deepEqual(await getNumbers(id), [2, 3, 4]);
    for (let time = 1; time <= 60; time += 1) {
      const numbers = await getNumbers(id);
      await restoreVersion(parts, tenant, id, numbers.at(-2) ?? 0);
    }
    assert.deepEqual(await getNumbers(id), [62, 63, 64]);
  });

  test('restoring what is published adds no version', async () => {
    const tenant = await newTenant();
    const { parts } = authoring;
    const id = await publishNew(parts, tenant);
    await publishDocument(parts, tenant, id, goodDocument);
    assert.equal((await restoreVersion(parts, tenant, id, 1)).number, 3);
    assert.equal((await restoreVersion(parts, tenant, id, 1)).number, 3);
    assert.deepEqual(await getNumbers(id), [1, 2, 3]);
  });

  test('versions, drafts and what is beside them count by their text, whatever changes them', async () => {
    const tenant = await newTenant();
    const { db } = authoring.database;
    const parts = partsWith({ versionsPerTemplate: 2 });
    const large = { ...goodDocument, description: randomBytes(1_500).toString('hex') };
    const sizes = async () =>
      await queryRow<{ kept: number; stored: number }>(
        db,
        `select cast(sum(t.document_bytes) as int) as kept,
           cast(
             sum(coalesce((select sum(octet_length(cast(v.document as text))
                                      + coalesce(octet_length(cast(v.source as text)), 0))
                           from template_versions v where v.template_id = t.id), 0)
                 + coalesce((select octet_length(cast(d.document as text))
                             from template_drafts d where d.template_id = t.id), 0)
                 + coalesce((select octet_length(cast(s.settings as text))
                             from template_design_settings s where s.template_id = t.id), 0)
                 + coalesce(octet_length(cast(t.example_values as text)), 0))
           as int) as stored
         from templates t where t.workspace_id = :workspaceId`,
        { workspaceId: tenant.workspaceId },
      );
    const check = async (change: string) => {
      const { kept, stored } = await sizes();
      assert.equal(kept, stored, change);
      return kept;
    };
    const id = await publishNew(parts, tenant);
    const first = await check('published');
    for (const name of ['Two', 'Three', 'Four']) await publishDocument(parts, tenant, id, { ...large, name });
    assert.ok((await check('thinned')) > first + 3_000);
    await restoreVersion(parts, tenant, id, 3);
    await check('restored');
    for (const name of ['One draft', 'The next']) {
      const { etag: ifMatch } = await getDraft(parts, tenant, id);
      await saveDraft(parts, tenant, id, { document: { ...large, name }, ifMatch });
      await check(`draft ${name}`);
    }
    for (const [revision, name] of ['One set', 'Another set'].entries()) {
      await saveDesignSettings(parts, tenant, id, { settings: settingsWith(name), ifMatch: `"${revision}"` });
      await check(`settings ${name}`);
    }
    for (const title of ['An example', 'Another']) {
      await storeExampleValues(db, id, { title });
      await check(`example values ${title}`);
    }
    await duplicateTemplate(parts, tenant, id, {});
    await check('copied');
    await discardDraft(parts, tenant, id, (await getDraft(parts, tenant, id)).etag);
    await check('discarded');
    await deleteTemplate(parts, tenant, id);
    await check('deleted');
  });

  test('imports thin, too', async () => {
    const tenant = await newTenant();
    const { projectId } = tenant;
    const parts = partsWith({ versionsPerTemplate: 2 });
    const request = { viewer: tenant, projectId, templateId: undefined, visibility: undefined };
    const made = await importTemplate(parts, request, getFolder(goodDocument));
    const templateId = made.outcome === 'imported' ? made.templateId : '';
    for (const name of ['Two', 'Three'])
      await importTemplate(parts, { ...request, templateId }, getFolder({ ...goodDocument, name }));
    assert.deepEqual(await getNumbers(templateId), [2, 3]);
  });

  test('the base of a draft stays, and all versions that URL keys may name', async () => {
    const tenant = await newTenant();
    const { workspaceId } = tenant;
    const { db } = authoring.database;
    const parts = partsWith({ versionsPerTemplate: 1 });
    const id = await publishNew(parts, tenant);
    const { etag: ifMatch } = await getDraft(parts, tenant, id);
    await saveDraft(parts, tenant, id, { document: { ...goodDocument, name: 'Draft' }, ifMatch });
    const request = { viewer: tenant, projectId: tenant.projectId, visibility: undefined };
    for (const name of ['Two', 'Three'])
      await importTemplate(parts, { ...request, templateId: id }, getFolder({ ...goodDocument, name }));
    // 1 is the base of the draft.
    assert.deepEqual(await getNumbers(id), [1, 3]);
    await queryRows(
      db,
      `insert into url_keys (workspace_id, account_id, name, sealed_secret, sealed_with, template_ids)
       values (:workspaceId, :accountId, 'Cards', '', '', array[cast(:id as uuid)])`,
      { workspaceId, accountId: tenant.accountId, id },
    );
    await importTemplate(parts, { ...request, templateId: id }, getFolder({ ...goodDocument, name: 'Four' }));
    assert.deepEqual(await getNumbers(id), [1, 3, 4]);
    await queryRows(db, 'delete from url_keys where workspace_id = :workspaceId', { workspaceId });
    // The draft is published, and 1 is no base any more.
    await publishDraft(parts, tenant, id, (await getDraft(parts, tenant, id)).etag);
    assert.deepEqual(await getNumbers(id), [5]);
  });

  test('the version of an active batch job stays until the job has ended', async () => {
    const tenant = await newTenant();
    const { db } = authoring.database;
    const { workspaceId, accountId, projectId } = tenant;
    const parts = partsWith({ versionsPerTemplate: 1 });
    const id = await publishNew(parts, tenant);
    await db.transaction(async (transaction) => {
      const { chargeId } = await queryRow<{ chargeId: string }>(
        transaction,
        `insert into quota_entries (workspace_id, account_id, starts_at, renders, cause, state)
         values (:workspaceId, :accountId, now(), 1, :id, 'SETTLED') returning id as "chargeId"`,
        { workspaceId, accountId, id },
      );
      await queryRows(
        transaction,
        `insert into batch_jobs (workspace_id, account_id, origin, template_id, template_version_id,
                                 template_name, project_id, project_name, format, options, charge_id,
                                 total_items)
         select :workspaceId, :accountId, 'API_KEY', :id, version_id, 'Card', :projectId, 'P', 'png', '{}',
                :chargeId, 1
         from templates where id = :id`,
        { workspaceId, accountId, id, projectId, chargeId },
      );
    });
    await publishDocument(parts, tenant, id, { ...goodDocument, name: 'Two' });
    assert.deepEqual(await getNumbers(id), [1, 2]);
    await queryRows(
      db,
      `update batch_jobs set status = 'FAILED', completed_at = now() where template_id = :id`,
      { id },
    );
    await publishDocument(parts, tenant, id, { ...goodDocument, name: 'Three' });
    assert.deepEqual(await getNumbers(id), [3]);
  });
});
