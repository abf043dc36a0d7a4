import { after, before } from 'node:test';
import { complete, plainBatch } from '../../../test/helpers/batch.ts';
import { addTemplate } from '../../../test/helpers/http.ts';
import { startStudio, type Studio } from '../../../test/helpers/studio.ts';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { addJob } from '../add-job.ts';

let studio: Studio;
let active: string;
let ended: string;
before(async () => {
  studio = await startStudio();
  const { owner, db } = studio;
  const templateId = await addTemplate(db, owner);
  ended = await addJob(studio, owner, plainBatch(templateId));
  await complete(db, ended);
  active = await addJob(studio, owner, plainBatch(templateId));
});
after(() => studio.close());

const remove = (jobId: string) => studio.call('deleteJob', { path: { jobId } });

testOperation('deleteJob', {
  204: [{ act: () => remove(ended) }],
  404: [{ act: () => remove(ended), code: 'BATCH_NOT_FOUND' }],
  409: [{ act: () => remove(active), code: 'BATCH_JOB_ACTIVE' }],
});
