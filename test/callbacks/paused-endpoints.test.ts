import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { resumeEndpoint } from '../../src/store/callbacks/endpoints.ts';
import { redeliver, redeliverSuppressed } from '../../src/store/callbacks/deliveries.ts';
import { queryRows } from '../../src/store/database.ts';
import { waitUntil } from '../helpers/wait-until.ts';
import { readDelivery, submitWithCallback, type DeliveryState } from '../helpers/callbacks.ts';
import {
  addTemplate,
  createTenant,
  startTestService,
  type Tenant,
  type TestService,
} from '../helpers/http.ts';
import { createAuthority, startReceiver, trust, type Receiver } from '../helpers/receiver.ts';

let service: TestService;
let tenant: Tenant;
let templateId: string;
let receiver: Receiver;
/** What the receiver answers. */
let status = 500;

before(async () => {
  const authority = await createAuthority();
  trust(authority);
  receiver = await startReceiver(await authority.issue({ ip: '127.0.0.1' }), (response) =>
    response.writeHead(status).end(),
  );
  service = await startTestService({
    env: { RATE_LIMITS: 'off', OUTBOUND_ALLOW: '127.0.0.0/8', CALLBACK_OFFSETS: '0s' },
    worksOnBatches: true,
  });
  tenant = await createTenant(service.db, { plan: 'business' });
  templateId = await addTemplate(service.db, tenant);
});
after(async () => {
  receiver.close();
  await service.close();
});

/** Submits a job, and waits for the end of its delivery. */
async function deliver(): Promise<DeliveryState & { readonly jobId: string }> {
  const callbackUrl = `https://127.0.0.1:${receiver.port}/hook?job=${Math.random()}`;
  const jobId = await submitWithCallback(service, tenant, { templateId, callbackUrl });
  return { jobId, ...(await getOutcome(jobId)) };
}

async function getOutcome(jobId: string): Promise<DeliveryState> {
  await waitUntil(async () => {
    const rows = await queryRows(
      service.db,
      `select from callback_deliveries where job_id = :jobId and status <> 'PENDING'`,
      { jobId },
    );
    return rows.length > 0;
  });
  return await readDelivery(service.db, jobId);
}

const changeEndpoint = (change: string) =>
  queryRows(service.db, `update callback_endpoints set ${change} where workspace_id = :workspaceId`, {
    workspaceId: tenant.workspaceId,
  });

/** Lets three deliveries fail, the first of them four days ago. */
async function pause(): Promise<void> {
  status = 500;
  for (let count = 0; count < 2; count += 1) assert.equal((await deliver()).status, 'FAILED');
  await changeEndpoint(`failing_since = now() - interval '4 days'`);
  assert.match((await deliver()).lastError ?? '', /500/);
}

/** Expects that the receiver gets nothing. */
async function assertSuppressed(): Promise<string> {
  const received = receiver.received.length;
  const delivery = await deliver();
  assert.deepEqual([delivery.status, delivery.attempts], ['FAILED', 1]);
  assert.match(
    delivery.lastError ?? '',
    /^Not sent: callbacks to https:\/\/127\.0\.0\.1:\d+\/hook are paused/,
  );
  assert.equal(receiver.received.length, received);
  return delivery.jobId;
}

test('callbacks to an endpoint that fails for days are not sent until it is resumed by hand', async () => {
  await pause();
  const jobIds = [await assertSuppressed(), await assertSuppressed()];
  status = 204;
  const endpoint = { workspaceId: tenant.workspaceId, url: `https://127.0.0.1:${receiver.port}/hook` };
  assert.ok((await resumeEndpoint(service.db, endpoint)) !== null);
  assert.equal(await redeliverSuppressed(service.db, endpoint), 2);
  for (const jobId of jobIds) {
    await waitUntil(async () => (await readDelivery(service.db, jobId)).status === 'DELIVERED');
  }
  assert.equal(await redeliverSuppressed(service.db, endpoint), 0);
  assert.equal((await deliver()).status, 'DELIVERED');
});

test('a probe that succeeds resumes the endpoint', async () => {
  await pause();
  await assertSuppressed();
  await changeEndpoint('probe_at = now()');
  assert.match((await deliver()).lastError ?? '', /500/, 'A probe that fails changes nothing.');
  await assertSuppressed();
  status = 204;
  await changeEndpoint('probe_at = now()');
  assert.equal((await deliver()).status, 'DELIVERED');
  assert.equal((await deliver()).status, 'DELIVERED');
});

test('a delivery that is repeated by hand is sent, and resumes the endpoint if it succeeds', async () => {
  await pause();
  const jobId = await assertSuppressed();
  status = 204;
  const [delivery] = await queryRows<{ id: string }>(
    service.db,
    'select id from callback_deliveries where job_id = :jobId',
    { jobId },
  );
  assert.equal((await redeliver(service.db, delivery?.id ?? '')).kind, 'enqueued');
  await waitUntil(async () => (await readDelivery(service.db, jobId)).status === 'DELIVERED');
  assert.equal((await deliver()).status, 'DELIVERED');
});
