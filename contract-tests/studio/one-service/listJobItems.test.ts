import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { components } from '../../../generated/studio.ts';
import { plainBatch, recordOutcomes } from '../../../test/helpers/batch.ts';
import { addTemplate } from '../../../test/helpers/http.ts';
import { createUser, startStudio, type Studio, type StudioCall } from '../../../test/helpers/studio.ts';
import { testOperation } from '../../../test/helpers/studio-statuses.ts';
import { addJob } from '../add-job.ts';

let studio: Studio;
let jobId: string;
before(async () => {
  studio = await startStudio();
  const { owner, db } = studio;
  const rows = ['one', 'two', 'three', 'four'].map((title) => ({ title }));
  jobId = await addJob(studio, owner, { ...plainBatch(await addTemplate(db, owner)), rows });
  await recordOutcomes(db, jobId, { succeeded: [0, 2], failed: [1] });
});
after(() => studio.close());

const list = (query: StudioCall['query'] = {}) => studio.call('listJobItems', { path: { jobId }, query });

testOperation('listJobItems', {
  200: [{ act: () => list() }, { act: () => list({ status: 'SUCCESS' }) }],
});

test('rows have the line of the file that they come from, if the submission names it', async () => {
  const { owner, db } = studio;
  const path = { templateId: await addTemplate(db, owner) };
  const json = { rows: [{ title: 'one' }, { title: 'two' }, { title: 'three' }], lines: [2, 5, 14] };
  const { status, json: job } = await studio.call('submitBatch', { path, json });
  assert.equal(status, 202);
  const submitted = (job as components['schemas']['Job']).jobId;
  await recordOutcomes(db, submitted, { succeeded: [0], failed: [1, 2] });
  const getLines = async (id: string) => {
    const { json: page } = await studio.call('listJobItems', { path: { jobId: id } });
    return (page as components['schemas']['JobItemPage']).data.map(({ line }) => line);
  };
  assert.deepEqual(await getLines(submitted), [2, 5, 14]);
  assert.deepEqual(await getLines(jobId), [null, null, null]);
});

test('the columns of the sheet are kept, if the submission names them', async () => {
  const as = await createUser(studio.db);
  const path = { templateId: await addTemplate(studio.db, as) };
  const columns = [{ name: '{{Vor}} {{Nach}}', variable: 'title' }];
  const json = { rows: [{ title: 'a' }], columns };
  const { json: job } = await studio.call('submitBatch', { as, path, json });
  const getColumns = async (id: string, reader: StudioCall['as']) => {
    const { json: page } = await studio.call('listJobItems', { as: reader, path: { jobId: id } });
    return (page as components['schemas']['JobItemPage']).columns;
  };
  assert.deepEqual(await getColumns((job as components['schemas']['Job']).jobId, as), columns);
  assert.equal(await getColumns(jobId, studio.owner), null);
});

test('columns that fill no variable are kept with their texts', async () => {
  const as = await createUser(studio.db);
  const path = { templateId: await addTemplate(studio.db, as) };
  const town = { name: 'Town', cells: ['Rome', ''] };
  const json = {
    rows: [{ title: 'a' }, { title: 'b' }],
    otherColumns: { columns: [town], leftOut: ['Life'] },
  };
  const { json: job } = await studio.call('submitBatch', { as, path, json });
  const submitted = (job as components['schemas']['Job']).jobId;
  await recordOutcomes(studio.db, submitted, { succeeded: [0, 1], failed: [] });
  const read = async (reader: StudioCall['as'], id: string) => {
    const { json: page } = await studio.call('listJobItems', { as: reader, path: { jobId: id } });
    const { data, otherColumns } = page as components['schemas']['JobItemPage'];
    return [otherColumns, data.map(({ otherCells }) => otherCells)];
  };
  assert.deepEqual(await read(as, submitted), [{ names: ['Town'], leftOut: ['Life'] }, [['Rome'], ['']]]);
  assert.deepEqual(await read(studio.owner, jobId), [null, [[], [], []]]);
});

test('lists the rows of one outcome with their values, to submit them again', async () => {
  const read = async (query?: StudioCall['query']) => {
    const { data, pagination } = (await list(query)).json as components['schemas']['JobItemPage'];
    return [data.map(({ rowIndex, values }) => [rowIndex, values['title']]), pagination.totalElements];
  };
  const [one, two, three] = [
    [0, 'one'],
    [1, 'two'],
    [2, 'three'],
  ];
  assert.deepEqual(await read(), [[one, two, three], 3]);
  assert.deepEqual(await read({ status: 'FAILED' }), [[two], 1]);
  assert.deepEqual(await read({ status: 'SUCCESS', size: 1, page: 1 }), [[three], 2]);
  assert.deepEqual(await read({ status: 'FAILED', page: 3 }), [[], 1]);
});
