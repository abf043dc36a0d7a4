import { randomUUID } from 'node:crypto';
import { after, before } from 'node:test';
import {
  createTenant,
  plainDocument,
  startTestService,
  type Answer,
  type Tenant,
  type TestService,
} from '../../test/helpers/http.ts';
import {
  testStatuses,
  untilLimited,
  withFullDisk,
  withoutTable,
} from '../../test/helpers/operation-statuses.ts';
import { withFullStorage } from '../../test/helpers/full-workspace.ts';
import { makeZip } from '../../test/helpers/zip.ts';

let service: TestService;
let tenant: Tenant;
/** Its rate limit is used up. */
let busy: Tenant;
before(async () => {
  service = await startTestService({ env: { MAX_BODY_BYTES: '100000' } });
  tenant = await createTenant(service.db, { mayAuthor: true });
  busy = await createTenant(service.db, { mayAuthor: true });
});
after(() => service.close());

const getZip = (document: object) =>
  makeZip([{ name: 'template.json', content: JSON.stringify(document) }]) as Uint8Array;
const good = getZip(plainDocument);

const send = async (
  body: Uint8Array | string,
  options: { query?: string; from?: Tenant; projectId?: string; type?: string } = {},
): Promise<Answer> => {
  const { query = '', from = tenant, type = 'application/octet-stream' } = options;
  const { projectId = from.projectId } = options;
  return await service.send('POST', `/api/v1/projects/${projectId}/templates${query}`, {
    key: from.apiKey,
    body,
    headers: { 'Content-Type': type },
  });
};

const replace = async (): Promise<Answer> => {
  const { id } = (await send(good)).json as { id: string };
  return await send(good, { query: `?templateId=${id}&visibility=SHARED` });
};

testStatuses('importTemplate', {
  200: [{ act: replace }],
  201: [{ act: () => send(good) }],
  400: [
    { act: () => send(good, { query: '?templateId=card' }), code: 'VALIDATION_ERROR' },
    { act: () => send('no zip'), code: 'VALIDATION_ERROR' },
    { act: () => send(getZip({ ...plainDocument, surprise: true })), code: 'TEMPLATE_INVALID' },
  ],
  401: [{ act: () => send(good, { from: { ...tenant, apiKey: 'wrong' } }), code: 'UNAUTHORIZED' }],
  403: [
    {
      act: async () => send(good, { from: await createTenant(service.db) }),
      code: 'AUTHORING_NOT_ALLOWED',
    },
  ],
  404: [
    { act: () => send(good, { projectId: randomUUID() }), code: 'PROJECT_NOT_FOUND' },
    { act: () => send(good, { query: `?templateId=${randomUUID()}` }), code: 'TEMPLATE_NOT_FOUND' },
  ],
  409: [
    {
      act: () => withFullStorage(service.db, tenant, () => send(good)),
      code: 'STORAGE_LIMIT_REACHED',
    },
  ],
  413: [{ act: () => send(new Uint8Array(100_001)), code: 'PAYLOAD_TOO_LARGE' }],
  415: [{ act: () => send('{}', { type: 'application/json' }), code: 'UNSUPPORTED_MEDIA_TYPE' }],
  429: [
    {
      act: () => untilLimited(service.db, () => send('no zip', { from: busy })),
      code: 'RATE_LIMIT_EXCEEDED',
    },
  ],
  500: [{ act: () => withoutTable(service.db, 'template_files', () => send(good)), code: 'INTERNAL_ERROR' }],
  503: [{ act: () => withFullDisk(service.db, 'projects', () => send(good)), code: 'SERVICE_UNAVAILABLE' }],
});
