/** Image URLs that mail programs, proxies and browsers have rewritten. */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { addTemplate, createTenant, shareTestService, type TestService } from '../helpers/http.ts';
import { countCharges } from '../helpers/image-fleet.ts';
import { addUrlKey, signedTarget, type TestUrlKey } from '../helpers/image-urls.ts';
import { readRawAnswers } from '../helpers/requests.ts';

let service: TestService;
let key: TestUrlKey;
let mailKey: TestUrlKey;
let templateId: string;
before(async () => {
  service = await shareTestService({ env: { RATE_LIMITS: 'off' } });
  const tenant = await createTenant(service.db, { plan: 'enterprise' });
  key = await addUrlKey(service.db, tenant);
  mailKey = await addUrlKey(service.db, tenant, { hasFallback: true });
  templateId = await addTemplate(service.db, tenant, {
    variables: [{ name: 'title', type: 'text', label: 'Title', required: true }],
  });
});
after(() => service.close());

async function countCachedImages(): Promise<number> {
  return (await service.db('cached_images').select()).length;
}

/** Requests a target as it is, which fetch would not. */
async function ask(target: string): Promise<{ status: number; etag: string; text: string }> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  socket.write(`GET ${target} HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`, 'latin1');
  const received = (await buffer(socket)).toString('latin1');
  const status = readRawAnswers(received, [['GET', target]])[0]?.status ?? 0;
  return { status, etag: /^etag: (.*)\r$/im.exec(received)?.[1] ?? '', text: received };
}

test('rewritten spellings show one picture, which is stored and charged once', async () => {
  // As encodeURIComponent leaves it.
  const target = signedTarget(key, { templateId, query: "v.title=It's%20Ada%20(caf%C3%A9~)%2B%26" });
  const before = await countCharges(service.db);
  const cached = await countCachedImages();
  const first = await ask(target);
  assert.equal(first.status, 200);
  for (const [from, to] of [
    ["'", '%27'],
    ['%C3%A9', '%c3%a9'],
    [/%20/g, '+'],
    ['~', '%7E'],
    [/[()]/g, (mark: string) => `%${mark.charCodeAt(0).toString(16)}`],
    ['v.title', '%76.title'],
    ['card.png', 'c%61rd.png'],
    ['card.png', 'card.PNG'],
    ['/live/', '/%6Cive/'],
    [templateId, `%${templateId.charCodeAt(0).toString(16)}${templateId.slice(1)}`],
    ['&k=', '&%6b='],
    ['&s=', '&%73='],
  ] as const) {
    const changed = target.replace(from as string, to as string);
    assert.notEqual(changed, target);
    const { status, etag } = await ask(changed);
    assert.deepEqual([status, etag], [200, first.etag], changed);
  }
  const charges = await countCharges(service.db);
  assert.equal((charges['SETTLED'] ?? 0) - (before['SETTLED'] ?? 0), 1);
  assert.equal((await countCachedImages()) - cached, 1);
});

test('a URL whose meaning was changed is refused', async () => {
  const target = signedTarget(key, { templateId, query: 'v.title=a%2Bb%26c%3Dd%2541' });
  assert.equal((await ask(target)).status, 200);
  for (const [from, to] of [
    ['%2B', '+'],
    ['%26', '&'],
    ['%2541', '%41'],
    ['%2541', '%252541'],
    ['v.title=', 'v.title%3D'],
    ['card.png', 'card.webp'],
    ['v.title', 'v.titla'],
    ['?v', '?&v'],
  ] as const)
    assert.match((await ask(target.replace(from, to))).text, /403[^]*IMAGE_URL_INVALID/, to);
});

test('endings may be written in any way', async () => {
  const before = await countCharges(service.db);
  const tags = new Set<string>();
  for (const file of ['card.jpg', 'photo.jpeg', 'card.JPG', 'card.JPEG', 'card.Jpg', 'card%2EjPeG']) {
    const { status, etag, text } = await ask(signedTarget(key, { templateId, query: 'v.title=b', file }));
    assert.deepEqual([status, /^content-type: (.*)\r$/im.exec(text)?.[1]], [200, 'image/jpeg'], file);
    tags.add(etag);
  }
  assert.equal(tags.size, 1);
  assert.equal(((await countCharges(service.db))['SETTLED'] ?? 0) - (before['SETTLED'] ?? 0), 1);
  for (const ending of ['PNG', 'WebP', 'AVIF', 'Svg', 'PDF'])
    assert.equal(
      (await ask(signedTarget(key, { templateId, query: 'v.title=b', file: `a.${ending}` }))).status,
      200,
      ending,
    );
});

test('another ending is refused with those that are accepted', async () => {
  for (const file of ['card.gif', 'card.jpg.exe', 'cardpng', 'card.jp%67x']) {
    const { status, problem } = await service.send('GET', signedTarget(key, { templateId, file }));
    assert.deepEqual(
      [status, problem.code, problem.errors[0]?.pointer],
      [400, 'VALIDATION_ERROR', '/path/file'],
    );
    assert.equal(
      problem.errors[0]?.detail,
      'Expected a file name that ends in .png, .jpg, .jpeg, .webp, .avif, .svg, .pdf or .zpl, in any ' +
        `letter case, but received "${decodeURIComponent(file)}".`,
    );
  }
});

test('the default picture of a rewritten URL has the format of its ending', async () => {
  const target = signedTarget(mailKey, { templateId, query: 'scale=1', file: 'card.jpg' });
  const { status, text } = await ask(target.replace('card.jpg', 'c%61rd%2eJPEG'));
  assert.equal(status, 200);
  assert.match(text, /^content-type: image\/jpeg\r$/im);
  assert.match(text, /^x-image-error: VARIABLE_VALIDATION_FAILED\r$/im);
});

test('a signature over text that is no UTF-8 stays valid, and its text is refused', async () => {
  for (const value of ['%E9', '100%', '%C0%AF'])
    assert.match(
      (await ask(signedTarget(key, { templateId, query: `v.title=${value}` }))).text,
      /400[^]*VALIDATION_ERROR/,
    );
});
