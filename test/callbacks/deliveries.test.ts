import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import type { components } from '../../generated/openapi.ts';
import { verifyCallback } from '../../src/domain/callbacks/signature.ts';
import { finishBatchJob } from '../../src/store/batches/terminal-states.ts';
import { redeliver } from '../../src/store/callbacks/deliveries.ts';
import { queryRow, queryRows, type Database } from '../../src/store/database.ts';
import { findWorkspace, rotateCallbackSecret } from '../../src/store/workspaces.ts';
import { requestBatch } from '../helpers/batch.ts';
import { waitUntil } from '../helpers/wait-until.ts';
import { submitWithCallback } from '../helpers/callbacks.ts';
import {
  addTemplate,
  createTenant,
  startTestService,
  type Tenant,
  type TestService,
} from '../helpers/http.ts';
import {
  createAuthority,
  startReceiver,
  trust,
  type Authority,
  type Certificate,
  type Received,
  type Receiver,
} from '../helpers/receiver.ts';

type Callback = NonNullable<components['schemas']['BatchJob']['completionCallback']>;

let service: TestService;
let db: Database;
let tenant: Tenant;
let templateId: string;
let authority: Authority;
let certificate: Certificate;
let secret: string;
const closers: (() => void)[] = [];

before(async () => {
  authority = await createAuthority();
  certificate = await authority.issue({ ip: '127.0.0.1' });
  trust(authority);
  service = await startTestService({
    env: {
      RATE_LIMITS: 'off',
      OUTBOUND_ALLOW: '127.0.0.0/8',
      CALLBACK_OFFSETS: '0s,200ms,400ms,600ms,800ms',
      CALLBACK_TIMEOUT: '1s',
    },
    worksOnBatches: true,
  });
  db = service.db;
  tenant = await createTenant(db, { plan: 'business' });
  templateId = await addTemplate(db, tenant);
  ({ secret } = await queryRow<{ secret: string }>(
    db,
    'select callback_secret as secret from workspaces where id = :workspaceId',
    { workspaceId: tenant.workspaceId },
  ));
});
after(async () => {
  closers.forEach((close) => close());
  await service.close();
});

async function receive(answer: Parameters<typeof startReceiver>[1]): Promise<Receiver> {
  const receiver = await startReceiver(certificate, answer);
  closers.push(() => receiver.close());
  return receiver;
}

const at = ({ port }: Pick<Receiver, 'port'>): string => `https://127.0.0.1:${port}/hook?token=1`;

const submit = (callbackUrl: string): Promise<string> =>
  submitWithCallback(service, tenant, { templateId, callbackUrl });

async function readCallback(jobId: string): Promise<Callback> {
  const answer = await requestBatch(service, 'GET', `/${jobId}`, tenant);
  const { completionCallback } = answer.json as components['schemas']['BatchJob'];
  assert.ok(completionCallback !== null);
  return completionCallback;
}

/** Waits until a job's delivery has succeeded or failed. */
async function getOutcome(jobId: string): Promise<Callback> {
  let callback = await readCallback(jobId);
  await waitUntil(async () => (callback = await readCallback(jobId)).status !== 'PENDING');
  return callback;
}

function getHeaders({ headers }: Received): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

describe('a delivery', () => {
  test('describes the job, and the job shows its outcome', async () => {
    const receiver = await receive((response) => response.writeHead(204).end());
    const jobId = await submit(at(receiver));
    const callback = await getOutcome(jobId);
    const { completedAt, createdAt, ...job } = (await requestBatch(service, 'GET', `/${jobId}`, tenant))
      .json as components['schemas']['BatchJob'];
    const [received] = receiver.received;
    assert.ok(received !== undefined);
    assert.equal(received.path, '/hook?token=1');
    assert.deepEqual(JSON.parse(received.body.toString()), {
      deliveryId: callback.deliveryId,
      jobId,
      status: 'COMPLETED',
      totalItems: 2,
      completedItems: 2,
      failedItems: 0,
      completedAt,
    });
    const { deliveredAt, ...rest } = callback;
    // The clock of the machine may step back between the two.
    assert.ok(deliveredAt !== null && Date.parse(deliveredAt) > Date.parse(createdAt) - 60_000);
    assert.deepEqual(rest, {
      deliveryId: callback.deliveryId,
      callbackUrl: at(receiver),
      status: 'DELIVERED',
      attempts: 1,
      lastError: null,
    });
    assert.equal(job.status, 'COMPLETED');
  });

  test('is PENDING until the job has ended', async () => {
    const receiver = await receive((response) => response.end());
    const idle = await startTestService({ env: { OUTBOUND_ALLOW: '127.0.0.0/8' } });
    try {
      const owner = await createTenant(idle.db);
      const jobId = await submitWithCallback(idle, owner, {
        templateId: await addTemplate(idle.db, owner),
        callbackUrl: at(receiver),
      });
      const read = async (): Promise<Callback | null> =>
        ((await requestBatch(idle, 'GET', `/${jobId}`, owner)).json as components['schemas']['BatchJob'])
          .completionCallback;
      const before = await read();
      assert.deepEqual(
        [before?.status, before?.attempts, before?.deliveredAt, before?.lastError],
        ['PENDING', 0, null, null],
      );
      assert.equal((await requestBatch(idle, 'POST', `/${jobId}/cancel`, owner)).status, 204);
      assert.deepEqual(await read(), before);
      assert.equal(receiver.received.length, 0);
    } finally {
      await idle.close();
    }
  });

  test('is made for a cancelled job', async () => {
    const receiver = await receive((response) => response.end());
    const jobId = await submit(at(receiver));
    const cancelled = await finishBatchJob(db, jobId, { status: 'CANCELLED' });
    assert.equal((await getOutcome(jobId)).status, 'DELIVERED');
    assert.match(receiver.received[0]?.body.toString() ?? '', cancelled ? /"CANCELLED"/ : /"COMPLETED"/);
    assert.equal(receiver.received.length, 1);
  });

  test('is made for a job whose rows all fail', async () => {
    const receiver = await receive((response) => response.end());
    const withPhoto = await addTemplate(db, tenant, {
      variables: [{ name: 'photo', type: 'image', label: 'Photo' }],
      elements: [{ type: 'image', id: 'photo', x: 0, y: 0, width: 40, height: 20, src: '{{photo}}' }],
    });
    const answer = await service.send('POST', '/api/v1/batch-jobs', {
      key: tenant.apiKey,
      json: {
        template: { templateId: withPhoto },
        rows: [{ photo: 'https://10.0.0.1/picture.png' }],
        callbackUrl: at(receiver),
      },
    });
    const { jobId } = answer.json as { jobId: string };
    await getOutcome(jobId);
    const body = JSON.parse(receiver.received[0]?.body.toString() ?? '') as Record<string, unknown>;
    assert.deepEqual([body['status'], body['failedItems'], body['completedItems']], ['FAILED', 1, 0]);
  });
});

describe('signatures', () => {
  let received: Received;
  before(async () => {
    const receiver = await receive((response) => response.end());
    await getOutcome(await submit(at(receiver)));
    const [first] = receiver.received;
    assert.ok(first !== undefined);
    received = first;
  });

  test('the verifier of Stripe accepts them, and refuses changed or old requests', () => {
    const { webhooks } = new Stripe('sk_test_none');
    const header = getHeaders(received)['x-service-signature'] ?? '';
    assert.match(header, /^t=\d{10},v1=[0-9a-f]{64}$/);
    const event = webhooks.constructEvent(received.body, header, secret) as unknown;
    assert.deepEqual(event, JSON.parse(received.body.toString()));
    const altered = Buffer.from(received.body.toString().replace('"totalItems":2', '"totalItems":3'));
    assert.throws(() => webhooks.constructEvent(altered, header, secret), /signature/i);
    assert.throws(() => webhooks.constructEvent(received.body, header, `${secret}x`), /signature/i);
    const later = Number(header.slice(2, 12)) * 1_000 + 302_000;
    assert.throws(
      () => webhooks.constructEvent(received.body, header, secret, 300, undefined, later),
      /tolerance/i,
    );
  });

  test('the verifier of Standard Webhooks accepts them, and refuses changed or old requests', (context) => {
    const webhook = new Webhook(secret);
    const headers = getHeaders(received);
    assert.deepEqual(webhook.verify(received.body.toString(), headers), JSON.parse(received.body.toString()));
    const altered = received.body.toString().replace('COMPLETED', 'CANCELLED');
    assert.throws(() => webhook.verify(altered, headers), /signature/i);
    assert.throws(
      () => webhook.verify(received.body.toString(), { ...headers, 'webhook-id': 'another' }),
      /signature/i,
    );
    const sentAt = Number(headers['webhook-timestamp']) * 1_000;
    context.mock.timers.enable({ apis: ['Date'], now: sentAt + 302_000 });
    assert.throws(() => webhook.verify(received.body.toString(), headers), /too old/i);
  });

  test('verifyCallback accepts them, and refuses changed or old requests', () => {
    const now = new Date();
    const given = { headers: received.headers, body: received.body };
    assert.deepEqual(verifyCallback(given, { secret, now }), { service: null, standardWebhooks: null });
    const later = new Date(now.getTime() + 302_000);
    const old = verifyCallback(given, { secret, now: later });
    assert.match(old.service ?? '', /old/);
    assert.match(old.standardWebhooks ?? '', /old/);
    const altered = { ...given, body: Buffer.concat([received.body, Buffer.from(' ')]) };
    const refused = verifyCallback(altered, { secret, now });
    assert.match(refused.service ?? '', /changed/);
    assert.match(refused.standardWebhooks ?? '', /changed/);
  });
});

describe('a rotation of the secret', () => {
  test('has both secrets sign until the end of the overlap, then only the new one', async () => {
    const receiver = await receive((response) => response.end());
    const owner = await createTenant(db, { plan: 'business' });
    const { callbackSecret: oldSecret = '' } = (await findWorkspace(db, owner.workspaceId)) ?? {};
    const target = { templateId: await addTemplate(db, owner), callbackUrl: at(receiver) };
    const deliver = async (): Promise<Record<string, string>> => {
      const count = receiver.received.length;
      await submitWithCallback(service, owner, target);
      await waitUntil(() => receiver.received.length > count);
      const latest = receiver.received.at(-1);
      assert.ok(latest !== undefined);
      return { ...getHeaders(latest), body: latest.body.toString() };
    };
    const verifiers = (secret: string) => ({
      stripe: ({ body = '', 'x-service-signature': header = '' }: Record<string, string>) =>
        void new Stripe('sk_test_none').webhooks.constructEvent(body, header, secret),
      standard: ({ body = '', ...headers }: Record<string, string>) =>
        void new Webhook(secret).verify(body, headers),
    });

    const rotated = await rotateCallbackSecret(db, owner.workspaceId, { overlapMs: 3_600_000 });
    assert.ok(rotated !== null);
    const during = await deliver();
    assert.match(during['x-service-signature'] ?? '', /^t=\d{10},v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/);
    assert.match(during['webhook-signature'] ?? '', /^v1,[\w+/]{43}= v1,[\w+/]{43}=$/);
    for (const secret of [rotated.callbackSecret, oldSecret]) {
      for (const verify of Object.values(verifiers(secret))) verify(during);
    }

    await db.raw('update workspaces set previous_callback_secret_until = now() where id = ?', [
      owner.workspaceId,
    ]);
    const after = await deliver();
    assert.match(after['x-service-signature'] ?? '', /^t=\d{10},v1=[0-9a-f]{64}$/);
    for (const verify of Object.values(verifiers(rotated.callbackSecret))) verify(after);
    for (const verify of Object.values(verifiers(oldSecret))) assert.throws(() => verify(after));
  });
});

describe('a delivery that fails', () => {
  test('is repeated with the same id and bytes and a new signature', async () => {
    const receiver = await receive((response, _received, number) =>
      response.writeHead(number < 3 ? 500 : 200).end(),
    );
    const jobId = await submit(at(receiver));
    const { status, attempts, lastError } = await getOutcome(jobId);
    assert.deepEqual([status, attempts, lastError], ['DELIVERED', 3, null]);
    const bodies = receiver.received.map(({ body }) => body.toString());
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    assert.deepEqual([new Set(bodies).size, new Set(ids).size, bodies.length], [1, 1, 3]);
    const now = new Date();
    for (const received of receiver.received)
      assert.deepEqual(verifyCallback(received, { secret, now }), { service: null, standardWebhooks: null });
  });

  test('ends after five attempts', async () => {
    const receiver = await receive((response) => response.writeHead(400).end());
    const { status, attempts, deliveredAt, lastError } = await getOutcome(await submit(at(receiver)));
    assert.deepEqual([status, attempts, deliveredAt], ['FAILED', 5, null]);
    assert.match(lastError ?? '', /answered 400/);
    assert.equal(receiver.received.length, 5);
  });

  test('counts a missing answer and a refused connection as failed attempts', async () => {
    const silent = await receive(() => undefined);
    const gone = await receive((response) => response.end());
    gone.close();
    const [late, absent] = await Promise.all(
      [silent, gone].map(async (receiver) => getOutcome(await submit(at(receiver)))),
    );
    assert.deepEqual([late?.status, late?.attempts], ['FAILED', 5]);
    assert.match(late?.lastError ?? '', /within 1 s/);
    assert.deepEqual([absent?.status, absent?.attempts], ['FAILED', 5]);
    assert.match(absent?.lastError ?? '', /refuses connections/);
    assert.equal(silent.received.length, 5);
  });

  test('ends at once if the address is no longer allowed', async () => {
    const receiver = await receive((response) => response.writeHead(500).end());
    const jobId = await submit(at(receiver));
    await waitUntil(async () => (await readCallback(jobId)).attempts >= 1);
    await queryRows(
      db,
      `update callback_deliveries set url = 'https://10.0.0.1/' where job_id = :jobId and status = 'PENDING'`,
      { jobId },
    );
    const { status, attempts, lastError } = await getOutcome(jobId);
    assert.equal(status, 'FAILED');
    assert.ok(attempts < 5);
    assert.match(lastError ?? '', /public https address/);
  });
});

test('a failed delivery can be repeated by hand', async () => {
  let isWell = false;
  const receiver = await receive((response) => response.writeHead(isWell ? 200 : 503).end());
  const jobId = await submit(at(receiver));
  const { deliveryId } = await getOutcome(jobId);
  isWell = true;
  assert.equal((await redeliver(db, deliveryId)).kind, 'enqueued');
  const { status, attempts } = await getOutcome(jobId);
  assert.deepEqual([status, attempts], ['DELIVERED', 6]);
  assert.deepEqual(receiver.received.at(-1)?.body, receiver.received[0]?.body);
});

describe('slow receivers', () => {
  let service: TestService;
  let owner: Tenant;
  let template: string;
  before(async () => {
    service = await startTestService({
      env: { RATE_LIMITS: 'off', OUTBOUND_ALLOW: '127.0.0.0/8', CALLBACK_TIMEOUT: '5m' },
      worksOnBatches: true,
    });
    owner = await createTenant(service.db);
    template = await addTemplate(service.db, owner);
  });
  after(() => service.close());
  const submitTo = (receiver: Receiver): Promise<string> =>
    submitWithCallback(service, owner, { templateId: template, callbackUrl: at(receiver) });
  const isDelivered = async (jobId: string): Promise<boolean> => {
    const { status, json } = await requestBatch(service, 'GET', `/${jobId}`, owner);
    // The service may fail while its connections are replaced.
    if (status !== 200) return false;
    return (json as components['schemas']['BatchJob']).completionCallback?.status === 'DELIVERED';
  };

  test('delay neither rows nor other deliveries', async () => {
    const held: (() => void)[] = [];
    const slow = await receive((response) => held.push(() => response.end()));
    const slowJobs: string[] = [];
    for (let index = 0; index < 10; index += 1) {
      const jobId = await submitTo(slow);
      slowJobs.push(jobId);
      await finishBatchJob(service.db, jobId, { status: 'CANCELLED' });
    }
    await waitUntil(() => held.length === 10);
    const quick = await submitTo(await receive((response) => response.end()));
    await waitUntil(() => isDelivered(quick));
    assert.equal(slow.received.length, 10);
    for (const answer of held) answer();
    for (const jobId of slowJobs) await waitUntil(() => isDelivered(jobId));
  });

  test('of one workspace leave room for other workspaces', async () => {
    const held: (() => void)[] = [];
    const slow = await receive((response) => held.push(() => response.end()));
    const slowJobs: string[] = [];
    for (let index = 0; index < 40; index += 1) {
      const jobId = await submitTo(slow);
      slowJobs.push(jobId);
      await finishBatchJob(service.db, jobId, { status: 'CANCELLED' });
    }
    await waitUntil(() => held.length === 16);
    const other = await createTenant(service.db);
    const quick = await receive((response) => response.end());
    await submitWithCallback(service, other, {
      templateId: await addTemplate(service.db, other),
      callbackUrl: at(quick),
    });
    await waitUntil(() => quick.received.length === 1);
    assert.equal(held.length, 16);
    await waitUntil(async () => {
      for (const answer of held) answer();
      const states = await Promise.all(slowJobs.map((jobId) => isDelivered(jobId)));
      return states.every((isDone) => isDone);
    });
    assert.equal(slow.received.length, 40);
  });

  test('no delivery is lost if database connections end during an attempt', async () => {
    const answers: (() => void)[] = [];
    const receiver = await receive((response) => answers.push(() => response.end()));
    const jobId = await submitTo(receiver);
    await waitUntil(() => answers.length === 1);
    await queryRows(
      service.db,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
      {},
    );
    await waitUntil(async () => {
      for (const answer of answers) answer();
      return await isDelivered(jobId);
    });
    assert.equal(new Set(receiver.received.map(({ body }) => body.toString())).size, 1);
  });
});
