/** The log line of each 4xx and 5xx says what happened, to which template, and whose fault it was. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { pino } from 'pino';
import { renderFailed, requestAnswered, type AnsweredRequest } from '../../src/telemetry/events.ts';
import { waitUntil } from '../helpers/wait-until.ts';
import {
  addTemplate,
  createTenant,
  startTestService,
  type Answer,
  type Tenant,
  type TestService,
} from '../helpers/http.ts';
import { startImageOrigin, type ImageOrigin } from '../helpers/image-origin.ts';
import { findRenderers, pauseRenderers } from '../helpers/renderers.ts';

let service: TestService;
let origin: ImageOrigin;
let tenant: Tenant;
let templateId: string;
const failures: string[] = [];
const answered: AnsweredRequest[] = [];
const stops = [
  renderFailed.listen((reason) => void failures.push(reason)),
  requestAnswered.listen((request) => void answered.push(request)),
];

before(async () => {
  origin = await startImageOrigin();
  service = await startTestService({
    env: { OUTBOUND_ALLOW: '127.0.0.0/8', IMAGE_TIMEOUT: '1s', RATE_LIMITS: 'off' },
  });
  tenant = await createTenant(service.db);
  templateId = await addTemplate(service.db, tenant, {
    variables: [{ name: 'photo', type: 'image', label: 'Photo', required: false }],
    elements: [{ type: 'image', id: 'photo', x: 0, y: 0, width: 40, height: 20, src: '{{photo}}' }],
  });
});
after(async () => {
  for (const stop of stops) stop();
  await service.close();
  origin.close();
});

const generate = (variables: object, id = templateId): Promise<Answer> =>
  service.send('POST', `/api/v1/templates/${id}/generate`, { key: tenant.apiKey, json: { variables } });

/** The line of an answer; it is logged after the answer was sent. */
async function getLine({ headers }: Answer): Promise<Record<string, unknown>> {
  const requestId = headers.get('x-request-id') ?? '';
  const find = () =>
    service.logged
      .filter((line) => line.includes(requestId))
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .find(({ msg }) => msg === 'request');
  await waitUntil(() => find() !== undefined);
  const line = find() ?? {};
  return { ...line, level: pino.levels.labels[Number(line['level'])] };
}

test("a failing image server is logged and counted as the server's fault", async () => {
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port } = closed.address() as AddressInfo;
  closed.close();
  await once(closed, 'close');
  origin.answer('/503', (response) => response.writeHead(503).end());
  origin.answer('/403', (response) => response.writeHead(403).end());
  origin.answer('/slow', () => undefined);
  for (const [photo, status, cause] of [
    [`${origin.url}/503`, 502, 'image server: status-5xx'],
    [`${origin.url}/slow`, 502, 'image server: timeout'],
    [`http://127.0.0.1:${port}/`, 502, 'image server: connect'],
    [`${origin.url}/403`, 400, 'image server: status-4xx'],
    [`${origin.url}/missing`, 400, 'image server: status-4xx'],
  ] as const) {
    failures.length = 0;
    const answer = await generate({ photo });
    assert.equal(answer.status, status, photo);
    const line = await getLine(answer);
    assert.deepEqual(
      [line['level'], line['reason'], line['cause'], line['code'], line['templateId']],
      [status === 502 ? 'error' : 'info', 'origin', cause, answer.problem.code, templateId],
    );
    assert.deepEqual(failures, ['origin']);
    assert.equal(answered.at(-1)?.isOriginFailure, true);
    assert.ok(!JSON.stringify(line).includes(photo), 'the address is logged');
  }
});

test('a bad address and a crash are not the fault of an image server', async () => {
  failures.length = 0;
  const refused = await getLine(await generate({ photo: 'http://10.0.0.1/red.png' }));
  assert.deepEqual(
    [refused['level'], refused['reason'], refused['code'], refused['templateId']],
    ['info', undefined, 'VALIDATION_ERROR', templateId],
  );
  const isPrivate = 'the address of an image is not public: OUTBOUND_ALLOW can permit it';
  assert.equal(refused['cause'], isPrivate);
  assert.deepEqual(failures, ['input']);
  const missing = await getLine(await generate({ photo: 'http://nowhere.invalid/red.png' }));
  assert.equal(missing['cause'], 'image: not-found-host');
  failures.splice(1);
  assert.equal(answered.at(-1)?.isOriginFailure, false);

  const [pid] = findRenderers();
  assert.ok(pid !== undefined);
  const { resume } = pauseRenderers();
  try {
    const failing = generate({});
    await waitUntil(async () => (await service.db('quota_entries').where('state', 'RESERVED')).length === 1);
    process.kill(pid, 'SIGKILL');
    const answer = await failing;
    assert.equal(answer.status, 502);
    const line = await getLine(answer);
    assert.deepEqual(
      [line['level'], line['reason'], line['code'], line['templateId']],
      ['error', undefined, 'RENDER_FAILED', templateId],
    );
    assert.match(String(line['cause']), /^RendererCrashedError: /);
    assert.equal(typeof line['err'], 'object');
    assert.deepEqual(failures, ['input', 'renderer']);
  } finally {
    resume();
  }
});

test('each refusal has a code, a cause and its template', async () => {
  const other = randomUUID();
  const target = `/api/v1/templates/${templateId}`;
  const { apiKey: key } = tenant;
  const submission = { template: { templateId }, rows: [{ unknown: 'x' }] };
  for (const [answer, status, code, cause, template] of [
    [await service.send('GET', target), 401, 'UNAUTHORIZED', 'no key', templateId],
    [await service.send('GET', target, { key: 'x' }), 401, 'UNAUTHORIZED', 'unknown key', templateId],
    [await generate({}, other), 404, 'TEMPLATE_NOT_FOUND', 'no such template for this key', other],
    [await generate({ unknown: 1 }), 400, 'VALIDATION_ERROR', /does not fit/, templateId],
    [
      await service.send('POST', `${target}/generate`, { key, body: '{' }),
      ...([400, 'VALIDATION_ERROR', /does not fit/, templateId] as const),
    ],
    [
      await service.send('PUT', target, { key }),
      ...([405, 'METHOD_NOT_ALLOWED', 'another method is served here', templateId] as const),
    ],
    [
      await service.send('POST', '/api/v1/batch-jobs', { key, json: submission }),
      ...([
        400,
        'VARIABLE_VALIDATION_FAILED',
        'a row or a value does not fit the template',
        templateId,
      ] as const),
    ],
    [
      await service.send('POST', '/api/v1/batch-jobs', { key, json: { ...submission, rows: 3 } }),
      ...([400, 'VALIDATION_ERROR', /does not fit/, templateId] as const),
    ],
    [await service.send('GET', '/nowhere'), 404, 'NOT_FOUND', 'nothing at this path', undefined],
  ] as const) {
    const line = await getLine(answer);
    assert.deepEqual(
      [answer.status, line['status'], line['level'], line['code'], line['templateId']],
      [status, status, 'info', code, template],
    );
    if (typeof cause === 'string') assert.equal(line['cause'], cause);
    else assert.match(String(line['cause']), cause);
  }
});

test('an internal error is one line at level error, with its cause', async () => {
  await service.db.raw('alter table projects rename to moved');
  try {
    const answer = await service.send('GET', '/api/v1/projects', { key: tenant.apiKey });
    assert.equal(answer.status, 500);
    const line = await getLine(answer);
    assert.deepEqual([line['level'], line['code']], ['error', 'INTERNAL_ERROR']);
    assert.match(String(line['cause']), /^\w+: .*relation "projects" does not exist$/);
    const requestId = answer.headers.get('x-request-id') ?? '';
    assert.equal(service.logged.filter((each) => each.includes(requestId)).length, 1);
  } finally {
    await service.db.raw('alter table moved rename to projects');
  }
});
