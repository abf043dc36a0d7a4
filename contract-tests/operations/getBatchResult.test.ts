import { randomUUID } from 'node:crypto';
import { after, before } from 'node:test';
import { archiveKey } from '../../src/domain/files/batch-files.ts';
import { addArchive, requestBatch, plainBatch, submitJob } from '../../test/helpers/batch.ts';
import {
  addTemplate,
  createTenant,
  shareTestService,
  type Tenant,
  type TestService,
} from '../../test/helpers/http.ts';
import {
  testStatuses,
  untilLimited,
  withFullDisk,
  withoutTable,
} from '../../test/helpers/operation-statuses.ts';

let service: TestService;
let tenant: Tenant;
/** Its rate limit is used up. */
let busy: Tenant;
let pending: string;
let completed: string;
let sheets: string;
let expired: string;
let lost: string;
before(async () => {
  service = await shareTestService();
  tenant = await createTenant(service.db);
  busy = await createTenant(service.db);
  const templateId = await addTemplate(service.db, tenant);
  const archive = async (retentionMs?: number, kind: 'zip' | 'pdf' = 'zip') => {
    // An account may submit once a second.
    await service.db('rate_limits').delete();
    return await addArchive(
      service,
      tenant,
      templateId,
      Buffer.from((kind === 'pdf' ? '%PDF-1.7' : '').padEnd(1000, 'x')),
      { retentionMs, kind },
    );
  };
  completed = await archive();
  sheets = await archive(undefined, 'pdf');
  expired = await archive(0);
  lost = await archive();
  await service.app.storage.delete(archiveKey(lost, 0));
  await service.db('rate_limits').delete();
  pending = await submitJob(service, tenant, plainBatch(templateId));
});
after(() => service.close());

const read = (id: string, query = '', headers = {}, who: Pick<Tenant, 'apiKey'> = tenant) =>
  requestBatch(service, 'GET', `/${id}/result${query}`, who, { headers });
const part = (range: string) => read(completed, '?delivery=zip', { Range: range });

testStatuses('getBatchResult', {
  200: [
    { act: () => read(completed) },
    { act: () => read(completed, '?delivery=url') },
    { act: () => read(completed, '?delivery=zip') },
    { act: () => read(sheets, '?delivery=pdf') },
    { act: () => part('bytes=1-2,4-5') },
  ],
  206: [
    { act: () => read(sheets, '?delivery=pdf', { Range: 'bytes=0-9' }) },
    { act: () => part('bytes=0-9') },
    { act: () => part('bytes=-1') },
  ],
  400: [
    { act: () => read(completed, '?delivery=tar'), code: 'BATCH_INVALID_DELIVERY' },
    { act: () => read(completed, '?delivery='), code: 'BATCH_INVALID_DELIVERY' },
    { act: () => read(completed, '?delivery=pdf'), code: 'BATCH_INVALID_DELIVERY' },
    { act: () => read('no-id'), code: 'VALIDATION_ERROR' },
    { act: () => read(completed, '?format=zip'), code: 'VALIDATION_ERROR' },
  ],
  401: [{ act: () => read(completed, '', {}, { apiKey: 'wrong' }), code: 'UNAUTHORIZED' }],
  404: [
    { act: () => read(randomUUID()), code: 'BATCH_NOT_FOUND' },
    { act: () => read(completed, '', {}, busy), code: 'BATCH_NOT_FOUND' },
    { act: () => read(lost), code: 'BATCH_RESULT_NOT_FOUND' },
    { act: () => read(lost, '?delivery=zip'), code: 'BATCH_RESULT_NOT_FOUND' },
  ],
  409: [
    { act: () => read(pending), code: 'BATCH_RESULT_NOT_READY' },
    { act: () => read(pending, '?delivery=zip'), code: 'BATCH_RESULT_NOT_READY' },
  ],
  410: [
    { act: () => read(expired), code: 'BATCH_RESULT_EXPIRED' },
    { act: () => read(expired, '?delivery=zip'), code: 'BATCH_RESULT_EXPIRED' },
  ],
  416: [{ act: () => part('bytes=1000-'), code: 'RANGE_NOT_SATISFIABLE' }],
  429: [
    { act: () => untilLimited(service.db, () => read(completed, '', {}, busy)), code: 'RATE_LIMIT_EXCEEDED' },
  ],
  500: [{ act: () => withoutTable(service.db, 'batch_jobs', () => read(completed)), code: 'INTERNAL_ERROR' }],
  503: [
    { act: () => withFullDisk(service.db, 'batch_jobs', () => read(completed)), code: 'SERVICE_UNAVAILABLE' },
  ],
});
