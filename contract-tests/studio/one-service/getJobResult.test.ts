import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { archiveKey } from '../../../src/domain/files/batch-files.ts';
import { addArchive, plainBatch } from '../../../test/helpers/batch.ts';
import { addTemplate } from '../../../test/helpers/http.ts';
import { checkedFetch } from '../../../test/helpers/requests.ts';
import { startStudio, type Studio } from '../../../test/helpers/studio.ts';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { addJob } from '../add-job.ts';

let studio: Studio;
let completed: string;
let expired: string;
let lost: string;
let pending: string;
before(async () => {
  studio = await startStudio();
  const { service, owner, db } = studio;
  const templateId = await addTemplate(db, owner);
  const archive = async (retentionMs?: number) => {
    // An account may submit once a second.
    await db('rate_limits').delete();
    return await addArchive(service, owner, templateId, Buffer.from('an archive'), { retentionMs });
  };
  completed = await archive();
  expired = await archive(0);
  lost = await archive();
  await service.app.storage.delete(archiveKey(lost, 0));
  pending = await addJob(studio, owner, plainBatch(templateId));
});
after(() => studio.close());

const get = (jobId: string) => studio.call('getJobResult', { path: { jobId } });

testOperation('getJobResult', {
  200: [{ act: () => get(completed) }],
  404: [{ act: () => get(lost), code: 'BATCH_RESULT_NOT_FOUND' }],
  409: [{ act: () => get(pending), code: 'BATCH_RESULT_NOT_READY' }],
  410: [{ act: () => get(expired), code: 'BATCH_RESULT_EXPIRED' }],
});

test('the URL serves the archive without a session', async () => {
  const { downloadUrl } = (await get(completed)).json as { downloadUrl: string };
  assert.equal(await (await checkedFetch(downloadUrl)).text(), 'an archive');
});
