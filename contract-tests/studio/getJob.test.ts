import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { components } from '../../generated/studio.ts';
import { complete, plainBatch, recordOutcomes } from '../../test/helpers/batch.ts';
import { addTemplate } from '../../test/helpers/http.ts';
import { startStudio, type Studio } from '../../test/helpers/studio.ts';
import { testOperation } from '../../test/helpers/studio-statuses.ts';
import { addJob } from './add-job.ts';

let studio: Studio;
let jobId: string;
let templateId: string;
before(async () => {
  studio = await startStudio({ env: { OUTBOUND_ALLOW: '127.0.0.0/8' } });
  templateId = await addTemplate(studio.db, studio.owner);
  const callbackUrl = 'https://127.0.0.1/hook';
  jobId = await addJob(studio, studio.owner, { ...plainBatch(templateId), callbackUrl });
});
after(() => studio.close());

const get = () => studio.call('getJob', { path: { jobId } });

testOperation('getJob', { 200: [{ act: get }] });

test('shows progress, archive and callback of a job that a key has submitted', async () => {
  const read = async () => (await get()).json as components['schemas']['Job'];
  const { deliveryId = '', ...callback } = (await read()).callback ?? {};
  assert.deepEqual(callback, {
    url: 'https://127.0.0.1/hook',
    status: 'PENDING',
    attempts: 0,
    lastError: null,
  });
  await recordOutcomes(studio.db, jobId, { succeeded: [0], failed: [1] });
  const active = await read();
  assert.deepEqual(
    [
      active.status,
      active.processedItems,
      active.completedItems,
      active.failedItems,
      active.archiveExpiresAt,
    ],
    ['PROCESSING', 2, 1, 1, null],
  );
  assert.deepEqual(
    [active.jobId, active.templateId, active.origin, active.apiKeyName, active.sheet],
    [jobId, templateId, 'API_KEY', 'Test key', null],
  );
  await complete(studio.db, jobId);
  const ended = await read();
  assert.equal(ended.status, 'COMPLETED');
  assert.ok(new Date(ended.archiveExpiresAt ?? 0) > new Date());
  assert.equal(ended.callback?.deliveryId, deliveryId);
});

test('shows the standard, the preflight and the attached files that a job was submitted with', async () => {
  const read = async (id: string) => {
    const { json } = await studio.call('getJob', { path: { jobId: id } });
    const { pdfStandard, preflight, attachments } = json as components['schemas']['Job'];
    return { pdfStandard, preflight, attachments };
  };
  assert.deepEqual(await read(jobId), { pdfStandard: null, preflight: false, attachments: [] });
  const template = { templateId, format: 'pdf' };
  const file = { mediaType: 'text/plain', relationship: 'Data', contentVariable: 'title' } as const;
  const options = {
    pdfStandard: 'PDF/A-3b',
    attachments: [
      { ...file, name: 'b.txt' },
      { ...file, name: 'a.txt' },
    ],
  } as const;
  const rows = [{ title: 'YQ==' }];
  const attached = await addJob(studio, studio.owner, { template: { ...template, options }, rows });
  assert.deepEqual(await read(attached), {
    pdfStandard: 'PDF/A-3b',
    preflight: false,
    attachments: ['b.txt', 'a.txt'],
  });
});
