import assert from 'node:assert/strict';
import { after, before, mock, test } from 'node:test';
import { pino } from 'pino';
import type { components } from '../../generated/studio.ts';
import { StorageUnavailableError } from '../../src/storage/storage.ts';
import { archiveKey } from '../../src/domain/files/batch-files.ts';
import { cleanUpShares, removeUnpublishedFiles } from '../../src/domain/shares/clean-up.ts';
import { queryRow, queryRows } from '../../src/store/database.ts';
import { plainBatch } from '../../test/helpers/batch.ts';
import { withFullStorage } from '../../test/helpers/full-workspace.ts';
import { addTemplate, type Answer } from '../../test/helpers/http.ts';
import { writePlans } from '../../test/helpers/plans.ts';
import { fetchPublicFile, sharedFiles } from '../../test/helpers/shares.ts';
import { createUser, startOwnStudio, type Studio, type StudioUser } from '../../test/helpers/studio.ts';
import { testOperation } from '../../test/helpers/studio-statuses.ts';
import { addJob } from './add-job.ts';
import { addRowFiles, rowContent } from './row-files.ts';

const dayMs = 86_400_000;

let studio: Studio;
let sharer: StudioUser;
let templateId: string;
let jobs: Record<'completed' | 'expired' | 'lost' | 'pending' | 'sheets', string>;
let plans: Awaited<ReturnType<typeof writePlans>>;
before(async () => {
  plans = await writePlans({ personal: { activeShareLinks: 0 } });
  studio = await startOwnStudio({ env: { PLANS_FILE: plans.file } });
  sharer = await createUser(studio.db, { plan: 'studio' });
  templateId = await addTemplate(studio.db, sharer);
  const add = (options: Partial<Parameters<typeof addRowFiles>[2]> = {}) =>
    addRowFiles(studio, sharer, { templateId, ...options });
  jobs = {
    completed: await add({ format: 'pdf' }),
    expired: await add({ retentionMs: 0 }),
    lost: await add(),
    sheets: await add({ format: 'pdf', kind: 'pdf' }),
    pending: await addJob(studio, sharer, plainBatch(templateId)),
  };
  await studio.service.app.storage.delete(archiveKey(jobs.lost, 0));
});
after(async () => {
  await studio.close();
  await plans.remove();
});

const share = (jobId = jobs.completed, json: object = {}, rowIndex = 0, as = sharer) =>
  studio.call('shareJobItem', { path: { jobId, rowIndex }, json, as });

async function shareOn(plan: 'free' | 'personal'): Promise<Answer> {
  const user = await createUser(studio.db, { plan });
  const jobId = await addRowFiles(studio, user, { templateId: await addTemplate(studio.db, user) });
  return await share(jobId, {}, 0, user);
}

async function shareWhileWriting(error: Error): Promise<Answer> {
  const failing = mock.method(studio.service.app.storage, 'write', () => Promise.reject(error));
  try {
    return await share();
  } finally {
    failing.mock.restore();
  }
}

testOperation('shareJobItem', {
  201: [{ act: () => share() }, { act: () => share(jobs.completed, { expiresInDays: 1 }, 1) }],
  400: [
    { act: () => share(jobs.completed, { expiresInDays: 31 }), code: 'VALIDATION_ERROR' },
    { act: () => share(jobs.completed, { expiresInDays: 0 }), code: 'VALIDATION_ERROR' },
  ],
  403: [
    { act: () => shareOn('free'), code: 'SHARING_NOT_AVAILABLE_ON_PLAN' },
    { act: () => shareOn('personal'), code: 'SHARE_LINK_LIMIT_REACHED' },
  ],
  404: [
    { act: () => share(jobs.completed, {}, 3), code: 'NOT_FOUND' },
    { act: () => share(jobs.lost), code: 'BATCH_RESULT_NOT_FOUND' },
    { act: () => share(jobs.completed, {}, 0, studio.stranger), code: 'BATCH_NOT_FOUND' },
  ],
  409: [
    { act: () => share(jobs.pending), code: 'BATCH_RESULT_NOT_READY' },
    { act: () => share(jobs.completed, {}, 2), code: 'ROW_HAS_NO_FILE' },
    { act: () => share(jobs.sheets), code: 'ROW_HAS_NO_FILE' },
    { act: () => withFullStorage(studio.db, sharer, () => share()), code: 'STORAGE_LIMIT_REACHED' },
  ],
  410: [{ act: () => share(jobs.expired), code: 'BATCH_RESULT_EXPIRED' }],
  502: [{ act: () => shareWhileWriting(new Error('the disk is broken')), code: 'SHARE_UPLOAD_FAILED' }],
  503: [
    {
      act: () => shareWhileWriting(new StorageUnavailableError('no route')),
      code: 'SHARING_UNAVAILABLE',
    },
  ],
});

test('the link serves the file as it is in the archive, for the chosen time, free of charge', async () => {
  const { workspaceId } = sharer;
  const readUsed = async () =>
    (
      await queryRow<{ used: number }>(
        studio.db,
        'select sum(used)::int as used from quota_periods where workspace_id = :workspaceId',
        { workspaceId },
      )
    ).used;
  const used = await readUsed();
  const before = Date.now();
  const answer = await share(jobs.completed, { expiresInDays: 7 });
  const link = answer.json as components['schemas']['Share'];
  const file = await fetchPublicFile(link.url);
  assert.deepEqual(file.bytes, rowContent('pdf'));
  assert.equal(file.headers.get('content-type'), 'application/pdf');
  assert.match(link.url, /\.pdf$/);
  assert.deepEqual(
    [link.source, link.templateId, link.fileSize],
    ['DESIGNER', templateId, rowContent('pdf').length],
  );
  const lifetimeMs = Date.parse(link.expiresAt) - before;
  assert.ok(Math.abs(lifetimeMs - 7 * dayMs) < 60_000, `${lifetimeMs} ms`);
  const longest = (await share()).json as components['schemas']['Share'];
  assert.ok(Math.abs(Date.parse(longest.expiresAt) - Date.now() - 30 * dayMs) < 60_000);
  assert.equal(await readUsed(), used);
});

test('the link outlives the archive, and goes with its revocation', async () => {
  const jobId = await addRowFiles(studio, sharer, { templateId });
  const { id, url } = (await share(jobId)).json as components['schemas']['Share'];
  assert.equal((await studio.call('deleteJob', { path: { jobId }, as: sharer })).status, 204);
  assert.deepEqual((await fetchPublicFile(url)).bytes, rowContent('png'));
  assert.equal((await studio.call('revokeShare', { path: { shareId: id }, as: sharer })).status, 204);
  assert.equal((await fetchPublicFile(url)).status, 404);
});

test('a refused or failed link leaves neither a link nor a file', async () => {
  const count = async () => (await queryRows(studio.db, 'select from share_links', {})).length;
  const [links, files] = [await count(), (await sharedFiles(studio.service)).length];
  await shareWhileWriting(new Error('the disk is broken'));
  await share(jobs.lost);
  await share(jobs.expired);
  assert.deepEqual([await count(), (await sharedFiles(studio.service)).length], [links, files]);
});

test('a sweep keeps shared rows, and removes what a killed process has left', async () => {
  const parts = { db: studio.db, storage: studio.service.app.storage, log: pino({ level: 'silent' }) };
  const { url } = (await share()).json as components['schemas']['Share'];
  await removeUnpublishedFiles(parts, 1_000);
  assert.equal((await fetchPublicFile(url)).status, 200);
  // As a process leaves it that dies after it has inserted the link, and before it has stored the file.
  const { fileKey } = await queryRow<{ fileKey: string }>(
    studio.db,
    `update share_links set created_at = now() - interval '11 minutes',
       expires_at = now() - interval '1 minute'
     where id = (select id from share_links where charge_id is null order by created_at desc limit 1)
     returning file_key as "fileKey"`,
    {},
  );
  await cleanUpShares(parts);
  assert.ok(!(await sharedFiles(studio.service)).includes(fileKey));
  assert.equal(
    (await queryRows(studio.db, 'select from share_links where file_key = :fileKey', { fileKey })).length,
    0,
  );
});

test('a link whose lease has ended while its file was stored is refused', async () => {
  const { storage } = studio.service.app;
  const write = storage.write.bind(storage);
  const slow = mock.method(storage, 'write', async (...args: Parameters<typeof write>) => {
    const stored = await write(...args);
    await queryRows(studio.db, 'update share_links set expires_at = created_at', {});
    return stored;
  });
  const { problem } = await share().finally(() => slow.mock.restore());
  assert.equal(problem.code, 'SHARE_UPLOAD_FAILED');
});
