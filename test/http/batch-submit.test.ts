import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { TemplateDocument } from '../../generated/template.ts';
import { queryRows } from '../../src/store/database.ts';
import {
  requestBatch,
  countBatchRecords,
  plainBatch,
  readLedger,
  submit,
  submitJob,
} from '../helpers/batch.ts';
import { waitUntil } from '../helpers/wait-until.ts';
import {
  addTemplate,
  createTenant,
  plainDocument,
  startTestService,
  type Answer,
  type Tenant,
  type TestService,
} from '../helpers/http.ts';

let service: TestService;
before(async () => {
  service = await startTestService({
    env: {
      RATE_LIMITS: 'off',
      BATCH_MAX_ROWS: '150',
      MAX_BODY_BYTES: '1000000',
      OUTBOUND_ALLOW: '127.0.0.0/8',
    },
  });
});
after(() => service.close());

/** A template with variables of several types; its title is required. */
const document: Partial<TemplateDocument> = {
  variables: [
    { name: 'title', type: 'text', label: 'Title', required: true, validation: { maxLength: 10 } },
    { name: 'accent', type: 'text', label: 'Accent', required: false, defaultValue: '#ff0000' },
    { name: 'a/b', type: 'number', label: 'Number', required: false },
  ],
  elements: [
    ...(plainDocument.elements ?? []),
    { type: 'rect', id: 'box', x: 0, y: 0, width: 4, height: 4, fill: '{{accent}}' },
  ],
};

async function prepare(plan: 'free' | 'personal' | 'studio' = 'studio') {
  const tenant = await createTenant(service.db, { plan });
  return { tenant, templateId: await addTemplate(service.db, tenant, document) };
}

/** Sends a submission, and fails if it changes the records or the ledger. */
async function assertNoRecords(tenant: Tenant, send: () => Promise<Answer>): Promise<Answer> {
  const [recordsBefore, ledgerBefore] = [
    await countBatchRecords(service.db),
    await readLedger(service.db, tenant.workspaceId),
  ];
  const answer = await send();
  assert.deepEqual(await countBatchRecords(service.db), recordsBefore);
  assert.deepEqual(await readLedger(service.db, tenant.workspaceId), ledgerBefore);
  return answer;
}

test('a submission creates a job, its rows, tasks that cover all rows, and one charge', async () => {
  const { tenant, templateId } = await prepare();
  const json = {
    template: {
      templateId: templateId.toUpperCase(),
      format: 'jpeg',
      options: { quality: 70, outputDpi: 96 },
      output: { filenamePattern: '{title}' },
    },
    rows: [...Array.from({ length: 12 }, (_, index) => ({ title: `T ${index}` })), { title: 'T 0' }],
  };
  const answer = await submit(service, tenant, json);
  assert.equal(answer.status, 202);
  const job = answer.json as { jobId: string; status: string; totalItems: number; createdAt: string };
  assert.deepEqual([job.status, job.totalItems], ['PENDING', 13]);
  assert.equal(answer.headers.get('x-quota-limit'), '5000');
  assert.equal(answer.headers.get('x-quota-remaining'), '4987');
  assert.deepEqual(await readLedger(service.db, tenant.workspaceId), { used: 13, sum: 13, entries: 1 });

  const rows = await queryRows<{ filename: string; variables: unknown }>(
    service.db,
    'select filename, variables from batch_rows where job_id = :jobId order by row_index',
    job,
  );
  assert.deepEqual(
    rows.map(({ filename }) => filename).filter((_, index) => index % 6 === 0),
    ['t-0.jpg', 't-6.jpg', 't-0-2.jpg'],
  );
  assert.deepEqual(rows[3]?.variables, { title: 'T 3' });
  const tasks = await queryRows<{ from: number; to: number }>(
    service.db,
    `select (payload->>'from')::int as "from", (payload->>'to')::int as "to"
     from graphile_worker._private_jobs where payload->>'jobId' = :jobId`,
    job,
  );
  const coveredRows = tasks.flatMap(({ from, to }) =>
    Array.from({ length: to - from }, (_, index) => from + index),
  );
  assert.deepEqual(
    coveredRows.sort((a, b) => a - b),
    rows.map((_, index) => index),
  );

  const read = (await requestBatch(service, 'GET', `/${job.jobId}`, tenant)).json as Record<string, unknown>;
  assert.equal(read['createdAt'], job.createdAt);
  assert.equal(read['completionCallback'], null);
});

test('one invalid row refuses the batch, with all mistakes of all rows', async () => {
  const { tenant, templateId } = await prepare();
  const send = (rows: unknown[]) =>
    assertNoRecords(tenant, () => submit(service, tenant, { ...plainBatch(templateId), rows }));

  const missing = await send([{ title: 'a' }, { title: 'b' }, { titel: 'c', 'a/b': 'x' }, {}]);
  assert.deepEqual([missing.status, missing.problem.code], [400, 'VARIABLE_VALIDATION_FAILED']);
  assert.match(missing.problem.detail, /^Row 2: Variable "title" is required/);
  assert.deepEqual(
    missing.problem.errors.map(({ pointer }) => pointer),
    ['/rows/2/title', '/rows/2/a~1b', '/rows/2/titel', '/rows/3/title'],
  );
  assert.match(missing.problem.detail, / \(4 problems in 2 rows, see errors\)$/);
  const single = await send([{ title: 'a' }, { title: 'far too long', 'a/b': '1,5' }]);
  assert.match(single.problem.detail, /^Row 1: .* \(2 problems in this row, see errors\)$/);

  const late = await send([...Array.from({ length: 99 }, () => ({ title: 'a' })), { title: 'far too long' }]);
  assert.match(late.problem.detail, /^Row 99: Variable "title"/);
  assert.equal(late.problem.errors[0]?.pointer, '/rows/99/title');

  const color = await send([{ title: 'a', accent: 'reddish' }]);
  assert.deepEqual([color.status, color.problem.code], [400, 'VARIABLE_VALIDATION_FAILED']);
  assert.match(color.problem.detail, /^Row 0: .*accent/s);
  assert.equal(color.problem.errors[0]?.pointer, '/rows/0/accent');
});

test('of many invalid rows the first hundred mistakes are listed, and all are counted', async () => {
  const { tenant, templateId } = await prepare();
  const send = (rows: unknown[]) =>
    assertNoRecords(tenant, () => submit(service, tenant, { ...plainBatch(templateId), rows }));
  const getPointers = ({ problem }: Answer) => problem.errors.map(({ pointer }) => pointer);

  // 25 rows with three mistakes, one of them a name that is not declared, among others that are valid.
  const bad = { title: 'far too long', 'a/b': '1,5', titel: 'x' };
  const some = await send(Array.from({ length: 100 }, (_, index) => (index % 4 ? { title: 'a' } : bad)));
  assert.deepEqual([some.status, some.problem.code], [400, 'VARIABLE_VALIDATION_FAILED']);
  assert.deepEqual(
    getPointers(some),
    Array.from({ length: 25 }, (_, index) => `/rows/${4 * index}`).flatMap((row) => [
      `${row}/title`,
      `${row}/a~1b`,
      `${row}/titel`,
    ]),
  );
  assert.match(some.problem.detail, /^Row 0: Variable "title" .* \(75 problems in 25 rows, see errors\)$/);

  const many = await send(Array.from({ length: 150 }, () => bad));
  assert.equal(many.problem.errors.length, 100);
  assert.equal(getPointers(many).at(-1), '/rows/33/title');
  assert.match(many.problem.detail, / \(450 problems in 150 rows, the first 100 in errors\)$/);

  // Undeclared names beyond the hundredth are counted too.
  const names = Object.fromEntries(Array.from({ length: 130 }, (_, index) => [`name ${index}`, '']));
  const undeclared = await send([{ title: 'a', ...names }, {}]);
  assert.equal(undeclared.problem.errors.length, 100);
  assert.match(undeclared.problem.detail, / \(131 problems in 2 rows, the first 100 in errors\)$/);

  const numbers = await send(Array.from({ length: 150 }, () => ({ title: 1, 'a/b': 2 })));
  assert.deepEqual([numbers.status, numbers.problem.code], [400, 'VALIDATION_ERROR']);
  assert.equal(numbers.problem.errors.length, 100);
  assert.match(
    numbers.problem.detail,
    /^\/rows\/0\/title: .* \(300 problems in all, the first 100 in errors\)$/,
  );
});

test('an invalid body is refused with a pointer to its mistake', async () => {
  const { tenant, templateId } = await prepare();
  for (const [json, pointer] of [
    [{ ...plainBatch(templateId), rows: [] }, '/rows'],
    [{ ...plainBatch(templateId), rows: [{ title: 'a' }, { title: 1 }] }, '/rows/1/title'],
    [{ ...plainBatch(templateId), rows: [{ title: 'a' }, 'b'] }, '/rows/1'],
    [{ ...plainBatch(templateId), project: 'x' }, '/project'],
    [{ template: { templateId: 'x' }, rows: [{}] }, '/template/templateId'],
    [{ template: { templateId, format: 'gif' }, rows: [{}] }, '/template/format'],
    [{ template: { templateId, options: { scale: 5 } }, rows: [{}] }, '/template/options/scale'],
    [{ rows: [{}] }, '/template'],
  ] as const) {
    const answer = await submit(service, tenant, json);
    assert.deepEqual([answer.status, answer.problem.code], [400, 'VALIDATION_ERROR'], pointer);
    assert.equal(answer.problem.errors[0]?.pointer, pointer);
  }
});

test('options and filename pattern are checked before anything is stored', async () => {
  const { tenant, templateId } = await prepare();
  const send = (template: object) =>
    assertNoRecords(tenant, () => submit(service, tenant, { template, rows: [{ title: 'a' }] }));

  const large = await addTemplate(service.db, tenant, { viewport: { width: 9_000, height: 9_000 } });
  const tooManyPixels = await send({ templateId: large, options: { scale: 2 } });
  assert.deepEqual([tooManyPixels.status, tooManyPixels.problem.code], [400, 'VALIDATION_ERROR']);
  assert.equal(tooManyPixels.problem.errors[0]?.pointer, '/template/options');

  const password = await send({ templateId, format: 'pdf', options: { password: 'tux-4711' } });
  assert.deepEqual([password.status, password.problem.code], [400, 'VALIDATION_ERROR']);
  assert.equal(password.problem.errors[0]?.pointer, '/template/options/password');
  assert.ok(!JSON.stringify(password.problem).includes('tux-4711'));

  const pattern = await send({ templateId, output: { filenamePattern: '{titel}' } });
  assert.deepEqual([pattern.status, pattern.problem.code], [400, 'VALIDATION_ERROR']);
  assert.equal(pattern.problem.errors[0]?.pointer, '/template/output/filenamePattern');
  assert.match(pattern.problem.detail, /\{titel\}/);
});

test('a template that the account cannot see gets 400', async () => {
  const { tenant } = await prepare();
  const other = await createTenant(service.db, { workspaceId: tenant.workspaceId });
  const hidden = await addTemplate(service.db, other);
  const shared = await addTemplate(service.db, other, {}, { visibility: 'SHARED' });
  for (const id of [hidden, randomUUID()]) {
    const answer = await submit(service, tenant, plainBatch(id));
    assert.deepEqual([answer.status, answer.problem.code], [400, 'TEMPLATE_NOT_FOUND']);
  }
  assert.equal((await submit(service, tenant, plainBatch(shared))).status, 202);
});

test('the row limit of the service is checked before the limit of the plan', async () => {
  const { tenant, templateId } = await prepare('personal');
  for (const [rows, status, code] of [
    [151, 400, 'BATCH_SIZE_EXCEEDED'],
    [101, 400, 'BATCH_ROW_LIMIT_EXCEEDED'],
    [100, 202, ''],
  ] as const) {
    const answer = await submit(service, tenant, plainBatch(templateId, rows));
    assert.deepEqual([answer.status, answer.problem.code], [status, code], `${rows} rows`);
  }
  const body = JSON.stringify({ ...plainBatch(templateId), rows: [{ title: 'a'.repeat(1_000_000) }] });
  const oversized = await service.send('POST', '/api/v1/batch-jobs', { key: tenant.apiKey, body });
  assert.deepEqual([oversized.status, oversized.problem.code], [400, 'BATCH_SIZE_EXCEEDED']);
});

test('the quota must cover all rows; a refusal says when the quota resets', async () => {
  const { tenant, templateId } = await prepare('free');
  await submitJob(service, tenant, plainBatch(templateId, 1));
  await service.db('quota_periods').where('workspace_id', tenant.workspaceId).update('used', 99);
  const refused = await assertNoRecords(tenant, () => submit(service, tenant, plainBatch(templateId, 2)));
  assert.deepEqual([refused.status, refused.problem.code], [429, 'BATCH_RATE_LIMIT_EXCEEDED']);
  assert.match(refused.problem.detail, /needs 2 renders, and 1 are left/);
  assert.equal(refused.headers.get('x-quota-remaining'), '1');
  assert.equal(refused.headers.get('x-ratelimit-remaining'), '0');
  const now = new Date();
  const nextMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
  const retryAfterSeconds = Number(refused.headers.get('retry-after'));
  assert.ok(Math.abs(retryAfterSeconds - (nextMonth - now.getTime()) / 1000) < 60, `${retryAfterSeconds} s`);
  assert.equal(refused.headers.get('x-quota-reset'), new Date(nextMonth).toISOString());
  assert.equal((await submit(service, tenant, plainBatch(templateId, 1))).status, 202);
});

test('an account may have two active jobs', async () => {
  const { tenant, templateId } = await prepare();
  const first = await submitJob(service, tenant, plainBatch(templateId));
  await submitJob(service, tenant, plainBatch(templateId));
  const refused = await assertNoRecords(tenant, () => submit(service, tenant, plainBatch(templateId)));
  assert.deepEqual([refused.status, refused.problem.code], [429, 'BATCH_RATE_LIMIT_EXCEEDED']);
  assert.match(refused.problem.detail, /2 active batch jobs/);
  assert.ok(Number(refused.headers.get('retry-after')) <= 10);
  assert.equal(refused.headers.get('x-quota-remaining'), '4996');

  const colleague = await createTenant(service.db, { workspaceId: tenant.workspaceId });
  const own = await addTemplate(service.db, colleague);
  assert.equal((await submit(service, colleague, plainBatch(own))).status, 202, 'the limit is per account');
  await requestBatch(service, 'POST', `/${first}/cancel`, tenant);
  assert.equal((await submit(service, tenant, plainBatch(templateId))).status, 202);
});

test('of many concurrent submissions two are accepted and charged', async () => {
  const { tenant, templateId } = await prepare();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => submit(service, tenant, plainBatch(templateId, 3))),
  );
  const statuses = answers.map(({ status }) => status).sort();
  assert.deepEqual(statuses, [...Array<number>(2).fill(202), ...Array<number>(18).fill(429)]);
  for (const { status, problem } of answers)
    if (status === 429) assert.equal(problem.code, 'BATCH_RATE_LIMIT_EXCEEDED');
  assert.deepEqual(await readLedger(service.db, tenant.workspaceId), { used: 6, sum: 6, entries: 2 });
});

test('concurrent submissions of many accounts never exceed the quota', async () => {
  const { tenant, templateId } = await prepare('free');
  const colleagues = await Promise.all(
    Array.from({ length: 4 }, () => createTenant(service.db, { workspaceId: tenant.workspaceId })),
  );
  await service.db('templates').where('id', templateId).update('visibility', 'SHARED');
  const answers = await Promise.all(
    [tenant, ...colleagues].flatMap((account) => [
      submit(service, account, plainBatch(templateId, 20)),
      submit(service, account, plainBatch(templateId, 15)),
    ]),
  );
  const accepted = answers.filter(({ status }) => status === 202);
  const charged = accepted.reduce((sum, { json }) => sum + (json as { totalItems: number }).totalItems, 0);
  const { used, sum, entries } = await readLedger(service.db, tenant.workspaceId);
  assert.deepEqual([used, sum, entries], [charged, charged, accepted.length]);
  assert.ok(used <= 100 && used > 100 - 15, `${used} of 100`);
  for (const { status, problem } of answers)
    if (status !== 202) assert.deepEqual([status, problem.code], [429, 'BATCH_RATE_LIMIT_EXCEEDED']);
});

test('a failure to add tasks is a 500 and leaves no records', async () => {
  const { tenant, templateId } = await prepare();
  const signature = 'graphile_worker.add_jobs(graphile_worker.job_spec[], boolean)';
  await service.db.raw(`alter function ${signature} rename to add_jobs_away`);
  try {
    const answer = await assertNoRecords(tenant, () =>
      submit(service, tenant, plainBatch(templateId), 'dispatch'),
    );
    assert.deepEqual([answer.status, answer.problem.code], [500, 'BATCH_DISPATCH_FAILED']);
    assert.equal(answer.headers.get('x-quota-remaining'), '5000');
  } finally {
    await service.db.raw(
      `alter function ${signature.replace('add_jobs', 'add_jobs_away')} rename to add_jobs`,
    );
  }
  assert.equal((await submit(service, tenant, plainBatch(templateId), 'dispatch')).status, 202);
});

test('a callback URL is checked, stored and returned', async () => {
  const { tenant, templateId } = await prepare();
  const send = (callbackUrl: string) => submit(service, tenant, { ...plainBatch(templateId), callbackUrl });
  for (const url of [
    'http://127.0.0.1/hook',
    'https://user:secret@127.0.0.1/hook',
    'https://10.0.0.1/hook',
    'https://169.254.169.254/latest',
    'https://0x0a000001/',
    'https://nothing.invalid/hook',
    'no address',
    '',
    `https://127.0.0.1/${'a'.repeat(2048)}`,
  ]) {
    const answer = await assertNoRecords(tenant, () => send(url));
    assert.deepEqual(
      [answer.status, answer.problem.code],
      [400, 'BATCH_COMPLETION_CALLBACK_URL_INVALID'],
      url,
    );
    assert.doesNotMatch(answer.problem.detail, /10\.0|private|invalid|resolve/i, url);
    if (url.startsWith('https://10.')) assert.match(answer.problem.detail, /OUTBOUND_ALLOW/);
  }
  const url = 'https://127.0.0.1/hook?token=a%20b#part';
  const accepted = await send(url);
  assert.equal(accepted.status, 202);
  const { jobId } = accepted.json as { jobId: string };
  const { completionCallback } = (await requestBatch(service, 'GET', `/${jobId}`, tenant)).json as {
    completionCallback: Record<string, unknown>;
  };
  const { deliveryId, ...rest } = completionCallback;
  assert.match(String(deliveryId), /^[0-9a-f-]{36}$/);
  assert.deepEqual(rest, {
    callbackUrl: url,
    status: 'PENDING',
    attempts: 0,
    deliveredAt: null,
    lastError: null,
  });
});

test('no job is created for a client that disconnects while its rows are checked', async () => {
  const { tenant } = await prepare();
  const templateId = await addTemplate(service.db, tenant, slowDocument);
  const leaving = new AbortController();
  const recordsBefore = await countBatchRecords(service.db);
  const sent = service.send('POST', '/api/v1/batch-jobs', {
    key: tenant.apiKey,
    json: { template: { templateId }, rows: slowRows(60) },
    signal: leaving.signal,
  });
  // The check of the rows takes seconds; nothing outside the service shows that it has begun.
  setTimeout(() => leaving.abort(), 100);
  await assert.rejects(sent);
  // The log message for a request whose client has disconnected.
  await waitUntil(() => service.logged.some((line) => line.includes('the client has gone')));
  assert.deepEqual(await countBatchRecords(service.db), recordsBefore);
});

/** A template whose rows take long to check. */
const slowDocument: Partial<TemplateDocument> = {
  variables: [{ name: 'code', type: 'text', label: 'Code', required: true }],
  elements: [
    {
      type: 'barcode',
      id: 'code',
      x: 0,
      y: 0,
      width: 40,
      height: 20,
      value: '{{code}}',
      symbology: 'pdf417',
      showText: false,
    },
  ],
};
const slowRows = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ code: `${index} `.padEnd(600, 'Ab1,') }));

test('other requests are answered while many rows are checked', async () => {
  const { tenant } = await prepare();
  const templateId = await addTemplate(service.db, tenant, slowDocument);
  let isDone = false;
  const submitted = submit(service, tenant, { template: { templateId }, rows: slowRows(140) }).finally(() => {
    isDone = true;
  });
  let answered = 0;
  while (!isDone) {
    assert.equal((await service.send('GET', '/healthz')).status, 200);
    if (!isDone) answered += 1;
  }
  assert.equal((await submitted).status, 202);
  assert.ok(answered >= 5, `${answered} requests were answered before the submission`);
});
