import { randomUUID } from 'node:crypto';
import { after, before } from 'node:test';
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
import { addUrlKey, signedTarget, type TestPicture, type TestUrlKey } from '../../test/helpers/image-urls.ts';
import { testStatuses, withFullDisk, withoutTable } from '../../test/helpers/operation-statuses.ts';
import { takeTokens } from '../../src/store/rate-limits.ts';
import { killRenderers, whileDrawing as whileDrawingWith } from '../../test/helpers/renderers.ts';
import { waitUntil } from '../../test/helpers/wait-until.ts';

let plans: Awaited<ReturnType<typeof writePlans>>;
let service: TestService;
let tenant: Tenant;
let key: TestUrlKey;
let fittingKey: TestUrlKey;
let templateId: string;
before(async () => {
  plans = await writePlans({ free: { rendersPerMonth: 0 }, personal: { generatePerSecond: 0.001 } });
  service = await startTestService({ env: { PLANS_FILE: plans.file, RENDER_QUEUE: '0' } });
  // High limits, except for the plan whose limits are tested.
  tenant = await createTenant(service.db, { plan: 'enterprise' });
  key = await addUrlKey(service.db, tenant);
  fittingKey = await addUrlKey(service.db, tenant, { fit: true });
  templateId = await addTemplate(service.db, tenant, {
    variables: [
      { name: 'title', type: 'text', label: 'Title', required: true, validation: { maxLength: 20 } },
    ],
  });
});
after(async () => {
  await service.close();
  await plans.remove();
});

let pictures = 0;
/** A picture that was not rendered yet. */
const newQuery = (): string => `v.title=${(pictures += 1)}`;

const get = (
  picture: Partial<TestPicture> = {},
  signer: TestUrlKey = key,
  sending: RequestOptions = {},
): Promise<Answer> =>
  service.send('GET', signedTarget(signer, { templateId, query: 'v.title=a', ...picture }), sending);

async function withKey(restrictions: Parameters<typeof addUrlKey>[2], picture: Partial<TestPicture> = {}) {
  return await get(picture, await addUrlKey(service.db, tenant, restrictions));
}

/** With a text that the key shortens. */
const getFitted = (headers: RequestOptions['headers'] = {}): Promise<Answer> =>
  get({ query: `v.title=${'a'.repeat(30)}` }, fittingKey, { headers });

/** The previous case may have left a renderer that is starting. */
async function untilRendererIsFree(): Promise<void> {
  await waitUntil(async () => (await get({ query: newQuery() })).status === 200);
}

/** Runs a function while the only renderer is paused in a render. */
async function whileDrawing(act: Parameters<typeof whileDrawingWith<Answer>>[2]): Promise<Answer> {
  await untilRendererIsFree();
  return await whileDrawingWith(service.db, () => get({ query: newQuery() }), act);
}

async function getOnFreePlan(): Promise<Answer> {
  const poor = await createTenant(service.db, { plan: 'free' });
  const id = await addTemplate(service.db, poor);
  return await get({ templateId: id, query: '' }, await addUrlKey(service.db, poor));
}

async function getTooMany(): Promise<Answer> {
  const busy = await createTenant(service.db, { plan: 'personal' });
  const id = await addTemplate(service.db, busy);
  const busyKey = await addUrlKey(service.db, busy);
  // The next turn does not come within 20 s.
  await takeTokens(service.db, { key: `pictures:${busy.accountId}`, perSecond: 0.001, burst: 40 }, 40);
  return await get({ templateId: id, query: newQuery() }, busyKey);
}

testStatuses('getImage', {
  200: [
    ...['png', 'jpg', 'webp', 'avif', 'svg', 'pdf', 'zpl'].map((extension) => ({
      act: () => get({ file: `card.${extension}` }),
    })),
    { act: () => get({ version: 1 }) },
    { act: () => withKey({ hasFallback: true }, { query: '' }) },
    { act: () => getFitted() },
  ],
  206: [
    ...['png', 'jpg', 'webp', 'avif', 'svg', 'pdf', 'zpl'].map((extension) => ({
      act: () => get({ file: `card.${extension}` }, key, { headers: { Range: 'bytes=0-9' } }),
    })),
    { act: () => getFitted({ Range: 'bytes=0-9' }) },
  ],
  304: [
    {
      act: async () =>
        get({}, key, { headers: { 'If-None-Match': (await get()).headers.get('etag') ?? '' } }),
    },
    {
      act: async () => getFitted({ 'If-None-Match': (await getFitted()).headers.get('etag') ?? '' }),
    },
  ],
  400: [
    { act: () => get({ query: 'v.title=a&scale=9' }), code: 'VALIDATION_ERROR' },
    { act: () => get({ query: 'v.title=a&title=b' }), code: 'VALIDATION_ERROR' },
    { act: () => get({ version: 'latest' }), code: 'VALIDATION_ERROR' },
    { act: () => get({ query: '' }), code: 'VARIABLE_VALIDATION_FAILED' },
    { act: () => get({ query: 'v.title=a&v.none=b' }), code: 'VARIABLE_VALIDATION_FAILED' },
  ],
  403: [
    { act: () => service.send('GET', `/i/${templateId}/live/card.png`), code: 'IMAGE_URL_INVALID' },
    { act: () => get({}, { ...key, secret: 'another' }), code: 'IMAGE_URL_INVALID' },
    { act: () => get({}, { ...key, urlKeyId: randomUUID() }), code: 'IMAGE_URL_INVALID' },
    { act: () => withKey({ formats: ['jpeg'] }), code: 'IMAGE_URL_RESTRICTED' },
  ],
  404: [
    { act: () => get({ templateId: randomUUID() }), code: 'TEMPLATE_NOT_FOUND' },
    { act: () => get({ version: 2 }), code: 'TEMPLATE_NOT_FOUND' },
  ],
  410: [{ act: () => get({ query: 'v.title=a&exp=1000000000' }), code: 'IMAGE_URL_EXPIRED' }],
  416: [
    {
      act: () => get({}, key, { headers: { Range: 'bytes=9999999-' } }),
      code: 'RANGE_NOT_SATISFIABLE',
    },
  ],
  429: [
    { act: getOnFreePlan, code: 'QUOTA_EXCEEDED' },
    { act: getTooMany, code: 'RATE_LIMIT_EXCEEDED' },
  ],
  500: [{ act: () => withoutTable(service.db, 'url_keys', () => get()), code: 'INTERNAL_ERROR' }],
  502: [{ act: () => whileDrawing(killRenderers), code: 'RENDER_FAILED' }],
  503: [
    { act: () => whileDrawing(() => get({ query: newQuery() })), code: 'RENDERER_UNAVAILABLE' },
    { act: () => withFullDisk(service.db, 'url_keys', () => get()), code: 'SERVICE_UNAVAILABLE' },
  ],
});
