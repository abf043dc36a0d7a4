/** Rules of signed image URLs: restrictions, values, caching, costs, the default picture, byte ranges. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import sharp from 'sharp';
import { deleteUrlKey } from '../../src/store/url-keys.ts';
import { replaceTemplate } from '../../src/store/templates.ts';
import {
  addTemplate,
  createTenant,
  plainDocument,
  startTestService,
  type Answer,
  type RequestOptions,
  type Tenant,
  type TestService,
} from '../helpers/http.ts';
import { startImageOrigin, type ImageOrigin } from '../helpers/image-origin.ts';
import { addUrlKey, sign, signedTarget, type TestPicture, type TestUrlKey } from '../helpers/image-urls.ts';

let service: TestService;
let tenant: Tenant;
let key: TestUrlKey;
/** It has the variables `title` (required) and `photo`. */
let templateId: string;
let origin: ImageOrigin;
before(async () => {
  origin = await startImageOrigin();
  service = await startTestService({ env: { RATE_LIMITS: 'off', OUTBOUND_ALLOW: '127.0.0.0/8' } });
  tenant = await createTenant(service.db, { plan: 'enterprise' });
  key = await addUrlKey(service.db, tenant);
  templateId = await addTemplate(service.db, tenant, {
    variables: [
      { name: 'title', type: 'text', label: 'Headline', required: true, validation: { maxLength: 20 } },
      { name: 'photo', type: 'image', label: 'Photo', required: false },
    ],
    elements: [
      ...(plainDocument.elements ?? []),
      { type: 'image', id: 'photo', x: 0, y: 0, width: 8, height: 8, src: '{{photo}}' },
    ],
  });
});
after(async () => {
  await service.close();
  origin.close();
});

const send = (
  picture: Partial<TestPicture> = {},
  {
    method = 'GET',
    signer = key,
    ...sending
  }: RequestOptions & { method?: string; signer?: TestUrlKey } = {},
): Promise<Answer> =>
  service.send(method, signedTarget(signer, { templateId, query: 'v.title=a', ...picture }), sending);

/** Renders that the tenant's workspace has paid. */
async function countCharges(): Promise<number> {
  const entries = await service.db('quota_entries').where('workspace_id', tenant.workspaceId).sum('renders');
  return Number((entries[0] as { sum: string | null }).sum ?? 0);
}

async function assertCharges(renders: number, act: () => Promise<unknown>): Promise<void> {
  const before = await countCharges();
  await act();
  assert.equal((await countCharges()) - before, renders);
}

let titles = 0;
/** The value of a picture that was not rendered yet. */
const newTitle = (): string => `v.title=new${(titles += 1)}`;

describe('costs', () => {
  test('one render is charged; pictures from the cache, 304s and HEADs are not', async () => {
    const query = newTitle();
    let first: Answer | undefined;
    await assertCharges(1, async () => {
      first = await send({ query });
      assert.equal(first.status, 200);
    });
    await assertCharges(0, async () => {
      const again = await send({ query });
      assert.deepEqual(again.bytes, first?.bytes);
      const etag = first?.headers.get('etag') ?? '';
      assert.equal((await send({ query }, { headers: { 'If-None-Match': etag } })).status, 304);
      assert.equal((await send({ query }, { method: 'HEAD' })).headers.get('etag'), etag);
      // A revalidation before the first render needs no render either.
      const unknown = newTitle();
      const head = await send({ query: unknown }, { method: 'HEAD' });
      assert.deepEqual([head.status, head.headers.get('content-length')], [200, null]);
      const ifNoneMatch = { 'If-None-Match': head.headers.get('etag') ?? '' };
      assert.equal((await send({ query: unknown }, { headers: ifNoneMatch })).status, 304);
    });
  });

  test('the same picture under another key, name or order of parameters is one picture', async () => {
    const query = newTitle();
    const first = await send({ query: `${query}&scale=1` });
    const other = await addUrlKey(service.db, tenant);
    await assertCharges(0, async () => {
      for (const [picture, signer] of [
        [{ query, file: 'another-name.png' }, other],
        [{ query: `quality=85&${query}` }, key],
        [{ query: `${query}&exp=4102444800&page=1` }, key],
        [{ query, version: 1 }, key],
      ] as const) {
        assert.equal((await send(picture, { signer })).headers.get('etag'), first.headers.get('etag'));
      }
    });
  });

  test('a refused or failed render is not charged', async () => {
    origin.answer('/broken.png', (response) => response.writeHead(500).end());
    await assertCharges(0, async () => {
      const photo = encodeURIComponent(`${origin.url}/broken.png`);
      assert.equal((await send({ query: `${newTitle()}&v.photo=${photo}` })).problem.code, 'RENDER_FAILED');
      const missing = encodeURIComponent(`${origin.url}/missing.png`);
      const refused = await send({ query: `${newTitle()}&v.photo=${missing}` });
      assert.equal(refused.problem.code, 'VARIABLE_VALIDATION_FAILED');
      assert.equal(refused.problem.errors[0]?.pointer, '/query/v.photo');
    });
  });

  test('a daily limit of the key counts its renders only', async () => {
    const signer = await addUrlKey(service.db, tenant, { rendersADay: 2 });
    const query = newTitle();
    for (const each of [query, query, newTitle()])
      assert.equal((await send({ query: each }, { signer })).status, 200);
    const refused = await send({ query: newTitle() }, { signer });
    assert.equal(refused.problem.code, 'QUOTA_EXCEEDED');
    assert.ok(Number(refused.headers.get('retry-after')) <= 86_400);
    assert.equal(refused.headers.has('x-quota-limit'), false);
    assert.equal((await send({ query }, { signer })).status, 200);
    assert.equal((await send({ query: newTitle() })).status, 200);
  });

  test('concurrent renders do not exceed a daily limit', async () => {
    const signer = await addUrlKey(service.db, tenant, { rendersADay: 3 });
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => send({ query: newTitle() }, { signer })),
    );
    assert.equal(answers.filter(({ status }) => status === 200).length, 3);
  });
});

describe('requests', () => {
  const refused = async (picture: Partial<TestPicture>, code: string, pointer?: string) => {
    const { problem } = await send(picture);
    assert.equal(problem.code, code, JSON.stringify(picture));
    if (pointer !== undefined) assert.equal(problem.errors[0]?.pointer, pointer);
  };

  test('refuses parameters that are unknown, repeated, malformed or out of range', async () => {
    for (const [query, pointer] of [
      ['v.title=a&width=3', '/query/width'],
      ['v.title=a&v.title=b', '/query/v.title'],
      ['v.title=a&scale=1&scale=2', '/query/scale'],
      ['v.title=%ZZ', '/query/v.title'],
      ['v.title=a&exp=soon', '/query/exp'],
      ['v.title=a&exp=1e12', '/query/exp'],
      ['v.title=a&scale=5', '/query/scale'],
      ['v.title=a&quality=0', '/query/quality'],
      ['v.title=a&dpi=100', '/query/dpi'],
      ['v.title=a&background=red', '/query/background'],
      ['v.title=a&page=1001', '/query/page'],
      ['v.title=a&v.=b', '/query/v.'],
    ] as const)
      await refused({ query }, 'VALIDATION_ERROR', pointer);
    await refused({ file: 'card.gif' }, 'VALIDATION_ERROR', '/path/file');
    await refused({ version: 0 }, 'VALIDATION_ERROR', '/path/version');
    await refused({ templateId: 'card' }, 'VALIDATION_ERROR', '/path/templateId');
  });

  test('refuses values that break the rules, with the name of their parameter', async () => {
    await refused({ query: '' }, 'VARIABLE_VALIDATION_FAILED', '/query/v.title');
    await refused({ query: `v.title=${'x'.repeat(21)}` }, 'VARIABLE_VALIDATION_FAILED', '/query/v.title');
    await refused({ query: 'v.title=a&v.none=b' }, 'VARIABLE_VALIDATION_FAILED', '/query/v.none');
    await refused({ query: 'v.title=a&v.photo=ftp:a' }, 'VARIABLE_VALIDATION_FAILED', '/query/v.photo');
  });

  test('a plus is a space, and escapes are UTF-8', async () => {
    const tag = async (query: string) => (await send({ query }, { method: 'HEAD' })).headers.get('etag');
    assert.equal(await tag('v.title=a+b'), await tag('v.title=a%20b'));
    assert.notEqual(await tag('v.title=a+b'), await tag('v.title=a%2Bb'));
    assert.equal(await tag('v.title=%C3%BC'), await tag('v.title=%c3%bc'));
  });

  test('options change the picture', async () => {
    const file = await send({ query: 'v.title=a&scale=3&background=%23f00' });
    const { width, height } = await sharp(file.bytes).metadata();
    assert.deepEqual([width, height], [120, 60]);
    const { data } = await sharp(file.bytes)
      .extract({ left: 119, top: 59, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    assert.deepEqual([...data.subarray(0, 3)], [255, 0, 0]);
    assert.match(Buffer.from((await send({ file: 'a.pdf' })).bytes).toString('latin1'), /^%PDF/);
  });

  test('serves byte ranges', async () => {
    const whole = await send();
    const part = await send({}, { headers: { Range: 'bytes=4-19' } });
    assert.equal(part.status, 206);
    assert.deepEqual(Buffer.from(part.bytes), Buffer.from(whole.bytes.subarray(4, 20)));
    assert.equal(part.headers.get('content-range'), `bytes 4-19/${whole.bytes.length}`);
  });

  test('what the account of the key does not see does not exist', async () => {
    const stranger = await createTenant(service.db);
    const colleague = await createTenant(service.db, { workspaceId: tenant.workspaceId });
    for (const other of [stranger, colleague]) {
      const { status, problem } = await send({}, { signer: await addUrlKey(service.db, other) });
      assert.deepEqual([status, problem.code], [404, 'TEMPLATE_NOT_FOUND']);
    }
  });

  test('a deleted key is refused at once, also for a picture in the cache', async () => {
    const signer = await addUrlKey(service.db, tenant);
    assert.equal((await send({}, { signer })).status, 200);
    assert.equal(await deleteUrlKey(service.db, signer.urlKeyId), true);
    assert.equal((await send({}, { signer })).problem.code, 'IMAGE_URL_INVALID');
  });
});

describe('restrictions of a key', () => {
  const refusal = async (
    restrictions: Parameters<typeof addUrlKey>[2],
    picture: Partial<TestPicture> = {},
  ) => {
    const { problem } = await send(picture, { signer: await addUrlKey(service.db, tenant, restrictions) });
    return problem.code;
  };

  test('templates, formats and sizes', async () => {
    assert.equal(await refusal({ templateIds: [randomUUID()] }), 'TEMPLATE_NOT_FOUND');
    assert.equal(await refusal({ templateIds: [randomUUID(), templateId] }), '');
    assert.equal(await refusal({ formats: ['webp', 'pdf'] }), 'IMAGE_URL_RESTRICTED');
    assert.equal(await refusal({ formats: ['png'] }), '');
    assert.equal(await refusal({ maxSidePx: 79 }, { query: 'v.title=a&scale=2' }), 'IMAGE_URL_RESTRICTED');
    assert.equal(await refusal({ maxSidePx: 80 }, { query: 'v.title=a&scale=2' }), '');
    // 40 CSS pixels are 30 points.
    assert.equal(await refusal({ maxSidePx: 39 }, { file: 'a.pdf' }), 'IMAGE_URL_RESTRICTED');
    assert.equal(await refusal({ maxSidePx: 40 }, { file: 'a.pdf' }), '');
  });

  test('hosts of pictures, with every redirect', async () => {
    const { port } = new URL(origin.url);
    origin.answer('/red.png', (response) => response.end(origin.image));
    const elsewhere = `http://localhost:${port}/red.png`;
    origin.answer('/away.png', (response) => response.writeHead(302, { Location: elsewhere }).end());
    const withPhoto = (url: string) => ({ query: `${newTitle()}&v.photo=${encodeURIComponent(url)}` });
    const hosts = { imageHosts: [`127.0.0.1:${port}`] };
    assert.equal(await refusal(hosts, withPhoto(`${origin.url}/red.png`)), '');
    assert.equal(await refusal(hosts, withPhoto(elsewhere)), 'IMAGE_URL_RESTRICTED');
    assert.equal(
      await refusal({ imageHosts: ['127.0.0.1'] }, withPhoto(`${origin.url}/red.png`)),
      'IMAGE_URL_RESTRICTED',
    );
    const data = `data:image/png;base64,${Buffer.from(origin.image).toString('base64')}`;
    assert.equal(await refusal(hosts, withPhoto(data)), '');
    // A key without the restriction may follow the redirect; its picture is not served to the other key.
    const away = withPhoto(`${origin.url}/away.png`);
    await assertCharges(1, async () => {
      assert.equal((await send(away)).status, 200);
      assert.equal(await refusal(hosts, away), 'IMAGE_URL_RESTRICTED');
    });
  });
});

describe('caching by others', () => {
  const cacheControl = async (picture: Partial<TestPicture>) =>
    (await send(picture)).headers.get('cache-control');

  test('numbered versions are immutable, the current one is fresh for minutes', async () => {
    assert.equal(await cacheControl({ version: 1 }), 'public, max-age=31536000, immutable');
    const live = 'public, max-age=300, stale-while-revalidate=86400, stale-if-error=604800';
    assert.equal(await cacheControl({}), live);
  });

  test('nothing is kept beyond the expiry', async () => {
    const exp = Math.floor(Date.now() / 1_000) + 100;
    const query = `v.title=a&exp=${exp}`;
    const [, numbered = ''] =
      /^public, max-age=(\d+)$/.exec((await cacheControl({ query, version: 1 })) ?? '') ?? [];
    assert.ok(Number(numbered) > 90 && Number(numbered) <= 100, numbered);
    const live = /^public, max-age=(\d+), stale-while-revalidate=0, stale-if-error=0$/;
    assert.ok(Number(live.exec((await cacheControl({ query })) ?? '')?.[1]) <= 100);
  });

  test('a new version changes the live picture and its ETag, and no numbered one', async () => {
    const id = await addTemplate(service.db, tenant);
    const tags = async () => {
      const answers = await Promise.all([
        send({ templateId: id, query: '' }),
        send({ templateId: id, query: '', version: 1 }),
      ]);
      return answers.map(({ headers }) => headers.get('etag'));
    };
    const before = await tags();
    assert.equal(before[0], before[1]);
    const content = { viewer: tenant, projectId: tenant.projectId, files: [], visibility: undefined };
    await replaceTemplate(service.db, id, { ...content, document: { ...plainDocument, background: '#000' } });
    const [live, numbered] = await tags();
    assert.notEqual(live, before[0]);
    assert.equal(numbered, before[1]);
    assert.equal((await send({ templateId: id, query: '', version: 2 })).headers.get('etag'), live);
  });
});

describe('a key with a fallback', () => {
  let signer: TestUrlKey;
  before(async () => {
    signer = await addUrlKey(service.db, tenant, { hasFallback: true });
  });

  const assertDefault = async (picture: Partial<TestPicture>, code: string, type = 'image/png') => {
    const answer = await send(picture, { signer });
    assert.deepEqual([answer.status, answer.headers.get('x-image-error')], [200, code]);
    assert.equal(answer.headers.get('content-type'), type);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    assert.equal(answer.headers.get('etag'), null);
    return answer.bytes;
  };

  test('answers problems with the default picture, which is free', async () => {
    await assertCharges(0, async () => {
      const label = await assertDefault({ query: '' }, 'VARIABLE_VALIDATION_FAILED');
      for (const [picture, code] of [
        [{ query: 'v.title=a&scale=9' }, 'VALIDATION_ERROR'],
        [{ query: 'v.title=a&exp=1000000000' }, 'IMAGE_URL_EXPIRED'],
        [{ version: 77 }, 'TEMPLATE_NOT_FOUND'],
        [{ file: 'card.gif' }, 'VALIDATION_ERROR'],
      ] as const)
        assert.deepEqual(await assertDefault(picture, code), label);
      await assertDefault({ query: '', file: 'card.jpg' }, 'VARIABLE_VALIDATION_FAILED', 'image/jpeg');
    });
  });

  test('the default picture shows the labels of required texts', async () => {
    const shown = await assertDefault({ query: '' }, 'VARIABLE_VALIDATION_FAILED');
    const labelled = await send({ query: 'v.title=Headline' }, { signer });
    assert.deepEqual(labelled.bytes, shown);
  });

  test('refuses as usual without a valid signature, and where there is no template', async () => {
    const unsigned = await service.send('GET', `/i/${templateId}/live/a.png?k=${signer.urlKeyId}`);
    assert.equal(unsigned.problem.code, 'IMAGE_URL_INVALID');
    const unknown = await send({ templateId: randomUUID() }, { signer });
    assert.equal(unknown.problem.code, 'TEMPLATE_NOT_FOUND');
  });

  test('HEAD does not render', async () => {
    const id = await addTemplate(service.db, tenant);
    const head = await send({ templateId: id, query: 'scale=9' }, { signer, method: 'HEAD' });
    assert.deepEqual([head.status, head.headers.get('x-image-error')], [200, 'VALIDATION_ERROR']);
    assert.equal(head.headers.get('content-length'), null);
  });
});

describe('restrictions hold for all pages, formats and default pictures', () => {
  let paged: string;
  before(async () => {
    const page = (id: string, size: object = {}) => ({ id, elements: [], ...size });
    const viewport = (width: number, height: number) => ({ viewport: { width, height } });
    paged = await addTemplate(service.db, tenant, {
      ...viewport(200, 100),
      variables: [],
      pages: [
        page('small'),
        page('large', viewport(3_000, 2_000)),
        page('tall', { viewport: { width: 20, height: { min: 10, max: 400 } } }),
        page('last', viewport(30, 30)),
      ],
    });
  });

  for (const [file, query, status] of [
    ['a.png', '', 200],
    ['a.svg', '', 200],
    ['a.png', 'page=1', 200],
    ['a.png', 'page=2', 403],
    ['a.jpg', 'page=2', 403],
    ['a.svg', 'page=2', 403],
    ['a.png', 'page=3', 403],
    ['a.png', 'page=4', 200],
    ['a.png', 'scale=2', 403],
    ['a.pdf', '', 403],
    ['a.pdf', 'page=1', 403],
  ] as const) {
    test(`of 300 px a side: ${file}?${query} answers ${status}`, async () => {
      const signer = await addUrlKey(service.db, tenant, { maxSidePx: 300 });
      const answer = await send({ templateId: paged, file, query }, { signer });
      assert.equal(answer.status, status, answer.problem.detail);
      if (status === 403) assert.equal(answer.problem.code, 'IMAGE_URL_RESTRICTED');
    });
  }

  test('the picture of a page that a list repeats may be any of those that follow', async () => {
    const pages = [
      { id: 'each', repeat: { each: '{{ rows }}' }, elements: [] },
      { id: 'end', viewport: { width: 900, height: 20 }, elements: [] },
    ];
    const id = await addTemplate(service.db, tenant, {
      variables: [{ name: 'rows', type: 'list', fields: [{ name: 'a', type: 'text' }] }],
      pages,
    });
    const signer = await addUrlKey(service.db, tenant, { maxSidePx: 300 });
    const query = `v.rows=${encodeURIComponent(JSON.stringify([{ a: '1' }]))}`;
    assert.equal((await send({ templateId: id, query: `${query}&page=2` }, { signer })).status, 403);
    assert.equal((await send({ templateId: id, query: `${query}&page=1` }, { signer })).status, 403);
  });

  test('a default picture is as small as the key allows', async () => {
    const id = await addTemplate(service.db, tenant, { viewport: { width: 200, height: 100 } });
    const signer = await addUrlKey(service.db, tenant, { maxSidePx: 60, hasFallback: true });
    const answer = await send({ templateId: id, query: 'scale=4' }, { signer });
    assert.deepEqual([answer.status, answer.headers.get('x-image-error')], [200, 'IMAGE_URL_RESTRICTED']);
    const { width, height } = await sharp(answer.bytes).metadata();
    assert.deepEqual([width, height], [60, 30]);
    const onlyPdf = { maxSidePx: 60, hasFallback: true, formats: ['pdf'] as const };
    const refused = await send(
      { templateId: id, file: 'a.pdf', query: '' },
      { signer: await addUrlKey(service.db, tenant, onlyPdf) },
    );
    assert.deepEqual([refused.status, refused.problem.code], [403, 'IMAGE_URL_RESTRICTED']);
  });

  test('there is no default picture of a template that the key is not for', async () => {
    const [allowed, other] = [await addTemplate(service.db, tenant), await addTemplate(service.db, tenant)];
    const signer = await addUrlKey(service.db, tenant, { templateIds: [allowed], hasFallback: true });
    for (const id of [other, other.toUpperCase()]) {
      const answer = await send({ templateId: id, query: '' }, { signer });
      assert.deepEqual([answer.status, answer.problem.code], [404, 'TEMPLATE_NOT_FOUND']);
    }
    assert.equal((await send({ templateId: allowed, query: 'scale=99' }, { signer })).status, 200);
  });

  test('a default picture loads remote pictures only from the hosts that the key allows', async () => {
    const id = await addTemplate(service.db, tenant, {
      variables: [
        { name: 'photo', type: 'image', label: 'Photo', defaultValue: `${origin.url}/default.png` },
        { name: 'title', type: 'text', label: 'Title', required: true },
      ],
      elements: [{ type: 'image', id: 'photo', x: 0, y: 0, width: 8, height: 8, src: '{{photo}}' }],
    });
    const signer = await addUrlKey(service.db, tenant, {
      imageHosts: ['elsewhere.example'],
      hasFallback: true,
    });
    const answer = await send({ templateId: id, query: '' }, { signer });
    assert.deepEqual(
      [answer.status, answer.headers.get('x-image-error')],
      [200, 'VARIABLE_VALIDATION_FAILED'],
    );
    assert.equal(origin.requests('/default.png'), 0);
  });
});

test('a default picture that cannot be rendered is not tried again at once', async () => {
  const id = await addTemplate(service.db, tenant, {
    elements: [{ type: 'image', id: 'photo', x: 0, y: 0, width: 8, height: 8, src: `${origin.url}/missing` }],
  });
  const signer = await addUrlKey(service.db, tenant, { hasFallback: true });
  const tries: number[] = [];
  for (let index = 0; index < 3; index += 1) {
    assert.notEqual((await send({ templateId: id, query: 'scale=99' }, { signer })).status, 200);
    tries.push(origin.requests('/missing'));
  }
  assert.ok((tries[0] ?? 0) > 0);
  assert.deepEqual(tries, [tries[0], tries[0], tries[0]]);
});

test('a path with another spelling of "live" needs a signature as any other, and names nothing', async () => {
  for (const version of ['LIVE', 'Live', 'lIVE', 'l%49VE']) {
    const target = `/i/${templateId}/${version}/x.png?k=${key.urlKeyId}`;
    const unsigned = await service.send('GET', `${target}&s=${'A'.repeat(43)}`);
    assert.deepEqual([unsigned.status, unsigned.problem.code], [403, 'IMAGE_URL_INVALID'], version);
    const signed = await service.send('GET', sign(key.secret, target));
    assert.equal(signed.status, 400, version);
  }
});

test('the log has the route, and neither the query nor a value', async () => {
  await send({ query: 'v.title=confidential' });
  await send({ query: 'v.title=confidential&scale=9' });
  const lines = service.logged.filter((line) => line.includes('"getImage"'));
  assert.ok(lines.some((line) => line.includes('/i/{templateId}/{version}/{file}')));
  assert.ok(service.logged.every((line) => !line.includes('confidential') && !line.includes(key.secret)));
});

test('the signature covers everything before it, and comes last', async () => {
  const target = `/i/${templateId}/live/card.png?v.title=a&k=${key.urlKeyId}`;
  assert.equal((await service.send('GET', sign(key.secret, target))).status, 200);
  for (const changed of [
    `${sign(key.secret, target)}&scale=2`,
    sign(key.secret, target).replace('?', '?scale=2&'),
  ])
    assert.equal((await service.send('GET', changed)).problem.code, 'IMAGE_URL_INVALID');
});
