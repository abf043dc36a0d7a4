import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { queryRows } from '../../src/store/database.ts';
import { signImageUrl } from '../../clients/typescript/src/image-url.ts';
import { addTemplate, plainDocument } from '../../test/helpers/http.ts';
import { addUrlKey, type TestUrlKey } from '../../test/helpers/image-urls.ts';
import { testOperation } from '../../test/helpers/studio-statuses.ts';
import { startStudio, type Studio } from '../../test/helpers/studio.ts';

let studio: Studio;
let key: TestUrlKey;
let restricted: TestUrlKey;
let templateId: string;
before(async () => {
  studio = await startStudio();
  key = await addUrlKey(studio.db, studio.owner);
  restricted = await addUrlKey(studio.db, studio.owner, { formats: ['png'] });
  templateId = await addTemplate(studio.db, studio.owner, {
    ...plainDocument,
    variables: [{ name: 'title', type: 'text', label: 'Title', validation: { maxLength: 60 } }],
  });
});
after(() => studio.close());

const sign = (json: object = {}, { urlKeyId } = key) =>
  studio.call('signImageUrl', { path: { urlKeyId }, json: { templateId, ...json } });

testOperation('signImageUrl', {
  200: [{ act: () => sign() }],
  403: [
    { act: () => sign({ file: 'card.avif' }, restricted), code: 'IMAGE_URL_RESTRICTED' },
    {
      act: async () => {
        const unreadable = await addUrlKey(studio.db, studio.owner);
        await queryRows(studio.db, `update url_keys set sealed_with = '' where id = :urlKeyId`, {
          urlKeyId: unreadable.urlKeyId,
        });
        return await sign({}, unreadable);
      },
      code: 'IMAGE_URL_INVALID',
    },
  ],
});

const title = `'a' "b" (c)! $HOME \`id\` é 日本 \u{1f600} %s & = + #`;

test('the URL is answered, says whether it costs a render, and equals the client’s', async () => {
  const options = {
    scale: 2,
    quality: 70,
    dpi: 96,
    background: '#0f172a',
    locale: 'de-AT',
    exp: 4_102_444_800,
  };
  const request = { values: { title }, version: '1', file: 'b’s card.webp', options };
  const first = (await sign(request)).json as { url: string; isCached: boolean };
  assert.equal(first.isCached, false);
  const url = new URL(first.url);
  const sent = await studio.service.send('GET', url.pathname + url.search);
  assert.equal(sent.status, 200);
  assert.equal(sent.headers.get('content-type'), 'image/webp');
  assert.equal(((await sign(request)).json as { isCached: boolean }).isCached, true);
  const { exp, ...others } = options;
  const ofClient = new URL(
    await signImageUrl({
      baseUrl: studio.service.url,
      ...key,
      templateId,
      version: 1,
      file: request.file,
      variables: { title },
      ...others,
      dpi: 96,
      expires: new Date(exp * 1000),
    }),
  );
  const answered = await studio.service.send('HEAD', ofClient.pathname + ofClient.search);
  assert.equal(answered.headers.get('etag'), sent.headers.get('etag'));
  assert.equal(url.searchParams.get('locale'), 'de-AT');
  assert.doesNotMatch(first.url, /[!'()*"`$\s]/, 'it can be pasted anywhere');
});

test('refuses what the URL would refuse, at the fields of the body', async () => {
  const wrong = await sign({ values: { title: 'x'.repeat(61), other: '1' } });
  assert.equal(wrong.problem.code, 'VARIABLE_VALIDATION_FAILED');
  assert.deepEqual(wrong.problem.errors.map(({ pointer }) => pointer).sort(), [
    '/values/other',
    '/values/title',
  ]);
  assert.equal((await sign({ version: '2' })).problem.code, 'TEMPLATE_NOT_FOUND');
  const { errors } = (await sign({ options: { locale: 'de_AT' } })).problem;
  assert.deepEqual(errors[0]?.pointer, '/options/locale');
});

test('a key with fit answers the shortened values, and its URL shows them', async () => {
  const fitting = await addUrlKey(studio.db, studio.owner, { fit: true });
  const values = { title: 'word '.repeat(20).trim() };
  const { json } = await sign({ values }, fitting);
  const { url, fitted } = json as { url: string; fitted: Record<string, string> };
  assert.deepEqual(fitted, { title: `${'word '.repeat(12).trim()}…` });
  const { pathname, search, searchParams } = new URL(url);
  assert.equal(searchParams.get('v.title'), values.title);
  const shown = await studio.service.send('GET', pathname + search);
  assert.deepEqual([shown.status, shown.headers.get('x-image-fitted')], [200, 'title']);
  assert.deepEqual(((await sign({ values: fitted })).json as { fitted: object }).fitted, {});
});

test('the secret is in no answer and in no log line', async () => {
  const answers = [await sign(), await studio.call('listUrlKeys'), await sign({}, restricted)];
  const text =
    answers.map(({ bytes }) => Buffer.from(bytes).toString()).join('') + studio.service.logged.join('');
  assert.ok(text.includes('"operation":"signImageUrl"'), 'requests are logged');
  for (const { secret } of [key, restricted]) assert.ok(!text.includes(secret));
});
