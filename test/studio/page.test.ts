/** How the app is served: its headers, what caches may keep, and the size of its first page. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { pino } from 'pino';
import type { Exchange } from '../../src/http/exchange.ts';
import { createStudioPage } from '../../src/http/studio/page.ts';
import { startTestService, type TestService } from '../helpers/http.ts';
import { checkedFetch, startRequest } from '../helpers/requests.ts';

let service: TestService;
let html: string;
before(async () => {
  service = await startTestService();
  html = await (await checkedFetch(`${service.url}/studio`)).text();
});
after(() => service.close());

/** Paths of the files that the page names: its script, its styles, its icon. */
function listAssets(): string[] {
  return [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file = '']) => file);
}

/** The bytes as sent, without fetch's decoding. */
async function readRaw(target: string, acceptEncoding: string) {
  const { request, answered } = startRequest(service.url + target, {
    headers: { 'Accept-Encoding': acceptEncoding },
  });
  request.end();
  const answer = await answered;
  const parts = (await answer.toArray()) as Buffer[];
  return { headers: answer.headers, bytes: Buffer.concat(parts) };
}

describe('the page', () => {
  for (const target of ['', '/', '/sign-in?token=secret', '/templates/1/versions', '/no/such/page.html']) {
    test(`is the answer to /studio${target}, and no cache keeps it`, async () => {
      const answer = await checkedFetch(`${service.url}/studio${target}`);
      assert.equal(answer.status, 200);
      assert.equal(answer.headers.get('cache-control'), 'no-store');
      assert.equal(answer.headers.get('etag'), null);
      assert.match(await answer.text(), /<div id="app"><\/div>/);
    });
  }

  test('has a policy without unsafe-*; its nonce for styles is in the page and used once', async () => {
    const answers = await Promise.all([1, 2].map(() => checkedFetch(`${service.url}/studio`)));
    const nonces = await Promise.all(
      answers.map(async (answer) => {
        const policy = answer.headers.get('content-security-policy') ?? '';
        assert.doesNotMatch(policy, /unsafe|\*|https?:|wasm|strict-dynamic/);
        assert.match(policy, /script-src 'self';/);
        const [, nonce = ''] = /style-src 'self' 'nonce-([^']+)'/.exec(policy) ?? [];
        assert.match(await answer.text(), new RegExp(`nonce="${nonce.replaceAll('+', '\\+')}"`));
        return nonce;
      }),
    );
    assert.notEqual(nonces[0], nonces[1]);
  });

  test('cannot be framed, sniffed or opened by other origins, and sends no referrer', async () => {
    const { headers } = await checkedFetch(`${service.url}/studio`);
    assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
    assert.equal(headers.get('x-frame-options'), 'DENY');
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.equal(headers.get('referrer-policy'), 'no-referrer');
    assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin');
    assert.match(headers.get('permissions-policy') ?? '', /camera=\(\)/);
  });

  test('has no inline script, style or handler, and names only its own files', () => {
    assert.doesNotMatch(html, /<script(?![^>]* src=)|<style|style=|\son\w+=|https?:/);
    for (const file of listAssets()) assert.match(file, /^\/studio\/assets\/[\w.-]+-[\w-]{8}\.(js|css|svg)$/);
  });

  test('answers HEAD without content, and refuses other methods', async () => {
    const head = await checkedFetch(`${service.url}/studio/jobs`, { method: 'HEAD' });
    assert.equal(head.status, 200);
    assert.equal(await head.text(), '');
    for (const target of ['/studio', '/studio/jobs', listAssets()[0] ?? '']) {
      const refused = await service.send('POST', target);
      assert.deepEqual([refused.status, refused.headers.get('allow')], [405, 'GET, HEAD'], target);
    }
  });
});

describe('assets', () => {
  test('are immutable and compressed before they are requested', async () => {
    for (const file of listAssets()) {
      const plain = await readRaw(file, 'identity');
      const brotli = await readRaw(file, 'gzip, deflate, br');
      const gzip = await readRaw(file, 'gzip, br;q=0');
      assert.equal(plain.headers['cache-control'], 'public, max-age=31536000, immutable');
      assert.deepEqual(
        [plain, brotli, gzip].map(({ headers }) => headers['content-encoding']),
        [undefined, 'br', 'gzip'],
      );
      assert.ok(brotliDecompressSync(brotli.bytes).equals(plain.bytes));
      assert.ok(gunzipSync(gzip.bytes).equals(plain.bytes));
      assert.equal(new Set([plain, brotli, gzip].map(({ headers }) => headers['etag'])).size, 3);
      const known = await checkedFetch(service.url + file, {
        headers: { 'If-None-Match': brotli.headers['etag'] ?? '' },
      });
      assert.equal(known.status, 304);
    }
  });

  test('are all files of the build, each with its media type', async () => {
    const types = {
      '.js': 'text/javascript; charset=utf-8',
      '.css': 'text/css; charset=utf-8',
      '.svg': 'image/svg+xml',
      '.ttf': 'font/ttf',
      '.webp': 'image/webp',
    };
    const files = await readdir(path.resolve(import.meta.dirname, '../../studio/web/dist/assets'));
    const sent: Record<string, string | null> = {};
    for (const file of files.filter((each) => !/\.(br|gz)$/.test(each))) {
      const answer = await checkedFetch(`${service.url}/studio/assets/${file}`);
      assert.equal(answer.status, 200, file);
      sent[path.extname(file)] = answer.headers.get('content-type');
    }
    assert.deepEqual(sent, types);
  });

  for (const name of ['', 'none.js', '..%2Findex.html', 'x/y.js', '.hidden.js']) {
    test(`"${name}" is none`, async () => {
      const answer = await service.send('GET', `/studio/assets/${name}`);
      assert.deepEqual([answer.status, answer.problem.code], [404, 'NOT_FOUND']);
    });
  }

  test('compressed files are no assets of their own', async () => {
    const answer = await service.send('GET', `${listAssets().find((file) => file.endsWith('.css'))}.br`);
    assert.equal(answer.status, 404);
  });
});

test('names that only look like the contract get no page', async () => {
  const answer = await service.send('GET', '/studio/openapi.txt');
  assert.deepEqual([answer.status, answer.problem.code], [404, 'NOT_FOUND']);
});

test('the first page needs at most 350 kB of compressed script', async () => {
  const scripts = listAssets().filter((file) => file.endsWith('.js'));
  const sizes = await Promise.all(scripts.map(async (file) => (await readRaw(file, 'gzip')).bytes.length));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  assert.ok(scripts.length > 0);
  assert.ok(total <= 350_000, `${total} bytes`);
});

describe('a folder without the build', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'platen-studio-'));
  });
  after(() => rm(folder, { recursive: true }));

  const ask = async (singleSignOn: string | null = null) => {
    const log = pino({ level: 'silent' });
    const answer = createStudioPage({ log, singleSignOn, builtFolder: folder });
    const target = { path: '/studio', query: '' };
    const reply = await answer({
      incoming: { method: 'GET' },
      target,
      note: () => undefined,
    } as unknown as Exchange);
    return { status: reply.status, html: Buffer.from(reply.bytes ?? []).toString() };
  };

  test('the page says how to build it, and a build needs no restart', async () => {
    const missing = await ask();
    assert.equal(missing.status, 503);
    assert.match(missing.html, /npm run build --workspace studio\/web/);
    await mkdir(path.join(folder, 'assets'));
    await writeFile(path.join(folder, 'index.html'), '<meta content="{sso}" /><meta nonce="{nonce}" />');
    assert.equal((await ask()).status, 200);
  });

  test('the name of the identity provider is in the page, as text', async () => {
    const { html: page } = await ask('"><script>alert(1)</script>$&');
    assert.match(page, /^<meta content="&quot;>&lt;script>alert\(1\)&lt;\/script>\$&amp;" \/>/);
  });
});
