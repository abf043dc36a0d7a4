/**
 * The public URL of a share link: headers, byte ranges, revalidation and revocation.
 */
import assert from 'node:assert/strict';
import type { ReadStream } from 'node:fs';
import { after, before, mock, test } from 'node:test';
import { StorageUnavailableError } from '../../src/storage/storage.ts';
import {
  addTemplate,
  createTenant,
  shareTestService,
  startTestService,
  type Tenant,
  type TestService,
} from '../helpers/http.ts';
import { startRequest } from '../helpers/requests.ts';
import { addShare, fetchPublicFile, revokeShare, type Share } from '../helpers/shares.ts';
import { waitUntil } from '../helpers/wait-until.ts';

let service: TestService;
let tenant: Tenant;
let templateId: string;
let share: Share;
/** The bytes of the shared file. */
let content: Buffer;
before(async () => {
  service = await shareTestService({ env: { RATE_LIMITS: 'off' } });
  tenant = await createTenant(service.db, { plan: 'enterprise' });
  templateId = await addTemplate(service.db, tenant);
  share = await addShare(service, tenant, templateId);
  content = (await fetchPublicFile(share.url)).bytes;
});
after(() => service.close());

const pick = (headers: Headers, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, headers.get(name)]));

/** The headers of every answer with the file. */
const fileHeaders = () => ({
  'content-type': 'image/png',
  'content-length': String(content.length),
  'content-disposition': 'inline',
  'accept-ranges': 'bytes',
  'cache-control': 'public, max-age=300',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'cross-origin',
});

test('the file is served without a key and may be cached for five minutes', async () => {
  for (const init of [{}, { headers: { 'X-Api-Key': 'ignored' } }]) {
    const { status, headers, bytes } = await fetchPublicFile(share.url, init);
    assert.equal(status, 200);
    assert.equal(bytes.length, share.fileSize);
    assert.deepEqual(pick(headers, Object.keys(fileHeaders())), fileHeaders());
    assert.match(headers.get('etag') ?? '', /^"[\w-]+"$/);
    assert.equal(
      headers.get('last-modified'),
      new Date(Math.floor(new Date(share.createdAt).getTime() / 1000) * 1000).toUTCString(),
    );
    const policy = headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'/);
    assert.doesNotMatch(policy, /script/);
  }
});

test('HEAD has the headers of GET and no body', async () => {
  const { status, headers, bytes } = await fetchPublicFile(share.url, {
    method: 'HEAD',
    headers: { Range: 'bytes=0-1' },
  });
  assert.deepEqual([status, bytes.length], [200, 0]);
  assert.deepEqual(pick(headers, Object.keys(fileHeaders())), fileHeaders());
});

test('serves byte ranges', async () => {
  const { headers } = await fetchPublicFile(share.url);
  const etag = headers.get('etag') ?? '';
  const size = content.length;
  for (const [range, start, end] of [
    ['bytes=0-0', 0, 0],
    ['bytes=10-19', 10, 19],
    [`bytes=${size - 5}-`, size - 5, size - 1],
    ['bytes=-7', size - 7, size - 1],
    ['bytes=0-999999', 0, size - 1],
  ] as const) {
    const part = await fetchPublicFile(share.url, { headers: { Range: range, 'If-Range': etag } });
    assert.equal(part.status, 206, range);
    assert.deepEqual(part.bytes, content.subarray(start, end + 1));
    assert.deepEqual(pick(part.headers, [...Object.keys(fileHeaders()), 'content-range', 'etag']), {
      ...fileHeaders(),
      'content-length': String(end - start + 1),
      'content-range': `bytes ${start}-${end}/${size}`,
      etag,
    });
  }
  const changed = await fetchPublicFile(share.url, {
    headers: { Range: 'bytes=0-1', 'If-Range': '"another"' },
  });
  assert.deepEqual([changed.status, changed.bytes], [200, content]);
  const beyond = await fetchPublicFile(share.url, { headers: { Range: `bytes=${size}-` } });
  assert.deepEqual([beyond.status, beyond.code], [416, 'RANGE_NOT_SATISFIABLE']);
  assert.equal(beyond.headers.get('content-range'), `bytes */${size}`);
});

test('answers 304 when the client has the current file', async () => {
  const etag = (await fetchPublicFile(share.url)).headers.get('etag') ?? '';
  for (const method of ['GET', 'HEAD']) {
    for (const tag of [etag, `W/${etag}`, '*', `"a,b", ${etag}`]) {
      const headers = { 'If-None-Match': tag, Range: 'bytes=0-1' };
      const answer = await fetchPublicFile(share.url, { method, headers });
      assert.deepEqual([answer.status, answer.bytes.length], [304, 0], tag);
      assert.deepEqual(pick(answer.headers, ['etag', 'cache-control', 'content-type']), {
        etag,
        'cache-control': 'public, max-age=300',
        'content-type': null,
      });
    }
    const answer = await fetchPublicFile(share.url, { method, headers: { 'If-None-Match': '"another"' } });
    assert.equal(answer.status, 200);
  }
});

test('any other URL is not found', async () => {
  const { origin } = new URL(share.url);
  for (const url of [
    share.url.replace('.png', '.jpg'),
    share.url.replace('.png', '.jpeg'),
    share.url.replace('.png', '.PNG'),
    share.url.replace('.png', ''),
    `${share.url}/`,
    share.url.replace('/s/', '/S/'),
    share.url.replace('/s/', '/s/x/'),
    share.url.replace(/\w\.png$/, (end) => (end.startsWith('a') ? 'b.png' : 'a.png')),
    share.url.replace(/[\w-]+\.png$/, (name) => `${name.slice(0, 1)}%2F${name.slice(1)}`),
    `${origin}/s/`,
    `${origin}/s/.png`,
    `${origin}/s/${'a'.repeat(24)}.png`,
  ]) {
    if (url === share.url) continue;
    const { status, code, headers } = await fetchPublicFile(url);
    assert.deepEqual([status, code, headers.get('cache-control')], [404, 'NOT_FOUND', 'no-store'], url);
  }
  const posted = await fetchPublicFile(share.url, { method: 'POST' });
  assert.deepEqual([posted.status, posted.headers.get('allow')], [405, 'GET, HEAD']);
});

test('the log has the route of a share link, not its token', () => {
  const token = /([\w-]+)\.png$/.exec(share.url)?.[1] ?? 'none';
  assert.ok(service.logged.some((line) => line.includes('"route":"/s/{token}"')));
  assert.ok(service.logged.every((line) => !line.includes(token)));
});

test('a revocation does not interrupt a download in progress, and refuses new ones', async () => {
  const other = await addShare(service, tenant, templateId);
  const opened = mock.method(service.app.storage, 'open');
  const { request, answered } = startRequest(other.url);
  request.end();
  const response = await answered;
  const file = await opened.mock.calls[0]?.result;
  opened.mock.restore();
  assert.equal((await revokeShare(service, tenant, other.id)).status, 204);
  assert.equal((await fetchPublicFile(other.url)).status, 404);
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  assert.equal(Buffer.concat(chunks).length, other.fileSize);
  assert.ok(file);
  await waitUntil(() => (file.stream as ReadStream).closed);
});

test('a read during a revocation gets the whole file or a 404', async () => {
  for (let round = 0; round < 5; round += 1) {
    const other = await addShare(service, tenant, templateId);
    const reads = Array.from({ length: 10 }, () => fetchPublicFile(other.url));
    const revoked = revokeShare(service, tenant, other.id);
    for (const { status, bytes } of await Promise.all(reads)) {
      if (status !== 404) assert.deepEqual([status, bytes.length], [200, other.fileSize]);
    }
    assert.equal((await revoked).status, 204);
    assert.equal((await fetchPublicFile(other.url)).status, 404);
  }
});

test('a missing file is a 404; unreachable storage is a 503 with Retry-After', async () => {
  const other = await addShare(service, tenant, templateId);
  const { storage } = service.app;
  const fileKey = await getKey(other.id);
  await storage.delete(fileKey);
  for (const headers of [{}, { 'If-None-Match': '*' }]) {
    assert.equal((await fetchPublicFile(other.url, { headers })).code, 'NOT_FOUND');
  }
  const opening = mock.method(storage, 'open', () => Promise.reject(new StorageUnavailableError('no route')));
  const unavailable = await fetchPublicFile(share.url);
  opening.mock.restore();
  assert.deepEqual([unavailable.status, unavailable.code], [503, 'SHARING_UNAVAILABLE']);
  assert.match(unavailable.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
  assert.equal(unavailable.headers.get('cache-control'), 'no-store');
  assert.equal((await fetchPublicFile(share.url)).status, 200);
});

test('the public URL starts with PUBLIC_URL', async () => {
  const elsewhere = await startTestService({ env: { PUBLIC_URL: 'https://images.example.org' } });
  try {
    const owner = await createTenant(elsewhere.db);
    const { url } = await addShare(elsewhere, owner, await addTemplate(elsewhere.db, owner));
    assert.ok(url.startsWith('https://images.example.org/s/'), url);
    assert.equal(
      (await fetchPublicFile(url.replace('https://images.example.org', elsewhere.url))).status,
      200,
    );
  } finally {
    await elsewhere.close();
  }
});

async function getKey(id: string): Promise<string> {
  const link = (await service.db('share_links').where({ id }).first()) as { file_key: string };
  return link.file_key;
}
