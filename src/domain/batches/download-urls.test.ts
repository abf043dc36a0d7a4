import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createDownloadUrlSigner } from './download-urls.ts';

const jobId = 'e8b1d1f0-93c4-4d6a-8a5b-7c2d3e4f5a61';
const otherJobId = 'e8b1d1f0-93c4-4d6a-8a5b-7c2d3e4f5a62';
const now = new Date('2026-03-02T09:30:02.410Z');
const month = 30 * 86_400_000;
const later = (ms: number) => new Date(now.getTime() + ms);

const options = {
  secret: 'of this service',
  ttlMs: 3_600_000,
  publicUrl: () => 'https://images.example.org',
  storage: { signUrl: () => Promise.resolve(null) },
};
const downloads = createDownloadUrlSigner(options);
const target = (url: string) => {
  const { pathname, search } = new URL(url);
  return { path: pathname, query: search.slice(1) };
};
const archive = { archiveKey: `batches/${jobId}/archive-1.zip`, templateName: 'Grüße' };
const sign = async (id = jobId, from = downloads, archiveExpiresAt = later(month)) => {
  const signed = await from.urlOf({ ...archive, jobId: id, archiveExpiresAt, now });
  assert.ok(signed !== null);
  return signed;
};

test('a URL is valid until it expires', async () => {
  const { url, expiresAt } = await sign();
  assert.match(
    url,
    /^https:\/\/images\.example\.org\/files\/[0-9a-f-]{36}\.zip\?expires=1772447402\.410&signature=/,
  );
  assert.deepEqual(expiresAt, later(3_600_000));
  assert.equal(downloads.verify(target(url), now), jobId);
  assert.equal(downloads.verify(target(url), later(3_599_999)), jobId);
  assert.equal(downloads.verify(target(url), later(3_600_000)), null);
});

test('no URL is valid longer than its archive', async () => {
  const { url, expiresAt } = await sign(jobId, downloads, later(1_000));
  assert.deepEqual(expiresAt, later(1_000));
  assert.equal(downloads.verify(target(url), later(999)), jobId);
  assert.equal(downloads.verify(target(url), later(1_000)), null);
  assert.equal(await downloads.urlOf({ ...archive, jobId, archiveExpiresAt: now, now }), null);
});

test('a signed URL of storage is preferred', async () => {
  const asked: unknown[] = [];
  const from = createDownloadUrlSigner({
    ...options,
    storage: {
      async signUrl(key, { until, contentDisposition, contentType }) {
        asked.push(key, until, contentDisposition, contentType);
        return { url: 'https://store.example.org/', expiresAt: later(1_590) };
      },
    },
  });
  assert.deepEqual(await sign(jobId, from, later(2_000)), {
    url: 'https://store.example.org/',
    expiresAt: later(1_590),
  });
  assert.deepEqual(asked, [
    archive.archiveKey,
    later(2_000),
    `attachment; filename="Gr__e.zip"; filename*=UTF-8''Gr%C3%BC%C3%9Fe.zip`,
    'application/zip',
  ]);
});

describe('a changed URL is refused', async () => {
  const { path, query } = target((await sign()).url);
  const other = target((await sign(otherJobId)).url);
  const [expires = '', signature = ''] = query.split('&').map((pair) => pair.split('=')[1]);
  const last = signature.at(-1) === '0' ? '1' : '0';
  const cases: Record<string, { path?: string; query?: string }> = {
    'another job': { path: other.path },
    "another job's signature": { query: other.query },
    'a later expiry': { query: query.replace(expires, (Number(expires) + 1).toFixed(3)) },
    'the same expiry with a leading zero': { query: query.replace(expires, `0${expires}`) },
    'an expiry without its decimals': { query: query.replace(expires, String(Number(expires))) },
    'another signature': { query: query.slice(0, -1) + last },
    'a signature in capitals': { query: `expires=${expires}&signature=${signature.toUpperCase()}` },
    'a short signature': { query: query.slice(0, -2) },
    'no signature': { query: `expires=${expires}` },
    'an empty signature': { query: `expires=${expires}&signature=` },
    'no expiry': { query: `signature=${signature}` },
    nothing: { query: '' },
    'an additional parameter': { query: `${query}&a=b` },
    'another expiry in front': { query: `expires=99999999999.000&${query}` },
    'another extension': { path: path.replace('.zip', '.png') },
    'a path in capitals': { path: path.toUpperCase() },
    'an encoded path': { path: path.replace('e', '%65') },
    'another folder': { path: path.replace('/files/', '/files//') },
    'a longer path': { path: `${path}/x` },
  };
  for (const [name, change] of Object.entries(cases)) {
    test(name, () => assert.equal(downloads.verify({ path, query, ...change }, now), null));
  }

  test('with another secret', async () => {
    const others = createDownloadUrlSigner({ ...options, secret: 'of another service' });
    assert.equal(others.verify({ path, query }, now), null);
    assert.equal(others.verify(target((await sign(jobId, others)).url), now), jobId);
  });
});
