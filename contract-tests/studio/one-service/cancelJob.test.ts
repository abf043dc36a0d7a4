import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { plainBatch, readLedger, recordOutcomes } from '../../../test/helpers/batch.ts';
import { addTemplate } from '../../../test/helpers/http.ts';
import { startStudio, type Studio } from '../../../test/helpers/studio.ts';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { addJob } from '../add-job.ts';

let studio: Studio;
let jobId: string;
before(async () => {
  studio = await startStudio();
  jobId = await addJob(studio, studio.owner, plainBatch(await addTemplate(studio.db, studio.owner), 3));
});
after(() => studio.close());

const cancel = () => studio.call('cancelJob', { path: { jobId } });

test('refunds the rows that are not rendered', async () => {
  await recordOutcomes(studio.db, jobId, { succeeded: [0] });
  assert.equal((await cancel()).status, 204);
  assert.equal((await readLedger(studio.db, studio.owner.workspaceId)).used, 1);
});

// Also of the job that has ended.
testOperation('cancelJob', { 204: [{ act: cancel }] });
