import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { archiveKey } from '../../src/domain/files/batch-files.ts';
import { queryRows } from '../../src/store/database.ts';
import { plainBatch } from '../../test/helpers/batch.ts';
import { addProject, addTemplate } from '../../test/helpers/http.ts';
import { startStudio, type Studio, type StudioCall } from '../../test/helpers/studio.ts';
import { makeZip } from '../../test/helpers/zip.ts';
import { testOperation } from '../../test/helpers/studio-statuses.ts';
import { addJob } from './add-job.ts';
import { addRowFiles, rowContent, type Format } from './row-files.ts';

const formats: readonly Format[] = ['png', 'jpeg', 'webp', 'avif', 'svg', 'pdf', 'zpl'];

let studio: Studio;
let templateId: string;
let jobs: Record<Format | 'expired' | 'lost' | 'damaged' | 'pending' | 'sheets', string>;
before(async () => {
  studio = await startStudio();
  const { service, owner, db } = studio;
  templateId = await addTemplate(db, owner);
  const add = (options: Partial<Parameters<typeof addRowFiles>[2]> = {}) =>
    addRowFiles(studio, owner, { templateId, ...options });
  const ofFormats: Partial<Record<Format, string>> = {};
  for (const format of formats) ofFormats[format] = await add({ format });
  jobs = {
    ...(ofFormats as Record<Format, string>),
    expired: await add({ retentionMs: 0 }),
    lost: await add(),
    damaged: await add({ archive: Buffer.from('no archive') }),
    sheets: await add({ format: 'pdf', kind: 'pdf' }),
    pending: await addJob(studio, owner, plainBatch(templateId)),
  };
  await service.app.storage.delete(archiveKey(jobs.lost, 0));
});
after(() => studio.close());

const get = (jobId: string, rowIndex = 0, query: StudioCall['query'] = {}, as?: StudioCall['as']) =>
  studio.call('getJobItemFile', {
    path: { jobId, rowIndex },
    query,
    ...(as === undefined ? {} : { as }),
  });

testOperation('getJobItemFile', {
  200: formats.map((format) => ({ act: () => get(jobs[format]) })),
  404: [
    { act: () => get(jobs.png, 3), code: 'NOT_FOUND' },
    { act: () => get(jobs.png, 2_147_483_647), code: 'NOT_FOUND' },
    { act: () => get(jobs.lost), code: 'BATCH_RESULT_NOT_FOUND' },
    { act: () => get(jobs.damaged), code: 'BATCH_RESULT_NOT_FOUND' },
    { act: () => get(jobs.png, 0, {}, studio.stranger), code: 'BATCH_NOT_FOUND' },
    { act: () => get(jobs.png, 0, {}, studio.member), code: 'BATCH_NOT_FOUND' },
  ],
  409: [
    { act: () => get(jobs.pending), code: 'BATCH_RESULT_NOT_READY' },
    { act: () => get(jobs.png, 2), code: 'ROW_HAS_NO_FILE' },
    { act: () => get(jobs.sheets), code: 'ROW_HAS_NO_FILE' },
  ],
  410: [{ act: () => get(jobs.expired), code: 'BATCH_RESULT_EXPIRED' }],
});

test('the file has the bytes and the name that it has in the archive, and is saved or shown', async () => {
  const saved = await get(jobs.pdf);
  assert.deepEqual(Buffer.from(saved.bytes), rowContent('pdf'));
  assert.equal(saved.headers.get('content-length'), String(rowContent('pdf').length));
  assert.equal(saved.headers.get('content-type'), 'application/pdf');
  assert.match(
    saved.headers.get('content-disposition') ?? '',
    /^attachment; .*filename\*=UTF-8''Gr%C3%BC%C3%9Fe%20a\.pdf$/,
  );
  assert.match(saved.headers.get('content-security-policy') ?? '', /; sandbox$/);
  const shown = await get(jobs.pdf, 1, { save: 'false' });
  assert.deepEqual(Buffer.from(shown.bytes), rowContent('pdf', 1));
  assert.equal(shown.headers.get('content-disposition'), null);
  // A sandbox would show no PDF; scripts cannot run without one, either.
  assert.match(shown.headers.get('content-security-policy') ?? '', /^default-src 'none'; (?!.*sandbox)/);
});

test('a name as long as file systems accept stays whole', async () => {
  const jobId = await addRowFiles(studio, studio.owner, { templateId });
  // The archive does not have it: so it says which file is missing, not a cut name.
  const long = `${'x'.repeat(251)}.png`;
  const rename = (filename: string) =>
    queryRows(
      studio.db,
      `update batch_rows set filename = :filename where job_id = :jobId and row_index = 0`,
      { filename, jobId },
    );
  await rename(long);
  assert.equal((await get(jobId)).problem.code, 'NOT_FOUND');
  const archive = makeZip([{ name: long, content: rowContent('png') }]);
  await studio.service.app.storage.write(archiveKey(jobId, 0), archive);
  await queryRows(studio.db, 'update batch_jobs set archive_bytes = :bytes where id = :jobId', {
    bytes: archive.length,
    jobId,
  });
  const { headers } = await get(jobId);
  assert.equal(headers.get('content-disposition'), `attachment; filename="${long}"`);
});

test('a template that became private, or was deleted, changes nothing', async () => {
  const { db, owner, member } = studio;
  const projectId = await addProject(db, owner, { visibility: 'SHARED' });
  const shared = await addTemplate(db, owner, {}, { projectId, visibility: 'SHARED' });
  const jobId = await addRowFiles(studio, member, { templateId: shared });
  await queryRows(db, `update templates set visibility = 'PRIVATE' where id = :shared`, { shared });
  assert.deepEqual(Buffer.from((await get(jobId, 0, {}, member)).bytes), rowContent('png'));
  await studio.call('deleteTemplate', { path: { templateId: shared }, as: owner });
  assert.deepEqual(Buffer.from((await get(jobId, 0, {}, member)).bytes), rowContent('png'));
  assert.equal((await get(jobId, 0, {}, owner)).problem.code, 'BATCH_NOT_FOUND');
});
