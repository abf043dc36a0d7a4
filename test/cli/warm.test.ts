/** `url-key warm` renders a list of image URLs ahead. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { takeTokens } from '../../src/store/rate-limits.ts';
import { readUsage } from '../../src/store/quota.ts';
import { runCommand } from '../helpers/cli.ts';
import { addTemplate, createTenant, startTestService, type TestService } from '../helpers/http.ts';
import { addUrlKey, signedTarget } from '../helpers/image-urls.ts';

let service: TestService;
let folder: string;
before(async () => {
  service = await startTestService();
  folder = await mkdtemp(path.join(tmpdir(), 'platen-warm-'));
});
after(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

async function startSite(restrictions: Parameters<typeof addUrlKey>[2] = {}) {
  const tenant = await createTenant(service.db, { plan: 'personal' });
  const templateId = await addTemplate(service.db, tenant);
  const key = await addUrlKey(service.db, tenant, restrictions);
  return { tenant, urlOf: (query: string) => service.url + signedTarget(key, { templateId, query }) };
}

async function warm(lines: readonly string[], ...options: readonly string[]) {
  const file = path.join(folder, 'urls.txt');
  await writeFile(file, lines.join('\r\n'));
  return await runCommand(['url-key', 'warm', file, ...options], {});
}

void test('says what it has drawn, what was there, and what was refused with its line', async () => {
  const { tenant, urlOf } = await startSite();
  const there = urlOf('v.title=there');
  assert.equal((await service.send('GET', there.slice(service.url.length))).status, 200);
  const lines = [
    '# posts of March',
    there,
    urlOf('v.title=one'),
    '',
    urlOf('v.title=two'),
    urlOf('v.title=one'),
    urlOf('v.none=x'),
    `${urlOf('v.title=three').slice(0, -3)}AAA`,
    'post-4.png',
  ];
  const { code, stdout } = await warm(lines, '--json');
  assert.equal(code, 1);
  const { drawn, alreadyThere, refused } = JSON.parse(stdout) as {
    drawn: number;
    alreadyThere: number;
    refused: { line: number; code: string; detail: string }[];
  };
  assert.deepEqual([drawn, alreadyThere], [2, 2]);
  assert.deepEqual(
    refused.map((each) => [each.line, each.code]),
    [
      [7, 'VARIABLE_VALIDATION_FAILED'],
      [8, 'IMAGE_URL_INVALID'],
      [9, 'NOT_AN_IMAGE_URL'],
    ],
  );
  assert.match(refused[0]?.detail ?? '', /none/);
  assert.equal((await readUsage(service.db, tenant.workspaceId, new Date())).used, 3);

  const again = await warm(lines.slice(0, 6));
  assert.deepEqual([again.code, again.stdout], [0, '0 drawn, 4 already there, 0 refused\n']);
});

void test('waits for the rate of the plan', async () => {
  const { tenant, urlOf } = await startSite();
  await takeTokens(service.db, { key: `pictures:${tenant.accountId}`, perSecond: 5, burst: 40 }, 40);
  const { code, stdout } = await warm(Array.from({ length: 15 }, (_, number) => urlOf(`v.title=${number}`)));
  assert.deepEqual([code, stdout], [0, '15 drawn, 0 already there, 0 refused\n']);
});

void test('reports a problem that the fallback of a key hides', async () => {
  const { urlOf } = await startSite({ hasFallback: true });
  const { code, stdout } = await warm([urlOf('v.none=x')]);
  assert.equal(code, 1);
  assert.match(stdout, /^line 1: refused: VARIABLE_VALIDATION_FAILED: /);
});

void test('names what it cannot read or reach', async () => {
  const missing = await runCommand(['url-key', 'warm', path.join(folder, 'none.txt')], {});
  assert.match(missing.stderr, /none\.txt cannot be read: no such file/);
  const empty = await warm(['# nothing']);
  assert.deepEqual([empty.code, /has no URLs/.test(empty.stderr)], [1, true]);
  const away = await warm(['http://127.0.0.1:1/i/a/live/b.png?k=c&s=d']);
  assert.equal(away.code, 1);
  assert.match(away.stdout, /^line 1: refused: NOT_REACHED: http:\/\/127\.0\.0\.1:1 cannot be reached/);
});
