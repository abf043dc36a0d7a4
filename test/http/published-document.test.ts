/**
 * The contract as strangers get it: the same document in two forms, with the address of the service that serves it.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { parse } from 'yaml';
import { startTestService, type TestService } from '../helpers/http.ts';
import { checkedFetch } from '../helpers/requests.ts';

const read = (file: string) => readFile(new URL(`../../${file}`, import.meta.url), 'utf8');
const plain = await read('generated/openapi.yaml');
const paths = ['/openapi.yaml', '/openapi.json'];
const identity = { 'Accept-Encoding': 'identity' };

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.close());

type Json = Record<string, unknown>;

const { servers: _of, ...contract } = parse(await read('openapi.yaml')) as Json;
const withoutServers = (text: string) => text.replace(/^servers:\n(?: .*\n)+/m, '');
const get = (path: string, headers: Record<string, string> = identity) =>
  checkedFetch(service.url + path, { headers });

test('anybody may read it, from pages of any origin, and tools know what it is', async () => {
  for (const [path, mediaType] of [
    ['/openapi.yaml', 'application/yaml'],
    ['/openapi.json', 'application/json'],
  ] as const) {
    const { status, headers } = await get(path);
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), mediaType);
    assert.equal(headers.get('access-control-allow-origin'), '*');
    assert.equal(headers.get('access-control-allow-credentials'), null);
    assert.equal(headers.get('cross-origin-resource-policy'), 'cross-origin');
    assert.equal(headers.get('cache-control'), 'no-cache');
  }
});

test('it is the contract, word for word, with the address of this service', async () => {
  const servers = [{ url: service.url, description: 'This service' }];
  const yaml = await (await get('/openapi.yaml')).text();
  // Some tools refuse documents with many aliases.
  assert.deepEqual(parse(yaml, { maxAliasCount: 0 }), { ...contract, servers });
  assert.deepEqual(await (await get('/openapi.json')).json(), { ...contract, servers });
  assert.equal(withoutServers(yaml), withoutServers(plain));
});

test('PUBLIC_URL is the address that callers are told', async () => {
  const elsewhere = await startTestService({ env: { PUBLIC_URL: 'https://api.example.org' } });
  try {
    for (const path of paths) {
      const document = parse(
        await (await checkedFetch(elsewhere.url + path, { headers: identity })).text(),
      ) as Json;
      assert.deepEqual(document['servers'], [
        { url: 'https://api.example.org', description: 'This service' },
      ]);
    }
  } finally {
    await elsewhere.close();
  }
});

test('whoever has it is told so, and whoever takes gzip gets less', async () => {
  for (const path of paths) {
    const plain = await get(path);
    const gzipped = await get(path, { 'Accept-Encoding': 'br;q=1, gzip;q=0.5' });
    assert.equal(gzipped.headers.get('content-encoding'), 'gzip');
    assert.ok(
      Number(gzipped.headers.get('content-length')) * 3 < Number(plain.headers.get('content-length')),
    );
    assert.equal(await gzipped.text(), await plain.text());
    assert.equal((await get(path, { 'Accept-Encoding': 'gzip;q=0' })).headers.get('content-encoding'), null);

    const tags = [plain, gzipped].map(({ headers }) => headers.get('etag') ?? '');
    assert.notEqual(tags[0], tags[1]);
    for (const tag of [...tags, `"other", W/${tags[0]}`, '*']) {
      const known = await get(path, { ...identity, 'If-None-Match': tag });
      assert.deepEqual([known.status, await known.text()], [304, '']);
      assert.equal(known.headers.get('etag'), tags[0]);
      assert.equal(known.headers.get('vary'), 'Accept-Encoding');
    }
    assert.equal((await get(path, { ...identity, 'If-None-Match': '"other"' })).status, 200);
  }
});

test('HEAD tells what GET would; other methods are refused, and so is what is not quite the path', async () => {
  for (const path of paths) {
    const whole = await get(path);
    const head = await checkedFetch(service.url + path, { method: 'HEAD', headers: identity });
    for (const name of ['content-length', 'content-type', 'etag']) {
      assert.equal(head.headers.get(name), whole.headers.get(name));
    }
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const refused = await service.send(method, path);
      assert.deepEqual([refused.status, refused.problem.code], [405, 'METHOD_NOT_ALLOWED']);
      assert.equal(refused.headers.get('allow'), 'GET, HEAD');
    }
  }
  for (const path of ['/openapi', '/openapi.yml', '/openapi.json/', '/Openapi.json', '/docs/openapi.json']) {
    const refused = await service.send('GET', path);
    assert.deepEqual([refused.status, refused.problem.code], [404, 'NOT_FOUND']);
  }
});

test('the files that it names as examples are where it says', async () => {
  const names = new Set([...plain.matchAll(/externalValue: ([^\s,}]+)/g)].map(([, name = '']) => name));
  assert.ok(names.size >= 5);
  for (const name of names) {
    const answer = await get(new URL(name, `${service.url}/openapi.yaml`).pathname);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('access-control-allow-origin'), '*');
    const file = await readFile(new URL(`../../${name}`, import.meta.url));
    assert.ok(file.equals(Buffer.from(await answer.arrayBuffer())), name);
  }
  for (const name of ['', 'social-card', 'social-card/template.json', '..%2Fpackage.json', 'other.png']) {
    const refused = await service.send('GET', `/examples/${name}`);
    assert.deepEqual([refused.status, refused.problem.code], [404, 'NOT_FOUND']);
  }
  assert.equal((await service.send('POST', '/examples/social-card.png')).status, 405);
});
