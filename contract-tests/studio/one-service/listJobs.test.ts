import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { components } from '../../../generated/studio.ts';
import { complete, plainBatch } from '../../../test/helpers/batch.ts';
import { addTemplate } from '../../../test/helpers/http.ts';
import { startStudio, type Studio, type StudioCall } from '../../../test/helpers/studio.ts';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { addJob } from '../add-job.ts';

let studio: Studio;
let templateId: string;
let otherTemplateId: string;
/** Two of the template, the first of them completed, and one of another template. */
let jobIds: [string, string, string];
before(async () => {
  studio = await startStudio();
  const { owner, db } = studio;
  templateId = await addTemplate(db, owner);
  otherTemplateId = await addTemplate(db, owner);
  const first = await addJob(studio, owner, plainBatch(templateId));
  await complete(db, first);
  const second = await addJob(studio, owner, plainBatch(templateId));
  jobIds = [first, second, await addJob(studio, owner, plainBatch(otherTemplateId))];
  await addJob(studio, studio.member, plainBatch(await addTemplate(db, studio.member)));
});
after(() => studio.close());

async function list(query: StudioCall['query']): Promise<{ ids: string[]; total: number }> {
  const { data, pagination } = (await studio.call('listJobs', { query }))
    .json as components['schemas']['JobPage'];
  return { ids: data.map(({ jobId }) => jobId), total: pagination.totalElements };
}

testOperation('listJobs', { 200: [{ act: () => studio.call('listJobs') }] });

test('lists the own jobs, newest first, by template, status and origin', async () => {
  const [first, second, third] = jobIds;
  assert.deepEqual(await list({}), { ids: [third, second, first], total: 3 });
  assert.deepEqual(await list({ templateId }), { ids: [second, first], total: 2 });
  assert.deepEqual(await list({ templateId, status: ['COMPLETED', 'FAILED'] }), { ids: [first], total: 1 });
  assert.deepEqual(await list({ status: ['PENDING'] }), { ids: [third, second], total: 2 });
  assert.deepEqual(await list({ templateId, source: 'DESIGNER' }), { ids: [], total: 0 });
  assert.deepEqual(await list({ templateId, size: 1, page: 1 }), { ids: [first], total: 2 });
  assert.deepEqual(await list({ templateId, size: 1, page: 7 }), { ids: [], total: 2 });
  assert.deepEqual(await list({ templateId: randomUUID() }), { ids: [], total: 0 });
});
