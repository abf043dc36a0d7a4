/** Hostile HTTP requests: no answer is a 5xx, no renderer exits, and memory does not grow. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import {
  addTemplate,
  createTenant,
  startTestService,
  type Tenant,
  type TestService,
} from '../helpers/http.ts';
import { findRenderers } from '../helpers/renderers.ts';
import { createHostileImages } from './images.ts';

let service: TestService;
let tenant: Tenant;
let generate: string;
before(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off' } });
  tenant = await createTenant(service.db, { plan: 'enterprise' });
  const templateId = await addTemplate(service.db, tenant, {
    variables: [
      { name: 'photo', type: 'image', label: 'Photo', required: false },
      { name: 'title', type: 'text', label: 'Title', required: false },
      { name: 'email', type: 'email', label: 'Address', required: false },
    ],
    elements: [
      {
        type: 'image',
        id: 'photo',
        x: 0,
        y: 0,
        width: 40,
        height: 20,
        src: '{{photo}}',
        visible: '{{photo}}',
      },
      {
        type: 'text',
        id: 'title',
        x: 0,
        y: 0,
        width: 40,
        height: 20,
        text: '{{title}}{{email}}',
        fontSize: 8,
      },
    ],
  });
  generate = `/api/v1/templates/${templateId}/generate`;
});
after(() => service.close());

/** Sends a body and checks that the answer is 200 or 4xx. */
async function assertAnswered(body: string, what: string, target = generate): Promise<number> {
  const { status, problem } = await service.send('POST', target, { key: tenant.apiKey, body });
  assert.ok(
    status === 200 || (status >= 400 && status < 500),
    `${what}: ${status} ${problem.detail}\n${failures()}`,
  );
  return status;
}

/** The errors that the service has logged. */
const failures = (): string =>
  service.logged
    .filter((line) => /"level":50/.test(line))
    .join('')
    .slice(-2_000);

const photo = (bytes: Buffer, type = 'png'): string =>
  JSON.stringify({ variables: { photo: `data:image/${type};base64,${bytes.toString('base64')}` } });

/** Bytes of all renderer processes together. Their number stays the same, so totals can be compared. */
function rendererMemory(): number {
  return findRenderers()
    .map((pid) => Number(/^VmRSS:\s+(\d+)/mu.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024)
    .reduce((sum, bytes) => sum + bytes, 0);
}

test('hostile images stop no renderer and leave no memory behind', { timeout: 600_000 }, async () => {
  assert.equal(await assertAnswered('{"variables":{}}', 'nothing'), 200);
  const images = await createHostileImages();
  const renderers = findRenderers();
  assert.ok(renderers.length > 0);
  const rounds: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    let refused = 0;
    for (const [name, bytes] of images) {
      if ((await assertAnswered(photo(bytes), name)) !== 200) refused += 1;
    }
    assert.ok(refused > images.size / 3, `${refused} of ${images.size} were refused`);
    rounds.push(rendererMemory());
  }
  // A new renderer would mean that one crashed, timed out or used too much memory.
  assert.deepEqual(findRenderers(), renderers);
  const [, second = 0, third = 0] = rounds;
  assert.ok(third - second < 100_000_000, `renderers hold ${rounds.join(', ')} bytes after each round`);
  assert.equal(await assertAnswered('{"variables":{"title":"still here"}}', 'afterwards'), 200);
});

test(
  'JSON that is deep, huge, ambiguous or names properties of every object',
  { timeout: 600_000 },
  async () => {
    const deep = (open: string, close: string, times: number) => open.repeat(times) + close.repeat(times);
    const bodies: Record<string, string> = {
      'arrays, a million deep': deep('[', ']', 1_000_000),
      'objects, a hundred thousand deep': `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
      'brackets that are never closed': '['.repeat(5_000_000),
      'depth in a value': `{"variables":{"title":${deep('[', ']', 100_000)}}}`,
      '600,000 members': `{"variables":{${Array.from({ length: 6e5 }, (_, at) => `"v${at}":""`).join()}}}`,
      'one member 700,000 times': `{"variables":{${'"title":"",'.repeat(700_000)}"title":""}}`,
      'a value of ten million characters': JSON.stringify({ variables: { email: 'a@'.repeat(4_900_000) } }),
      'a name of nine million characters': JSON.stringify({ variables: { ['a'.repeat(9_000_000)]: '' } }),
      'a string that is never closed': `{"variables":{"title":"${'\\"'.repeat(4_000_000)}`,
      backslashes: `{"variables":{"title":"${'\\'.repeat(9_000_001)}"}}`,
      'a number of a million digits': `{"variables":{},"options":{"scale":${'9'.repeat(1_000_000)}}}`,
      'a number with a huge exponent': '{"variables":{},"options":{"scale":1e999999999}}',
      'millions of blanks': `{"variables"${' '.repeat(9_000_000)}:{}}`,
      'emoji where JSON should be': '😀'.repeat(1_000),
    };
    for (const name of [
      '__proto__',
      'constructor',
      'prototype',
      'toString',
      'hasOwnProperty',
      '__defineGetter__',
      'valueOf',
    ]) {
      bodies[`the name ${name}`] = `{"variables":{"${name}":"x"}}`;
      bodies[`the name ${name} outside`] = `{"variables":{},"${name}":{"isAdmin":true}}`;
      bodies[`the name ${name} in options`] = `{"variables":{},"options":{"${name}":{"polluted":"1"}}}`;
    }
    for (const [name, body] of Object.entries(bodies)) {
      const status = await assertAnswered(body, name);
      if (name !== 'one member 700,000 times' && name !== 'millions of blanks')
        assert.notEqual(status, 200, name);
      const row = `{"template":{"templateId":"${tenant.projectId}"},"rows":[${body}]}`;
      await assertAnswered(row, `${name}, in a row`, '/api/v1/batch-jobs');
    }
    assert.equal(({} as Record<string, unknown>)['isAdmin'], undefined);
    assert.equal(({} as Record<string, unknown>)['polluted'], undefined);
    assert.equal(await assertAnswered('{"variables":{"title":"still here"}}', 'afterwards'), 200);
  },
);

test('renders text that is hard to lay out', { timeout: 600_000 }, async () => {
  const texts: Record<string, string> = {
    'a thousand marks on one letter': `a${'\u0301'.repeat(1_000)}`,
    'turns of direction': '\u202e\u202d\u2066\u2067\u2069'.repeat(500),
    'a thousand joined emoji': Array<string>(1_000).fill('👨').join('\u200d'),
    flags: '🇩'.repeat(999),
    'private characters': '\u{10ffff}\u{f0000}\ue000'.repeat(300),
    noncharacters: '\ufffe\uffff\ufdd0\u{1fffe}'.repeat(300),
    controls: Array.from({ length: 31 }, (_, at) => String.fromCharCode(at + 1))
      .join('')
      .repeat(30),
    'line ends': '\n\r\u2028\u2029\u0085'.repeat(500),
    'one long word': 'x'.repeat(20_000),
    'soft hyphens': 'a\u00ad'.repeat(5_000),
    'all scripts at once': Array.from({ length: 3_000 }, (_, at) => String.fromCodePoint(0x100 + at * 20))
      .join('')
      .toWellFormed(),
    placeholders: '{{title}}\\{{photo}}{{{{'.repeat(500),
  };
  for (const [name, title] of Object.entries(texts)) {
    for (const format of ['png', 'pdf']) {
      assert.equal(await assertAnswered(JSON.stringify({ variables: { title }, format }), name), 200, name);
    }
  }
});

test('answers nonsense in headers and paths without a server error', async () => {
  for (const [name, value] of [
    ['X-Api-Key', 'x'.repeat(8_000)],
    ['X-Api-Key', '\xff\xfe'],
    ['X-Api-Key', `${'plt_'.repeat(10)}' OR 1=1 --`],
    ['Content-Type', `multipart/form-data; boundary=${'-'.repeat(3_000)}`],
    ['Content-Type', `application/json${';a=b'.repeat(2_000)}`],
    ['Content-Type', 'application/json; charset="utf-8'],
    ['Content-Encoding', 'gzip, '.repeat(500)],
    ['Idempotency-Key', 'x'.repeat(9_000)],
    ['Idempotency-Key', '\xe9\xff'],
    ['Range', `bytes=${'0-1,'.repeat(2_000)}`],
    ['X-Forwarded-For', '127.0.0.1, '.repeat(500)],
    ['X-Http-Method-Override', 'DELETE'],
    ['Cookie', 'a=b;'.repeat(2_000)],
    ['Accept', `${'*/*;q=0.1,'.repeat(900)}*/*`],
  ] as const) {
    for (const target of [generate, '/api/v1/batch-jobs']) {
      const answer = await service.send('POST', target, {
        headers: { 'X-Api-Key': tenant.apiKey, 'Content-Type': 'application/json', [name]: value },
        body: '{"variables":{}}',
      });
      assert.ok(answer.status < 500, `${name}: ${answer.status}`);
    }
  }
  for (const path of [
    '/../../etc/passwd',
    '/files/..%2f..%2fetc%2fpasswd',
    '/files/%2e%2e/%2e%2e/etc/passwd',
    `/files/${'a'.repeat(9_000)}.zip?expires=1&signature=${'f'.repeat(5_000)}`,
    '/files/x.zip?expires=NaN&signature=%00',
    '/files/x.zip?expires=99999999999999999999&signature=',
    '/s/',
    '/s/%2e%2e%2f',
    `/s/${'A'.repeat(9_000)}.png`,
    '/s/a.png%00.html',
    '/docs/..%5c..%5cpackage.json',
    '/docs/%252e%252e/package.json',
    '/examples/constructor',
    '/examples/__proto__',
    `/api/v1/templates/${'%F0%9F%98%80'.repeat(600)}`,
    `/api/v1/projects?${'page=1&'.repeat(1_500)}`,
    `/api/v1/projects?${'a'.repeat(12_000)}`,
    '//api//v1//projects',
    '/api/v1/projects/__proto__/templates',
    '/api/v1/batch-jobs/constructor',
    '/api/v1/%61pi',
  ]) {
    for (const method of path.startsWith('/api/') ? ['GET', 'POST', 'DELETE', 'PATCH', 'OPTIONS'] : ['GET']) {
      const answer = await service.send(method, path, { key: tenant.apiKey });
      assert.ok(answer.status >= 400 && answer.status < 500, `${method} ${path}: ${answer.status}`);
    }
  }
});
