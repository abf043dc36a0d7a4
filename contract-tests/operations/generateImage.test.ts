import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, mock } from 'node:test';
import { StorageUnavailableError } from '../../src/storage/storage.ts';
import { queryRows } from '../../src/store/database.ts';
import { readUsage } from '../../src/store/quota.ts';
import { withFullStorage } from '../../test/helpers/full-workspace.ts';
import {
  addTemplate,
  createTenant,
  startTestService,
  type Answer,
  type RequestOptions,
  type Tenant,
  type TestService,
} from '../../test/helpers/http.ts';
import { writePlans } from '../../test/helpers/plans.ts';
import {
  testStatuses,
  untilLimited,
  withFullDisk,
  withoutTable,
} from '../../test/helpers/operation-statuses.ts';
import { addShare, publish, sharedFiles } from '../../test/helpers/shares.ts';
import { killRenderers, whileDrawing as whileDrawingWith } from '../../test/helpers/renderers.ts';
import { waitUntil } from '../../test/helpers/wait-until.ts';

let plans: Awaited<ReturnType<typeof writePlans>>;
let service: TestService;
let tenant: Tenant;
/** Its rate limit is used up. */
let busy: Tenant;
let templateId: string;
/** A template with an image variable. */
let portraitId: string;
before(async () => {
  plans = await writePlans({
    free: { rendersPerMonth: 0 },
    personal: { activeShareLinks: 0 },
    studio: { activeShareLinks: 1 },
  });
  service = await startTestService({
    env: { PLANS_FILE: plans.file, MAX_BODY_BYTES: '10000', RENDER_QUEUE: '0' },
  });
  // High limits, except for the plan whose limits are tested.
  tenant = await createTenant(service.db, { plan: 'enterprise' });
  busy = await createTenant(service.db);
  templateId = await addTemplate(service.db, tenant);
  portraitId = await addTemplate(service.db, tenant, {
    variables: [{ name: 'photo', type: 'image', label: 'Photo', required: false }],
    elements: [{ type: 'image', id: 'photo', x: 0, y: 0, width: 40, height: 20, src: '{{photo}}' }],
  });
});
after(async () => {
  await service.close();
  await plans.remove();
});

const plain = { json: { variables: { title: 'a' } } };
const generate = (sending: RequestOptions = plain, id = templateId) =>
  service.send('POST', `/api/v1/templates/${id}/generate`, { key: tenant.apiKey, ...sending });
const withJson = (json: unknown) => generate({ json });
const generateWithPhoto = (photo: string) => generate({ json: { variables: { photo } } }, portraitId);

const withKey = (key: string, json: unknown = plain.json) =>
  generate({ json, headers: { 'Idempotency-Key': key } });

/**
 * Runs a function while the only renderer is paused in a render.
 *
 * @param key the idempotency key of the render; default: none
 */
async function whileDrawing(
  act: Parameters<typeof whileDrawingWith<Answer>>[2],
  key?: string,
): Promise<Answer> {
  await untilRendererIsFree();
  return await whileDrawingWith(service.db, () => (key === undefined ? generate() : withKey(key)), act);
}

async function generateWithFreePlan(): Promise<Answer> {
  const poor = await createTenant(service.db, { plan: 'free' });
  const id = await addTemplate(service.db, poor);
  return await generate({ ...plain, key: poor.apiKey }, id);
}

async function linkOnPlan(plan: 'free' | 'personal'): Promise<Answer> {
  const someone = await createTenant(service.db, { plan });
  return await publish(service, someone, await addTemplate(service.db, someone));
}

/** Renders while no charge can be settled. */
async function generateUnsettled(): Promise<Answer> {
  await untilRendererIsFree();
  await service.db.raw(
    `alter table quota_entries add constraint unsettled check (state <> 'SETTLED') not valid`,
  );
  try {
    return await generate();
  } finally {
    await service.db.raw('alter table quota_entries drop constraint unsettled');
  }
}

/** Another request creates the only link that the plan allows, between the check and the end of this one. */
async function linkTooLate(): Promise<Answer> {
  const someone = await createTenant(service.db, { plan: 'studio' });
  const id = await addTemplate(service.db, someone);
  const { storage } = service.app;
  const checking = mock.method(storage, 'check', async () => {
    checking.mock.restore();
    await addShare(service, someone, id);
    await storage.check();
  });
  return await publish(service, someone, id);
}

/** Another request takes the room of the workspace, between the check and the end of this one. */
async function linkWithoutRoom(): Promise<Answer> {
  const someone = await createTenant(service.db, { plan: 'studio' });
  const id = await addTemplate(service.db, someone);
  const { storage } = service.app;
  const { write } = storage;
  const before = await sharedFiles(service);
  const filling = mock.method(storage, 'write', async (...given: Parameters<typeof write>) => {
    filling.mock.restore();
    await queryRows(
      service.db,
      `insert into workspace_files (workspace_id, hash, bytes)
       values (:workspaceId, sha256('full'), 1125899906842624)`,
      { workspaceId: someone.workspaceId },
    );
    await storage.write(...given);
  });
  const answer = await publish(service, someone, id);
  assert.equal((await readUsage(service.db, someone.workspaceId, new Date())).used, 0);
  assert.deepEqual(await sharedFiles(service), before);
  return answer;
}

/** The previous case may have left a renderer that is starting, or busy with an abandoned render. */
async function untilRendererIsFree(): Promise<void> {
  await waitUntil(async () => (await generate()).status === 200);
}

/** Publishes while one storage function fails. */
async function linkWhile(method: 'check' | 'write', error: Error): Promise<Answer> {
  await untilRendererIsFree();
  const failing = mock.method(service.app.storage, method, () => Promise.reject(error));
  try {
    return await publish(service, tenant, templateId);
  } finally {
    failing.mock.restore();
  }
}

testStatuses('generateImage', {
  // The title does not fit, so that the answers have warnings.
  200: [
    ...['png', 'jpeg', 'webp', 'avif', 'svg', 'pdf', 'zpl'].flatMap((format) =>
      ['binary', 'link'].map((delivery) => ({
        act: () => withJson({ variables: { title: 'a title with many words' }, format, delivery }),
      })),
    ),
    {
      act: async () => {
        await withKey('repeated');
        return await withKey('repeated');
      },
    },
  ],
  400: [
    { act: () => withJson({}), code: 'VALIDATION_ERROR' },
    { act: () => withJson({ variables: { titel: 'a' } }), code: 'VALIDATION_ERROR' },
    { act: () => generate({ body: '{' }), code: 'VALIDATION_ERROR' },
    { act: () => generate(plain, 'no-id'), code: 'VALIDATION_ERROR' },
    { act: () => generateWithPhoto('https://127.0.0.1/photo.png'), code: 'VALIDATION_ERROR' },
    { act: () => generateWithPhoto('data:image/png;base64,bm8gcGljdHVyZQ=='), code: 'VALIDATION_ERROR' },
  ],
  401: [{ act: () => generate({ ...plain, key: 'wrong' }), code: 'UNAUTHORIZED' }],
  403: [
    { act: () => linkOnPlan('free'), code: 'SHARING_NOT_AVAILABLE_ON_PLAN' },
    { act: () => linkOnPlan('personal'), code: 'SHARE_LINK_LIMIT_REACHED' },
    { act: linkTooLate, code: 'SHARE_LINK_LIMIT_REACHED' },
  ],
  404: [{ act: () => generate(plain, randomUUID()), code: 'TEMPLATE_NOT_FOUND' }],
  409: [
    {
      act: () => withFullStorage(service.db, tenant, () => publish(service, tenant, templateId)),
      code: 'STORAGE_LIMIT_REACHED',
    },
    { act: linkWithoutRoom, code: 'STORAGE_LIMIT_REACHED' },
    {
      act: () => whileDrawing(() => withKey('held'), 'held'),
      code: 'IDEMPOTENCY_KEY_IN_PROGRESS',
    },
  ],
  413: [{ act: () => generate({ body: ' '.repeat(10_001) }), code: 'PAYLOAD_TOO_LARGE' }],
  415: [
    {
      act: () => generate({ body: 'a=b', headers: { 'Content-Type': 'text/plain' } }),
      code: 'UNSUPPORTED_MEDIA_TYPE',
    },
  ],
  422: [
    {
      act: async () => {
        await withKey('reused');
        return await withKey('reused', { variables: { title: 'b' } });
      },
      code: 'IDEMPOTENCY_KEY_REUSED',
    },
  ],
  500: [
    {
      act: async () => {
        await untilRendererIsFree();
        return await withoutTable(service.db, 'quota_entries', () => generate());
      },
      code: 'INTERNAL_ERROR',
    },
    { act: generateUnsettled, code: 'INTERNAL_ERROR' },
  ],
  502: [
    { act: () => whileDrawing(killRenderers), code: 'RENDER_FAILED' },
    { act: () => linkWhile('write', new Error('the disk is broken')), code: 'SHARE_UPLOAD_FAILED' },
  ],
  503: [
    { act: () => whileDrawing(() => generate()), code: 'RENDERER_UNAVAILABLE' },
    { act: () => linkWhile('check', new Error('no route')), code: 'SHARING_UNAVAILABLE' },
    { act: () => linkWhile('write', new StorageUnavailableError('no route')), code: 'SHARING_UNAVAILABLE' },
    {
      act: async () => {
        await untilRendererIsFree();
        return await withFullDisk(service.db, 'quota_entries', () => generate());
      },
      code: 'SERVICE_UNAVAILABLE',
    },
  ],
  429: [
    { act: generateWithFreePlan, code: 'QUOTA_EXCEEDED' },
    {
      act: () => untilLimited(service.db, () => generate({ json: {}, key: busy.apiKey })),
      code: 'RATE_LIMIT_EXCEEDED',
    },
  ],
});
