import { randomUUID } from 'node:crypto';
import { after, before } from 'node:test';
import {
  addTemplate,
  createTenant,
  shareTestService,
  type Answer,
  type RequestOptions,
  type Tenant,
  type TestService,
} from '../../test/helpers/http.ts';
import { addUrlKey, signedTarget, type TestPicture, type TestUrlKey } from '../../test/helpers/image-urls.ts';
import { testStatuses, withFullDisk, withoutTable } from '../../test/helpers/operation-statuses.ts';

let service: TestService;
let tenant: Tenant;
let key: TestUrlKey;
/** It answers problems with the default picture. */
let mailKey: TestUrlKey;
let templateId: string;
let fittingKey: TestUrlKey;
let shortTextId: string;
before(async () => {
  service = await shareTestService();
  tenant = await createTenant(service.db);
  key = await addUrlKey(service.db, tenant);
  mailKey = await addUrlKey(service.db, tenant, { hasFallback: true });
  templateId = await addTemplate(service.db, tenant);
  fittingKey = await addUrlKey(service.db, tenant, { fit: true });
  shortTextId = await addTemplate(service.db, tenant, {
    variables: [{ name: 'title', type: 'text', label: 'Title', validation: { maxLength: 20 } }],
  });
});
after(() => service.close());

const send = (
  method: string,
  picture: Partial<TestPicture>,
  { signer = key, ...sending }: RequestOptions & { readonly signer?: TestUrlKey } = {},
): Promise<Answer> => service.send(method, signedTarget(signer, { templateId, ...picture }), sending);
const head = (picture: Partial<TestPicture> = {}, sending = {}): Promise<Answer> =>
  send('HEAD', picture, sending);

/** With a text that the key shortens. */
const headFitted = (headers: RequestOptions['headers'] = {}): Promise<Answer> =>
  send(
    'HEAD',
    { templateId: shortTextId, query: `v.title=${'a'.repeat(30)}` },
    { signer: fittingKey, headers },
  );

testStatuses('headImage', {
  200: [
    ...['png', 'jpg', 'webp', 'avif', 'svg', 'pdf', 'zpl'].map((extension) => ({
      act: () => head({ file: `card.${extension}` }),
    })),
    {
      act: async () => {
        await send('GET', {});
        return await head();
      },
    },
    { act: () => head({ query: 'scale=9' }, { signer: mailKey }) },
    { act: () => headFitted() },
  ],
  304: [
    {
      act: async () => head({}, { headers: { 'If-None-Match': (await head()).headers.get('etag') ?? '' } }),
    },
    { act: async () => headFitted({ 'If-None-Match': (await headFitted()).headers.get('etag') ?? '' }) },
  ],
  400: [
    { act: () => head({ query: 'scale=9' }), code: 'VALIDATION_ERROR' },
    { act: () => head({ query: 'v.none=b' }), code: 'VARIABLE_VALIDATION_FAILED' },
  ],
  403: [
    { act: () => head({}, { signer: { ...key, secret: 'another' } }), code: 'IMAGE_URL_INVALID' },
    {
      act: async () => {
        const restricted = await addUrlKey(service.db, tenant, { maxSidePx: 10 });
        return await head({}, { signer: restricted });
      },
      code: 'IMAGE_URL_RESTRICTED',
    },
  ],
  404: [{ act: () => head({ templateId: randomUUID() }), code: 'TEMPLATE_NOT_FOUND' }],
  410: [{ act: () => head({ query: 'exp=1000000000' }), code: 'IMAGE_URL_EXPIRED' }],
  500: [{ act: () => withoutTable(service.db, 'url_keys', () => head()), code: 'INTERNAL_ERROR' }],
  503: [{ act: () => withFullDisk(service.db, 'url_keys', () => head()), code: 'SERVICE_UNAVAILABLE' }],
});
