import assert from 'node:assert/strict';
import { json } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { deleteTemplate } from '../../src/store/templates.ts';
import {
  requestBatch,
  countBatchRecords,
  plainBatch,
  readLedger,
  submit,
  submitJob,
} from '../helpers/batch.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import {
  addTemplate,
  createTenant,
  type Tenant,
  startTestService,
  type Answer,
  type TestService,
} from '../helpers/http.ts';
import { startRequest } from '../helpers/requests.ts';

let database: TestDatabase;
/** Two instances with rate limits, and one without. */
let services: [TestService, TestService];
let unlimited: TestService;
before(async () => {
  database = await createTestDatabase();
  services = [await startTestService({ database }), await startTestService({ database })];
  unlimited = await startTestService({ database, env: { RATE_LIMITS: 'off' } });
});
after(async () => {
  for (const service of [...services, unlimited]) await service.close();
  await database.close();
});

async function prepare() {
  const tenant = await createTenant(database.db);
  return { tenant, templateId: await addTemplate(database.db, tenant) };
}

const getJob = ({ json }: Answer) => json as { jobId: string; status: string; totalItems: number };
const getReplayed = ({ headers }: Answer) => headers.get('idempotent-replayed');
const getPolicy = ({ headers }: Answer) => headers.get('ratelimit-policy')?.split(';')[0];

test('twenty concurrent submissions with one key create one job and one charge', async () => {
  const { tenant, templateId } = await prepare();
  const recordsBefore = await countBatchRecords(database.db);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      submit(services[index % 2]!, tenant, plainBatch(templateId, 7), 'twenty'),
    ),
  );
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([202]));
  assert.equal(new Set(answers.map((answer) => getJob(answer).jobId)).size, 1);
  assert.deepEqual(
    answers.map(getPolicy).sort(),
    [...Array<string>(19).fill('"batch-read"'), '"batch-submit"'],
    'only the first counts as a submission',
  );
  assert.deepEqual(
    answers.map(getReplayed).sort(),
    [null, ...Array<string>(19).fill('true')],
    'all but the first are replays',
  );
  for (const { headers } of answers) assert.equal(headers.get('x-quota-remaining'), '4993');
  assert.deepEqual(await readLedger(database.db, tenant.workspaceId), { used: 7, sum: 7, entries: 1 });
  const { jobs, rows } = await countBatchRecords(database.db);
  assert.deepEqual([jobs - recordsBefore.jobs, rows - recordsBefore.rows], [1, 7]);
});

test('of two different concurrent submissions with one key one is accepted, the other gets 409', async () => {
  const { tenant, templateId } = await prepare();
  for (let round = 0; round < 2; round += 1) {
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        submit(unlimited, tenant, plainBatch(templateId, 1 + (index % 2)), `either ${round}`),
      ),
    );
    const [accepted] = answers.filter(({ status }) => status === 202);
    const { jobId, totalItems } = getJob(accepted!);
    for (const [index, answer] of answers.entries()) {
      if (1 + (index % 2) === totalItems) assert.equal(getJob(answer).jobId, jobId);
      else {
        const { status, problem } = answer;
        assert.deepEqual([status, problem.code], [409, 'BATCH_IDEMPOTENCY_KEY_REUSED']);
      }
    }
  }
  assert.equal((await readLedger(database.db, tenant.workspaceId)).entries, 2);
});

test('concurrent submissions with several keys stay within the rate limit, one job per key', async () => {
  const { tenant, templateId } = await prepare();
  const startedAt = performance.now();
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      submit(services[index % 2]!, tenant, plainBatch(templateId), `key ${index % 6}`),
    ),
  );
  const elapsedSeconds = (performance.now() - startedAt) / 1000;
  const accepted = new Set(
    answers.filter(({ status }) => status === 202).map((answer) => getJob(answer).jobId),
  );
  assert.ok(accepted.size >= 1 && accepted.size <= Math.min(2, 1 + Math.ceil(elapsedSeconds)));
  assert.equal((await readLedger(database.db, tenant.workspaceId)).entries, accepted.size);
  for (const { status, problem } of answers) {
    if (status === 202) continue;
    assert.equal(status, 429);
    assert.match(problem.code, /^(?:RATE_LIMIT_EXCEEDED|BATCH_RATE_LIMIT_EXCEEDED)$/);
  }
});

test('a repeat must match in template, row count, format, options and filename pattern', async () => {
  const { tenant, templateId } = await prepare();
  const other = await addTemplate(database.db, tenant);
  const first = await submit(unlimited, tenant, plainBatch(templateId), 'k');
  assert.deepEqual([first.status, getReplayed(first)], [202, null]);
  const send = (json: unknown) => submit(unlimited, tenant, json, 'k');
  const template = { templateId };
  const rows = [{ title: 'a' }, { title: 'a' }];
  for (const same of [
    { template, rows },
    { template: { templateId: templateId.toUpperCase() }, rows: [{ title: 'other' }, {}] },
    { template: { templateId, format: 'png', options: {}, output: {} }, rows },
    { template: { templateId, options: { quality: 85, scale: 1 } }, rows },
    { template: { templateId, output: { filenameCharacters: 'unicode' } }, rows },
    { template: { templateId, options: { chroma: '4:2:0' } }, rows },
    { template, rows: [{ titel: 'does not fit' }, {}], callbackUrl: 'https://10.0.0.1/' },
  ]) {
    const answer = await send(same);
    assert.deepEqual([answer.status, getJob(answer).jobId], [202, getJob(first).jobId], JSON.stringify(same));
    assert.equal(getReplayed(answer), 'true');
    assert.deepEqual(answer.json, first.json, 'its time included');
  }
  for (const different of [
    { template: { templateId: other }, rows },
    { template, rows: [...rows, {}] },
    { template: { templateId, format: 'jpeg' }, rows },
    { template: { templateId, options: { scale: 2 } }, rows },
    { template: { templateId, options: { chroma: '4:4:4' } }, rows },
    { template: { templateId, options: { backgroundColor: '#fff' } }, rows },
    { template: { templateId, output: { filenamePattern: '{title}' } }, rows },
    {
      template: { templateId, output: { filenamePattern: '{title}', filenameCharacters: 'unicode' } },
      rows,
    },
    { template, rows: Array.from({ length: 3_000 }, () => ({})) },
  ]) {
    const answer = await send(different);
    const { status, problem } = answer;
    assert.equal(getReplayed(answer), null);
    assert.deepEqual([status, problem.code], [409, 'BATCH_IDEMPOTENCY_KEY_REUSED']);
  }
  assert.equal((await readLedger(database.db, tenant.workspaceId)).entries, 1);

  const options = { outputDpi: 150, backgroundColor: '#abc' };
  const withOptions = await submit(unlimited, tenant, { template: { templateId, options }, rows }, 'o');
  const reversed = { backgroundColor: '#abc', quality: 85, outputDpi: 150 };
  const again = await submit(unlimited, tenant, { template: { templateId, options: reversed }, rows }, 'o');
  assert.deepEqual([again.status, getJob(again).jobId], [202, getJob(withOptions).jobId]);
});

test('a key belongs to the workspace: a colleague gets the job, but cannot read it', async () => {
  const { tenant, templateId } = await prepare();
  const colleague = await createTenant(database.db, { workspaceId: tenant.workspaceId });
  const stranger = await createTenant(database.db);
  const first = await submit(services[0], tenant, plainBatch(templateId), 'shared');
  const again = await submit(services[1], colleague, plainBatch(templateId), 'shared');
  assert.deepEqual([again.status, getJob(again)], [202, getJob(first)]);
  assert.equal((await requestBatch(services[0], 'GET', `/${getJob(first).jobId}`, colleague)).status, 404);

  const own = await addTemplate(database.db, stranger);
  const elsewhere = await submit(services[0], stranger, plainBatch(own), 'shared');
  assert.equal(elsewhere.status, 202);
  assert.notEqual(getJob(elsewhere).jobId, getJob(first).jobId);
});

/**
 * Keeps the submission rate of an account used up while `use` runs, however fast requests are answered: its
 * next submission is always due a little later.
 */
async function withoutRate({ accountId }: Tenant, use: () => Promise<void>): Promise<void> {
  const key = `batch-submit:${accountId}`;
  const delay = async () => {
    const due_at = database.db.raw(`clock_timestamp() + interval '1.9 seconds'`);
    await database.db('rate_limits').where({ key }).update({ due_at });
  };
  await delay();
  let last = Promise.resolve();
  const timer = setInterval(() => {
    last = delay();
  }, 100);
  try {
    await use();
  } finally {
    clearInterval(timer);
    await last;
  }
}

test('a repeat is answered although template, rate, quota and job slots are exhausted', async () => {
  const { tenant, templateId } = await prepare();
  const send = (key: string) => submit(services[0], tenant, plainBatch(templateId), key);
  const first = await send('used');
  assert.equal(first.status, 202);
  await submitJob(unlimited, tenant, plainBatch(templateId));
  await deleteTemplate(database.db, templateId);
  await database.db('quota_periods').where('workspace_id', tenant.workspaceId).update('used', 5_000);
  await withoutRate(tenant, async () => {
    const again = await send('used');
    assert.deepEqual([again.status, getJob(again).jobId], [202, getJob(first).jobId]);
    assert.equal(getPolicy(again), '"batch-read"');
    assert.equal(again.headers.get('x-quota-remaining'), '0');

    const fresh = await send('fresh');
    assert.deepEqual([fresh.status, fresh.problem.code], [429, 'RATE_LIMIT_EXCEEDED']);
    assert.equal(getPolicy(fresh), '"batch-submit"');
    assert.match(fresh.headers.get('ratelimit') ?? '', /^"batch-submit";r=0;t=\d+$/);
    assert.match(fresh.headers.get('retry-after') ?? '', /^[12]$/);
  });
});

test('a repeat returns the current state of its job; deleting the job frees the key', async () => {
  const { tenant, templateId } = await prepare();
  const send = () => submit(unlimited, tenant, plainBatch(templateId), 'again');
  const { jobId } = getJob(await send());
  await requestBatch(unlimited, 'POST', `/${jobId}/cancel`, tenant);
  assert.deepEqual(getJob(await send()), { ...getJob(await send()), jobId, status: 'CANCELLED' });
  assert.equal((await requestBatch(unlimited, 'DELETE', `/${jobId}`, tenant)).status, 204);
  const next = await send();
  assert.equal(next.status, 202);
  assert.notEqual(getJob(next).jobId, jobId);
});

test('a refused submission counts towards the rate limit and leaves its key free', async () => {
  const { tenant, templateId } = await prepare();
  const wrong = { template: { templateId }, rows: [{ titel: 'a' }] };
  const refused = await submit(services[0], tenant, wrong, 'corrected');
  assert.deepEqual([refused.status, refused.problem.code], [400, 'VARIABLE_VALIDATION_FAILED']);
  assert.equal(getPolicy(refused), '"batch-submit"');
  const soon = await submit(services[0], tenant, plainBatch(templateId), 'other');
  assert.ok(soon.status === 202 || soon.problem.code === 'RATE_LIMIT_EXCEEDED');
  const corrected = await submit(unlimited, tenant, plainBatch(templateId), 'corrected');
  assert.equal(corrected.status, 202);
});

test('submissions that cannot be read count, and the next one is refused before its body is', async () => {
  const { tenant, templateId } = await prepare();
  const send = (body: string, key: string) =>
    services[0].send('POST', '/api/v1/batch-jobs', {
      key: tenant.apiKey,
      body,
      headers: { 'Idempotency-Key': key },
    });
  const refused = await send('{', 'first');
  assert.deepEqual([refused.status, refused.problem.code], [400, 'VALIDATION_ERROR']);
  assert.equal(getPolicy(refused), '"batch-submit"');
  await withoutRate(tenant, async () => {
    const next = await send('{', 'second');
    assert.deepEqual([next.status, next.problem.code], [429, 'RATE_LIMIT_EXCEEDED']);

    await submit(unlimited, tenant, plainBatch(templateId), 'known');
    const replayed = await submit(services[0], tenant, plainBatch(templateId), 'known');
    assert.equal(replayed.status, 202);
  });
});

test('a submission that is refused because two jobs are active counts towards the rate limit', async () => {
  const { tenant, templateId } = await prepare();
  for (let job = 0; job < 2; job += 1) await submitJob(unlimited, tenant, plainBatch(templateId));
  const refused = await submit(services[0], tenant, plainBatch(templateId), 'third');
  assert.deepEqual([refused.status, refused.problem.code], [429, 'BATCH_RATE_LIMIT_EXCEEDED']);
  const limits = await database.db('rate_limits').where('key', `batch-submit:${tenant.accountId}`);
  assert.equal(limits.length, 1);
});

test('a key is a single header with visible ASCII characters only', async () => {
  const { tenant, templateId } = await prepare();
  for (const key of ['', 'é', 'a'.repeat(256), 'a\tb']) {
    const { status, problem } = await submit(unlimited, tenant, plainBatch(templateId), key);
    assert.deepEqual([status, problem.code], [400, 'VALIDATION_ERROR'], JSON.stringify(key));
    assert.equal(problem.errors[0]?.pointer, '/header/Idempotency-Key');
  }
  assert.equal((await submit(unlimited, tenant, plainBatch(templateId), 'a'.repeat(255))).status, 202);

  const body = JSON.stringify(plainBatch(templateId));
  const { request, answered } = startRequest(`${unlimited.url}/api/v1/batch-jobs`, {
    method: 'POST',
    headers: {
      'X-Api-Key': tenant.apiKey,
      'Content-Type': 'application/json',
      'Idempotency-Key': ['one', 'two'],
    },
  });
  request.end(body);
  const response = await answered;
  const { errors } = (await json(response)) as { errors: { pointer: string }[] };
  assert.deepEqual([response.statusCode, errors[0]?.pointer], [400, '/header/Idempotency-Key']);
});
