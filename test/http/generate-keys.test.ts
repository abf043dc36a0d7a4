/** Single renders with an idempotency key: answer, charge and file exist together or not at all. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, mock, test } from 'node:test';
import { pino } from 'pino';
import { cleanUpAnswers } from '../../src/domain/renders/clean-up-answers.ts';
import { readUsage } from '../../src/store/quota.ts';
import { readStoredUse } from '../../src/store/stored-data.ts';
import {
  addTemplate,
  createTenant,
  shareTestService,
  type Answer,
  type RequestOptions,
  type Tenant,
  type TestService,
} from '../helpers/http.ts';
import { whileDrawing } from '../helpers/renderers.ts';
import { revokeShare } from '../helpers/shares.ts';
import { ageFiles } from '../helpers/storages.ts';
import { waitUntil } from '../helpers/wait-until.ts';

let service: TestService;
let tenant: Tenant;
let templateId: string;
before(async () => {
  service = await shareTestService({ env: { RATE_LIMITS: 'off' } });
  tenant = await createTenant(service.db, { plan: 'enterprise' });
  templateId = await addTemplate(service.db, tenant);
});
after(() => service.close());
afterEach(() => mock.restoreAll());

const log = pino({ level: 'silent' });
const cleanUp = () => cleanUpAnswers({ db: service.db, storage: service.app.storage, log });

async function generate(
  key: string,
  json: object = {},
  { id = templateId, ...sending }: RequestOptions & { readonly id?: string } = {},
): Promise<Answer> {
  return await service.send('POST', `/api/v1/templates/${id}/generate`, {
    key: tenant.apiKey,
    json: { variables: { title: 'a' }, ...json },
    ...sending,
    headers: { 'Idempotency-Key': key },
  });
}

const used = async () => (await readUsage(service.db, tenant.workspaceId, new Date())).used;
const storedBytes = async () => (await readStoredUse(service.db, tenant.workspaceId)).bytes;
const files = () => Array.fromAsync(service.app.storage.list('answers/'));
const isReplayed = ({ headers }: Answer) => headers.get('idempotent-replayed') === 'true';

/** What of an answer does not depend on the request that it answers. */
function content({ status, headers, bytes }: Answer) {
  const names = ['content-type', 'content-disposition', 'x-timestamp', 'x-render-warning-details'];
  return [status, ...names.map((name) => headers.get(name)), Buffer.from(bytes).toString('base64')];
}

for (const [name, json] of [
  ['a file', {}],
  ['a PDF with warnings', { format: 'pdf', variables: { title: 'a title of so many words' } }],
  ['a link', { delivery: 'link' }],
] as const) {
  test(`a repeated request for ${name} gets the same answer and is not charged`, async () => {
    const before = await used();
    const key = randomUUID();
    const first = await generate(key, json);
    assert.equal(first.status, 200);
    assert.ok(!isReplayed(first));
    for (const repeated of [await generate(key, json), await generate(key, json)]) {
      assert.ok(isReplayed(repeated));
      assert.deepEqual(content(repeated), content(first));
      assert.equal(
        repeated.headers.get('x-quota-remaining'),
        first.headers.get('x-quota-remaining'),
        'nothing was charged in between',
      );
    }
    assert.equal(await used(), before + 1);
    const other = await generate(randomUUID(), json);
    assert.ok(!isReplayed(other), 'another key is another render');
    assert.equal(await used(), before + 2);
  });
}

test('requests at the same time are rendered once', async () => {
  const before = await used();
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: 6 }, () => generate(key)));
  const statuses = answers.map(({ status }) => status);
  assert.ok(statuses.every((status) => status === 200 || status === 409));
  assert.equal(answers.filter((answer) => answer.status === 200 && !isReplayed(answer)).length, 1);
  assert.equal(await used(), before + 1);
  assert.ok(isReplayed(await generate(key)));
});

test('a request that comes while the first one is drawn is refused for now', async () => {
  const key = randomUUID();
  let first: Promise<Answer> | null = null;
  const second = await whileDrawing(
    service.db,
    () => (first = generate(key)),
    () => generate(key),
  );
  assert.deepEqual([second.status, second.problem.code], [409, 'IDEMPOTENCY_KEY_IN_PROGRESS']);
  assert.match(second.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
  assert.equal((await first!).status, 200);
  assert.ok(isReplayed(await generate(key)));
});

test('a key belongs to one template and body of a workspace', async () => {
  const key = randomUUID();
  await generate(key);
  const id = await addTemplate(service.db, tenant);
  for (const other of [
    await generate(key, { variables: { title: 'b' } }),
    await generate(key, { format: 'jpeg' }),
    await generate(key, {}, { id }),
  ]) {
    assert.deepEqual([other.status, other.problem.code], [422, 'IDEMPOTENCY_KEY_REUSED']);
  }
  const someone = await createTenant(service.db, { plan: 'enterprise' });
  const theirs = await addTemplate(service.db, someone);
  const answer = await generate(key, {}, { id: theirs, key: someone.apiKey });
  assert.equal(answer.status, 200);
  assert.ok(!isReplayed(answer));
});

test('a refused request and one that fails release their key, and are not charged', async () => {
  const before = await used();
  const key = randomUUID();
  const refused = await generate(key, { variables: { titel: 'a' } });
  assert.equal(refused.problem.code, 'VALIDATION_ERROR');
  for (const method of ['write', 'open'] as const)
    mock.method(service.app.storage, method, () => Promise.reject(new Error('the disk is broken')));
  assert.equal((await generate(key)).status, 500);
  mock.restoreAll();
  assert.equal(await used(), before);
  const answer = await generate(key);
  assert.equal(answer.status, 200);
  assert.ok(!isReplayed(answer));
});

test('an answer whose charge was refunded is none', async () => {
  const before = await used();
  const key = randomUUID();
  await service.db.raw(
    `alter table quota_entries add constraint unsettled check (state <> 'SETTLED') not valid`,
  );
  try {
    assert.equal((await generate(key)).status, 500);
  } finally {
    await service.db.raw('alter table quota_entries drop constraint unsettled');
  }
  await waitUntil(async () => (await used()) === before);
  assert.ok(!isReplayed(await generate(key)));
  assert.equal(await used(), before + 1);
});

test('a repeated request for a link that was revoked gets the answer that it had', async () => {
  const key = randomUUID();
  const first = await generate(key, { delivery: 'link' });
  await revokeShare(service, tenant, (first.json as { id: string }).id);
  const repeated = await generate(key, { delivery: 'link' });
  assert.ok(isReplayed(repeated));
  assert.deepEqual(repeated.json, first.json);
});

test('an answer is only for accounts that may see the template', async () => {
  const key = randomUUID();
  const id = await addTemplate(service.db, tenant);
  await generate(key, {}, { id });
  const colleague = await createTenant(service.db, { plan: 'enterprise', workspaceId: tenant.workspaceId });
  const unseen = await generate(key, {}, { id, key: colleague.apiKey });
  assert.deepEqual([unseen.status, unseen.problem.code], [404, 'TEMPLATE_NOT_FOUND']);
  assert.ok(isReplayed(await generate(key, {}, { id })));
});

test('a claim that has waited for an answer to be stored does not take its key', async () => {
  const key = randomUUID();
  await generate(key);
  // As the claim reads the charge: as it was before the transaction that stored the answer.
  const [held] = await service
    .db('generate_keys')
    .where({ key })
    .update({ instance_id: randomUUID() })
    .returning<{ request_id: string }[]>('request_id');
  const charge = service.db('quota_entries').where({ cause: `request ${held?.request_id ?? ''}` });
  await charge.clone().update({ state: 'RESERVED' });
  const waiting = await generate(key);
  assert.deepEqual([waiting.status, waiting.problem.code], [409, 'IDEMPOTENCY_KEY_IN_PROGRESS']);
  await charge.clone().update({ state: 'SETTLED' });
  assert.ok(isReplayed(await generate(key)));
});

test('an answer whose file is lost is rendered again', async () => {
  const key = randomUUID();
  await generate(key);
  for (const file of await files()) await service.app.storage.delete(file);
  const lost = await generate(key);
  assert.deepEqual([lost.status, lost.problem.code], [409, 'IDEMPOTENCY_KEY_IN_PROGRESS']);
  const answer = await generate(key);
  assert.equal(answer.status, 200);
  assert.ok(!isReplayed(answer));
});

/** Claims a key for a request of another process. */
async function claimElsewhere(key: string, { beats, claimedAt }: { beats: boolean; claimedAt: string }) {
  const instanceId = randomUUID();
  if (beats) await service.db('instances').insert({ id: instanceId });
  await service.db('generate_keys').insert({
    workspace_id: tenant.workspaceId,
    key,
    request_hash: Buffer.alloc(32),
    request_id: randomUUID(),
    instance_id: instanceId,
    claimed_at: service.db.raw(claimedAt),
  });
}

for (const [name, claim, expected] of [
  ['a process that has ended', { beats: false, claimedAt: 'now()' }, 200],
  ['a request that never ended', { beats: true, claimedAt: `now() - interval '16 minutes'` }, 200],
  ['a request in progress', { beats: true, claimedAt: `now() - interval '14 minutes'` }, 422],
] as const) {
  test(`the key of ${name} is ${expected === 200 ? 'free' : 'held'}`, async () => {
    const key = randomUUID();
    await claimElsewhere(key, claim);
    assert.equal((await generate(key)).status, expected);
  });
}

test('answers are kept for 24 hours; then a sweep removes them with their files', async () => {
  await service.db('generate_keys').update({ claimed_at: service.db.raw(`now() - interval '25 hours'`) });
  await ageFiles(service.filesFolder);
  await cleanUp();
  const before = await storedBytes();
  const key = randomUUID();
  const first = await generate(key);
  assert.equal(await storedBytes(), before + first.bytes.byteLength, 'the file counts as stored data');
  const age = (hours: number) =>
    service
      .db('generate_keys')
      .where({ key })
      .update({ claimed_at: service.db.raw(`now() - interval '${hours} hours'`) });
  await age(23);
  assert.equal((await cleanUp()).expiredAnswers, 0);
  assert.ok(isReplayed(await generate(key)));
  await age(25);
  assert.equal((await cleanUp()).expiredAnswers, 1);
  assert.deepEqual(await files(), []);
  assert.equal(await storedBytes(), before);
  assert.ok(!isReplayed(await generate(key)));
  await age(25);
  assert.ok(!isReplayed(await generate(key)), 'an expired answer that no sweep has removed is not repeated');
  assert.equal((await files()).length, 2);
  await ageFiles(service.filesFolder);
  assert.equal((await cleanUp()).unansweredFiles, 1, 'the file that nobody gets any more');
  assert.ok(isReplayed(await generate(key)));
});

test('a workspace without room gets no answer that would be kept', async () => {
  const someone = await createTenant(service.db, { plan: 'enterprise' });
  const id = await addTemplate(service.db, someone);
  await service
    .db('workspace_files')
    .insert({ workspace_id: someone.workspaceId, hash: Buffer.alloc(32), bytes: '1125899906842624' });
  const answer = await generate(randomUUID(), {}, { id, key: someone.apiKey });
  assert.deepEqual([answer.status, answer.problem.code], [409, 'STORAGE_LIMIT_REACHED']);
  const { used: charged } = await readUsage(service.db, someone.workspaceId, new Date());
  assert.equal(charged, 0);
});
