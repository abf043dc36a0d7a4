/** Image URLs of a key that shortens texts which are too long for their variables. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { signImageUrl } from '../../clients/typescript/src/index.ts';
import {
  addTemplate,
  createTenant,
  shareTestService,
  type Answer,
  type TestService,
} from '../helpers/http.ts';
import { countCharges } from '../helpers/image-fleet.ts';
import { addUrlKey, signedTarget, type TestUrlKey } from '../helpers/image-urls.ts';

let service: TestService;
let fitKey: TestUrlKey;
let plainKey: TestUrlKey;
let mailKey: TestUrlKey;
let templateId: string;
const short = { maxLength: 12 };
before(async () => {
  service = await shareTestService({ env: { RATE_LIMITS: 'off' } });
  const tenant = await createTenant(service.db, { plan: 'enterprise' });
  fitKey = await addUrlKey(service.db, tenant, { fit: true });
  plainKey = await addUrlKey(service.db, tenant);
  mailKey = await addUrlKey(service.db, tenant, { fit: true, hasFallback: true });
  templateId = await addTemplate(service.db, tenant, {
    variables: [
      { name: 'title', type: 'text', required: true, validation: short },
      { name: 'Größe, außen', type: 'text', validation: { maxLength: 3 } },
      { name: 'code', type: 'text', validation: { maxLength: 4, pattern: '[A-Z]*' } },
      { name: 'link', type: 'url', validation: { maxLength: 20 } },
      {
        name: 'items',
        type: 'list',
        validation: { maxLength: 40 },
        fields: [{ name: 'note', type: 'text', validation: short }],
      },
    ],
  });
});
after(() => service.close());

/** Requests a picture of these values. */
async function ask(
  values: Readonly<Record<string, string>>,
  {
    key = fitKey,
    method = 'GET',
    headers = {},
  }: { key?: TestUrlKey; method?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const query = Object.entries(values)
    .map(([name, value]) => `${encodeURIComponent(`v.${name}`)}=${encodeURIComponent(value)}`)
    .join('&');
  return await service.send(method, signedTarget(key, { templateId, query }), { headers });
}

const long = 'The harvest is in';

test('shortens a text at a word and names it, with every answer of the picture', async () => {
  const head = await ask({ title: long }, { method: 'HEAD' });
  assert.deepEqual([head.status, head.headers.get('x-image-fitted')], [200, 'title']);
  const answer = await ask({ title: long });
  assert.deepEqual([answer.status, answer.headers.get('x-image-fitted')], [200, 'title']);
  assert.match(answer.headers.get('access-control-expose-headers') ?? '', /X-Image-Fitted/);
  const part = await ask({ title: long }, { headers: { Range: 'bytes=0-9' } });
  assert.deepEqual([part.status, part.headers.get('x-image-fitted')], [206, 'title']);
  const ifNoneMatch = { 'If-None-Match': answer.headers.get('etag') ?? '' };
  const unchanged = await ask({ title: long }, { headers: ifNoneMatch });
  assert.deepEqual([unchanged.status, unchanged.headers.get('x-image-fitted')], [304, 'title']);
});

test('the picture, its ETag and its charge are those of the shortened values', async () => {
  const given = await ask({ title: 'One more harvest, at last' });
  const before = await countCharges(service.db);
  for (const [values, key] of [
    [{ title: 'One more…' }, fitKey],
    [{ title: 'One more…' }, plainKey],
    [{ title: 'One more harvest, and another' }, fitKey],
  ] as const) {
    const same = await ask(values, { key });
    assert.equal(same.headers.get('etag'), given.headers.get('etag'));
    assert.deepEqual(same.bytes, given.bytes);
    assert.equal(same.headers.has('x-image-fitted'), values.title.length > 12);
  }
  assert.deepEqual(await countCharges(service.db), before);
});

test('never cuts in what readers see as one character', async () => {
  const family = '👩‍👩‍👧‍👦';
  const cut = await ask({ title: family.repeat(3) });
  assert.equal(cut.headers.get('x-image-fitted'), 'title');
  assert.equal(cut.headers.get('etag'), (await ask({ title: `${family}…` })).headers.get('etag'));
});

test('names texts in lists and names of any letters, and counts those beyond twenty', async () => {
  const items = JSON.stringify([{ note: 'short' }, { note: long }]);
  const answer = await ask({ title: long, 'Größe, außen': 'zu lang', items });
  const header = answer.headers.get('x-image-fitted') ?? '';
  assert.deepEqual(header.split(', ').map(decodeURIComponent), ['title', 'Größe, außen', 'items[1].note']);
  const many = await ask({ title: 'a', items: JSON.stringify(Array(23).fill({ note: long })) });
  assert.equal(many.status, 200);
  assert.match(many.headers.get('x-image-fitted') ?? '', /^items\[0\]\.note, .*, items\[19\]\.note, 3 more$/);
});

test('refuses what cannot be shortened, and with a plain key everything that is too long', async () => {
  for (const [values, key, name] of [
    [{ title: long }, plainKey, 'title'],
    [{ title: 'a', link: 'https://example.org/a/long/path' }, fitKey, 'link'],
    [{ title: 'a', code: 'ABCDEF' }, fitKey, 'code'],
    [{ title: 'a', items: JSON.stringify(Array(41).fill({})) }, fitKey, 'items'],
    [{ title: 'a', other: 'x' }, fitKey, 'other'],
    [{ title: '' }, fitKey, 'title'],
  ] as const) {
    const { status, problem, headers } = await ask(values, { key });
    assert.deepEqual([status, problem.code], [400, 'VARIABLE_VALIDATION_FAILED'], name);
    assert.equal(problem.errors[0]?.pointer, `/query/v.${name}`);
    assert.equal(headers.has('x-image-fitted'), false);
  }
});

test('with a fallback as well, a long title is the picture and no default one', async () => {
  const answer = await ask({ title: long }, { key: mailKey });
  assert.deepEqual(
    [answer.headers.get('x-image-fitted'), answer.headers.get('x-image-error')],
    ['title', null],
  );
  const other = await ask({ title: long, other: 'x' }, { key: mailKey });
  assert.equal(other.headers.get('x-image-error'), 'VARIABLE_VALIDATION_FAILED');
  assert.equal(other.headers.has('x-image-fitted'), false);
});

test('the client accepts with fit what such a key shows', async () => {
  const rules = {
    id: templateId,
    variables: [{ name: 'title', type: 'text', label: 'title', required: true, validation: short }],
  } as const;
  const request = {
    baseUrl: service.url,
    templateId,
    variables: { title: long },
    rules: { ...rules, variables: [...rules.variables] },
  };
  await assert.rejects(signImageUrl({ ...request, ...fitKey }), { name: 'ImageUrlValueError' });
  const url = new URL(await signImageUrl({ ...request, ...fitKey, fit: true }));
  const answer = await service.send('GET', url.pathname + url.search);
  assert.deepEqual([answer.status, answer.headers.get('x-image-fitted')], [200, 'title']);
});
