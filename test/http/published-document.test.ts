/**
 * The contract as the service publishes it: as YAML and JSON, with the service's own address.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { parse } from 'yaml';
import { shareTestService, startTestService, type TestService } from '../helpers/http.ts';
import { checkedFetch } from '../helpers/requests.ts';

const read = (file: string) => readFile(new URL(`../../${file}`, import.meta.url), 'utf8');
const plain = await read('generated/openapi.yaml');
const paths = ['/openapi.yaml', '/openapi.json', '/studio/openapi.yaml', '/studio/openapi.json'];
const olderPaths = ['/openapi-3.0.yaml', '/openapi-3.0.json'];
const identity = { 'Accept-Encoding': 'identity' };

let service: TestService;
before(async () => {
  service = await shareTestService();
});
after(() => service.close());

type Json = Record<string, unknown>;

const contracts: Readonly<Record<string, Json>> = {
  '': parse(await read('openapi.yaml')) as Json,
  '/studio': parse(await read('studio/openapi.yaml'), { maxAliasCount: -1 }) as Json,
};
/** The service address in the examples of openapi.yaml. */
const writtenOrigin = 'http://127.0.0.1:8080/';
/** The contract of a path, with the address of a service. */
const contractAt = (path: string, origin: string): Json => {
  const { servers: _servers, ...contract } = contracts[path.replace(/\/openapi\.\w+$/, '')] ?? {};
  return {
    ...(JSON.parse(
      JSON.stringify(contract)
        .replaceAll(writtenOrigin, `${origin}/`)
        .replaceAll(/"externalValue":"([^"]+)"/g, `"description":"The file: ${origin}/$1"`),
    ) as Json),
    servers: [{ url: origin, description: 'This service' }],
  };
};
const withoutServers = (text: string) => text.replace(/^servers:\n(?: .*\n)+/m, '');
const get = (path: string, headers: Record<string, string> = identity) =>
  checkedFetch(service.url + path, { headers });

test('its 3.0 form says the same to generators that read no 3.1, as YAML and JSON', async () => {
  const [yaml, json] = await Promise.all(
    olderPaths.map(async (path) => parse(await (await get(path)).text()) as Json),
  );
  assert.deepEqual(yaml, json);
  const older = json as Json & { paths: Json; components: { schemas: Json } };
  assert.equal(older['openapi'], '3.0.3');
  assert.deepEqual(older['servers'], [{ url: service.url, description: 'This service' }]);
  const newer = contracts[''] as typeof older;
  assert.deepEqual(Object.keys(older.paths), Object.keys(newer.paths));
  assert.deepEqual(Object.keys(older.components.schemas), Object.keys(newer.components.schemas));
  // What 3.0 does not know is nowhere in it.
  const schemas = JSON.stringify(older.components);
  assert.doesNotMatch(
    schemas,
    /"type":\[|"type":"null"|"exclusiveMinimum":\d|"contentEncoding"|"propertyNames"/,
  );
  // Few generators know a choice between a string and an array.
  const { VariableValue } = older.components.schemas as { VariableValue: object };
  assert.deepEqual(Object.keys(VariableValue), ['x-go-type', 'description']);
});

test('pages of any origin may read it, and it has its media type', async () => {
  for (const path of paths) {
    const mediaType = path.endsWith('yaml') ? 'application/yaml' : 'application/json';
    const { status, headers } = await get(path);
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), mediaType);
    assert.equal(headers.get('access-control-allow-origin'), '*');
    assert.equal(headers.get('access-control-allow-credentials'), null);
    assert.equal(headers.get('cross-origin-resource-policy'), 'cross-origin');
    assert.equal(headers.get('cache-control'), 'no-cache');
  }
});

test('it is openapi.yaml, word for word, with the address of this service', async () => {
  for (const path of paths) {
    const text = await (await get(path)).text();
    // Some tools refuse documents with many aliases.
    assert.deepEqual(parse(text, { maxAliasCount: 0 }), contractAt(path, service.url));
  }
  const yaml = await (await get('/openapi.yaml')).text();
  const expected = withoutServers(plain)
    .replaceAll(writtenOrigin, `${service.url}/`)
    .replaceAll(/externalValue: ([^\s,}]+)/g, `description: "The file: ${service.url}/$1"`);
  assert.equal(withoutServers(yaml), expected);
});

test('PUBLIC_URL is the address in the document, in examples too', async () => {
  for (const origin of ['https://api.example.org', 'http://[2001:db8::1]:8443']) {
    const elsewhere = await startTestService({ env: { PUBLIC_URL: origin } });
    try {
      for (const path of paths) {
        const answer = await checkedFetch(elsewhere.url + path, { headers: identity });
        const text = await answer.text();
        assert.deepEqual(parse(text), contractAt(path, origin));
        const hasExamples = !path.startsWith('/studio/');
        assert.equal(text.includes(`${origin}/s/`) && text.includes(`${origin}/files/`), hasExamples);
        assert.ok(!text.includes('127.0.0.1:8080'), path);
      }
    } finally {
      await elsewhere.close();
    }
  }
});

test('preflight requests of any origin with any header field are allowed', async () => {
  const preflight = {
    Origin: 'https://editor.example.org',
    'Access-Control-Request-Method': 'GET',
    'Access-Control-Request-Headers': 'if-none-match',
  };
  for (const path of [...paths, '/examples/social-card.png']) {
    for (const headers of [preflight, {}]) {
      const answer = await checkedFetch(service.url + path, { method: 'OPTIONS', headers });
      assert.deepEqual([answer.status, await answer.text()], [204, '']);
      assert.equal(answer.headers.get('allow'), 'GET, HEAD, OPTIONS');
      assert.equal(answer.headers.get('access-control-allow-origin'), '*');
      assert.equal(answer.headers.get('access-control-allow-methods'), 'GET, HEAD, OPTIONS');
      assert.equal(answer.headers.get('access-control-allow-headers'), '*, Authorization');
      assert.equal(answer.headers.get('access-control-allow-credentials'), null);
    }
  }
  // Other paths do not allow other origins.
  for (const path of ['/healthz', '/docs', '/api/v1/projects', '/examples/other.png']) {
    const refused = await service.send('OPTIONS', path, { headers: preflight });
    assert.equal(refused.status, path.startsWith('/examples/') ? 404 : 405);
    assert.equal(refused.headers.get('access-control-allow-origin'), null);
  }
});

test('the 404 of an unknown path names /docs', async () => {
  const answer = await service.send('GET', '/api');
  assert.deepEqual([answer.status, answer.problem.code], [404, 'NOT_FOUND']);
  assert.match(String(answer.problem.detail), /\/docs/);
});

test('it can be revalidated, and is compressed for clients that accept gzip', async () => {
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
      const revalidated = await get(path, { ...identity, 'If-None-Match': tag });
      assert.deepEqual([revalidated.status, await revalidated.text()], [304, '']);
      assert.equal(revalidated.headers.get('etag'), tags[0]);
      assert.equal(revalidated.headers.get('vary'), 'Accept-Encoding');
    }
    assert.equal((await get(path, { ...identity, 'If-None-Match': '"other"' })).status, 200);
  }
});

test('HEAD has the headers of GET; other methods and similar paths are refused', async () => {
  for (const path of paths) {
    const whole = await get(path);
    const head = await checkedFetch(service.url + path, { method: 'HEAD', headers: identity });
    for (const name of ['content-length', 'content-type', 'etag']) {
      assert.equal(head.headers.get(name), whole.headers.get(name));
    }
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      const refused = await service.send(method, path);
      assert.deepEqual([refused.status, refused.problem.code], [405, 'METHOD_NOT_ALLOWED']);
      assert.equal(refused.headers.get('allow'), 'GET, HEAD, OPTIONS');
    }
  }
  for (const path of ['/openapi', '/openapi.yml', '/openapi.json/', '/Openapi.json', '/docs/openapi.json']) {
    const refused = await service.send('GET', path);
    assert.deepEqual([refused.status, refused.problem.code], [404, 'NOT_FOUND']);
  }
});

test('the example files that it names are served', async () => {
  for (const path of [...paths, ...olderPaths]) {
    assert.doesNotMatch(
      await (await get(path)).text(),
      /externalValue/,
      'a saved document has no files beside it',
    );
  }
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
