/** Events of a workspace on their way to a receiver. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { DEFAULT_PLANS } from '../../src/config/plans.ts';
import { chargeRender } from '../../src/domain/quota/charge.ts';
import { sweep } from '../../src/domain/maintenance.ts';
import { queryRow, queryRows, type Database } from '../../src/store/database.ts';
import { refundCause, reserveRenders } from '../../src/store/quota.ts';
import { rotateEndpointSecret, type EndpointWithSecret } from '../../src/store/webhooks/endpoints.ts';
import { emitEvents } from '../../src/store/webhooks/events.ts';
import { recoverWebhooks } from '../../src/store/webhooks/stuck-deliveries.ts';
import { plainBatch, submitJob } from '../helpers/batch.ts';
import {
  addTemplate,
  createTenant,
  startTestService,
  type Tenant,
  type TestService,
} from '../helpers/http.ts';
import { writePlans } from '../helpers/plans.ts';
import { createAuthority, startReceiver, trust, type Received, type Receiver } from '../helpers/receiver.ts';
import { waitUntil } from '../helpers/wait-until.ts';
import { addEndpoint, readWebhooks, type WebhookState } from '../helpers/webhooks.ts';

let service: TestService;
let db: Database;
let receiver: Receiver;
let removePlans: () => Promise<void>;
/** What the receiver answers, by path; 204 for others. */
const statuses = new Map<string, number>();

before(async () => {
  const authority = await createAuthority();
  trust(authority);
  receiver = await startReceiver(await authority.issue({ ip: '127.0.0.1' }), (response, { path }) =>
    response.writeHead(statuses.get(path) ?? 204).end(),
  );
  const plans = await writePlans({ personal: { rowEventsPerDay: 3, rendersPerMonth: 3 } });
  removePlans = plans.remove;
  service = await startTestService({
    env: {
      RATE_LIMITS: 'off',
      OUTBOUND_ALLOW: '127.0.0.0/8',
      PLANS_FILE: plans.file,
      // The last attempt is a day later, as after an outage of a receiver.
      WEBHOOK_OFFSETS: '0s,100ms,1d',
    },
    worksOnBatches: true,
  });
  db = service.db;
});
after(async () => {
  receiver.close();
  await service.close();
  await removePlans();
});

let paths = 0;

/** A tenant with an endpoint, whose path nobody else uses. */
async function addTenant(types: string[], plan: Tenant['plan'] = 'business') {
  const tenant = await createTenant(db, { plan });
  paths += 1;
  const path = `/hook-${paths}`;
  const url = `https://127.0.0.1:${receiver.port}${path}`;
  const endpoint = await addEndpoint(db, tenant, { url, types });
  return { tenant, path, endpoint };
}

const receivedAt = (path: string) => receiver.received.filter((request) => request.path === path);

/** The event of a request, if the verifier of Standard Webhooks accepts it. */
function verify({ secret }: Pick<EndpointWithSecret, 'secret'>, { body, headers }: Received) {
  const signed = Object.fromEntries(
    ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [name, String(headers[name])]),
  );
  const event = new Webhook(secret).verify(body.toString(), signed) as {
    type: string;
    timestamp: string;
    data: Record<string, unknown>;
  };
  return { ...event, id: headers['webhook-id'] };
}

const emit = (tenant: Tenant, data: readonly object[] = [{ n: 1 }]) =>
  db.transaction((transaction) =>
    emitEvents(transaction, {
      workspaceId: tenant.workspaceId,
      type: 'batch.completed',
      occurredAt: new Date(),
      data,
    }),
  );

/** The deliveries of an endpoint once all fulfil the condition. */
async function waitFor(
  { id }: { readonly id: string },
  isReached: (states: readonly WebhookState[]) => boolean,
): Promise<readonly WebhookState[]> {
  let states: readonly WebhookState[] = [];
  await waitUntil(async () => isReached((states = await readWebhooks(db, id))));
  return states;
}

const areAll = (status: string, count: number) => (states: readonly WebhookState[]) =>
  states.length === count && states.every((state) => state.status === status);

const call = async (method: string, { apiKey: key }: Tenant, target: string, body?: object) => {
  const answer = await service.send(method, `/api/v1/webhook-endpoints${target}`, {
    key,
    ...(body && { json: body }),
  });
  return { status: answer.status, code: answer.problem.code, json: answer.json as Record<string, unknown> };
};

test('a batch sends its end and its rows, signed, up to the rows that a plan allows in a day', async () => {
  const types = ['batch.completed', 'batch.row.completed'];
  const { tenant, path, endpoint } = await addTenant(types, 'studio');
  const templateId = await addTemplate(db, tenant);
  const jobId = await submitJob(service, tenant, plainBatch(templateId, 3));
  await waitFor(endpoint, areAll('DELIVERED', 4));
  const events = receivedAt(path).map((request) => verify(endpoint, request));
  const rows = events.filter(({ type }) => type === 'batch.row.completed').map(({ data }) => data);
  assert.deepEqual(
    rows.sort((a, b) => Number(a['rowIndex']) - Number(b['rowIndex'])),
    ['image-000.png', 'image-001.png', 'image-002.png'].map((filename, rowIndex) => ({
      jobId,
      rowIndex,
      status: 'SUCCESS',
      filename,
      error: null,
    })),
  );
  const [end] = events.filter(({ type }) => type === 'batch.completed');
  assert.ok(end !== undefined && typeof end.data['completedAt'] === 'string');
  const { completedAt, ...data } = end.data;
  assert.equal(end.timestamp, completedAt);
  assert.deepEqual(data, {
    jobId,
    templateId,
    status: 'COMPLETED',
    totalItems: 3,
    completedItems: 3,
    failedItems: 0,
    rowEventsLeftOut: 0,
  });
  assert.equal(new Set(events.map(({ id }) => id)).size, 4);
});

test('rows beyond the limit of a day have no event, and the end of the batch says how many', async () => {
  const types = ['batch.completed', 'batch.row.completed'];
  const { tenant, path, endpoint } = await addTenant(types, 'personal');
  await queryRows(
    db,
    `insert into webhook_row_events (workspace_id, day, sent, left_out, granted)
     values (:workspaceId, (now() at time zone 'utc')::date, 1, 0, 1)`,
    { workspaceId: tenant.workspaceId },
  );
  await submitJob(service, tenant, plainBatch(await addTemplate(db, tenant), 3));
  await waitFor(endpoint, areAll('DELIVERED', 3));
  const events = receivedAt(path).map((request) => verify(endpoint, request));
  assert.deepEqual(
    events.filter(({ type }) => type === 'batch.completed').map(({ data }) => data['rowEventsLeftOut']),
    [1],
  );
  const { json } = await call('GET', tenant, '');
  assert.deepEqual(json['rowEvents'], { sent: 3, leftOut: 1, maxPerDay: 3 });
});

test('an endpoint of other types, a disabled one, and those of another workspace get nothing', async () => {
  const { tenant, endpoint } = await addTenant(['quota.reached']);
  const wanting = await addEndpoint(db, tenant);
  await call('PATCH', tenant, `/${wanting.id}`, { status: 'DISABLED' });
  const { endpoint: foreign } = await addTenant(['batch.completed']);
  await emit(tenant);
  for (const { id } of [endpoint, wanting, foreign]) assert.deepEqual(await readWebhooks(db, id), []);
  const [{ count } = { count: -1 }] = await queryRows<{ count: number }>(
    db,
    'select count(*)::int as count from webhook_events where workspace_id = :workspaceId',
    { workspaceId: tenant.workspaceId },
  );
  assert.equal(count, 0);
});

test('a render without an open connection sends its end, with the notes of its submission', async () => {
  const types = ['render.completed', 'render.failed', 'batch.completed', 'batch.row.completed'];
  const { tenant, path, endpoint } = await addTenant(types);
  const templateId = await addTemplate(db, tenant);
  const submitted = await service.send('POST', `/api/v1/templates/${templateId}/renders`, {
    key: tenant.apiKey,
    json: { variables: {}, metadata: { order: 'A-1047' } },
  });
  const { renderId } = submitted.json as { renderId: string };
  await waitFor(endpoint, areAll('DELIVERED', 1));
  const [request] = receivedAt(path);
  assert.ok(request !== undefined);
  const { type, data } = verify(endpoint, request);
  const { completedAt, ...rest } = data;
  assert.deepEqual([type, typeof completedAt], ['render.completed', 'string']);
  const metadata = { order: 'A-1047' };
  assert.deepEqual(rest, { renderId, templateId, status: 'COMPLETED', error: null, metadata });
});

test('each version that is published is an event', async () => {
  const { tenant, path, endpoint } = await addTenant(['template.published']);
  const templateId = await addTemplate(db, tenant);
  await waitFor(endpoint, areAll('DELIVERED', 1));
  const [request] = receivedAt(path);
  assert.ok(request !== undefined);
  const { projectId } = tenant;
  assert.deepEqual(verify(endpoint, request).data, { templateId, projectId, name: 'Plain', version: 1 });
});

test('the render that takes the last of a month is an event, once', async () => {
  const { tenant, path, endpoint } = await addTenant(['quota.reached']);
  const reserve = (renders: number, limit: number) =>
    reserveRenders(db, {
      ...tenant,
      templateId: tenant.projectId,
      cause: `test ${Math.random()}`,
      renders,
      limit,
      now: new Date(),
      instanceId: null,
    });
  await reserve(2, 3);
  assert.deepEqual(await readWebhooks(db, endpoint.id), []);
  await reserve(1, 3);
  assert.equal((await reserve(1, 3)).granted, false);
  await waitFor(endpoint, areAll('DELIVERED', 1));
  const [request] = receivedAt(path);
  assert.ok(request !== undefined);
  const { limit, used, resetsAt } = verify(endpoint, request).data;
  assert.deepEqual([limit, used, typeof resetsAt], [3, 3, 'string']);
});

test('a request that is refused sends the event if nobody wanted it before', async () => {
  const tenant = await createTenant(db);
  const { instanceId } = await queryRow<{ instanceId: string }>(
    db,
    'select id as "instanceId" from instances limit 1',
    {},
  );
  const charge = () =>
    chargeRender(
      { db, instanceId },
      {
        caller: tenant,
        templateId: tenant.projectId,
        requestId: crypto.randomUUID(),
        limit: 1,
        now: new Date(),
        refund: refundCause,
        log: { error: () => undefined } as never,
      },
    );
  await charge();
  const endpoint = await addEndpoint(db, tenant, { types: ['quota.reached'] });
  await assert.rejects(charge, { code: 'QUOTA_EXCEEDED' });
  assert.equal((await readWebhooks(db, endpoint.id)).length, 1);
});

test('a receiver that was away for a day gets all events when it is back, each with its own id', async () => {
  const { tenant, path, endpoint } = await addTenant(['batch.completed']);
  statuses.set(path, 503);
  await emit(tenant, [{ n: 1 }, { n: 2 }, { n: 3 }]);
  const failing = await waitFor(
    endpoint,
    (states) => states.length === 3 && states.every(({ attempts }) => attempts === 2),
  );
  for (const { status, nextAttemptAt, lastError } of failing) {
    assert.equal(status, 'PENDING');
    assert.match(lastError ?? '', /503/);
    const hours = ((nextAttemptAt?.getTime() ?? 0) - Date.now()) / 3_600_000;
    assert.ok(hours > 23.9 && hours < 24.1, `${hours} h`);
  }
  const { json } = await call('GET', tenant, `/${endpoint.id}`);
  assert.deepEqual([json['status'], typeof json['failingSince']], ['ACTIVE', 'string']);
  statuses.delete(path);
  // A day passes.
  await queryRows(
    db,
    `with due as (
       update webhook_deliveries set planned_at = planned_at - interval '1 day', next_attempt_at = now()
       where endpoint_id = :id returning task_id)
     select graphile_worker.reschedule_jobs(array(select task_id from due), run_at => now())`,
    { id: endpoint.id },
  );
  await waitFor(endpoint, areAll('DELIVERED', 3));
  const delivered = receivedAt(path).map((request) => verify(endpoint, request));
  assert.equal(delivered.length, 9);
  assert.deepEqual(
    [...new Set(delivered.map(({ id, data }) => `${String(id)} ${String(data['n'])}`))].length,
    3,
  );
  const after = await call('GET', tenant, `/${endpoint.id}`);
  assert.deepEqual([after.json['failingSince'], after.json['lastError']], [null, null]);
});

test('both secrets sign during the overlap of a rotation', async () => {
  const { tenant, path, endpoint } = await addTenant(['batch.completed']);
  const rotated = await call('POST', tenant, `/${endpoint.id}/rotate-secret?overlapHours=2`);
  const secret = String(rotated.json['secret']);
  assert.notEqual(secret, endpoint.secret);
  await emit(tenant);
  await waitFor(endpoint, areAll('DELIVERED', 1));
  const [request] = receivedAt(path);
  assert.ok(request !== undefined);
  verify(endpoint, request);
  verify({ secret }, request);
  const key = { workspaceId: tenant.workspaceId, endpointId: endpoint.id };
  const last = await rotateEndpointSecret(db, key, { overlapMs: 0 });
  await emit(tenant);
  await waitFor(endpoint, areAll('DELIVERED', 2));
  const second = receivedAt(path)[1];
  assert.ok(second !== undefined && last !== null);
  verify(last, second);
  assert.throws(() => verify({ secret }, second), /No matching signature/);
});

test('an endpoint that fails for days is paused, probed once an hour, and resumed by a success', async () => {
  const { tenant, path, endpoint } = await addTenant(['batch.completed']);
  statuses.set(path, 500);
  await emit(tenant);
  await waitFor(endpoint, ([state]) => state?.attempts === 2);
  const change = (set: string) =>
    queryRows(db, `update webhook_endpoints set ${set} where id = :id`, { id: endpoint.id });
  await change(`failing_since = now() - interval '6 days'`);
  const runLast = `update webhook_deliveries set planned_at = planned_at - interval '1 day',
    next_attempt_at = now(), task_id = null where endpoint_id = :id and status = 'PENDING'`;
  await queryRows(db, runLast, { id: endpoint.id });
  await recoverWebhooks(db);
  await waitFor(endpoint, areAll('FAILED', 1));
  const paused = await call('GET', tenant, `/${endpoint.id}`);
  assert.equal(paused.json['status'], 'PAUSED');
  const sent = receivedAt(path).length;
  await emit(tenant);
  const states = await waitFor(endpoint, areAll('FAILED', 2));
  assert.match(states[1]?.lastError ?? '', /^Not sent: the endpoint is paused since 20/);
  assert.equal(receivedAt(path).length, sent);
  const span = { since: '2020-01-01T00:00:00Z' };
  assert.equal((await call('POST', tenant, `/${endpoint.id}/replay`, span)).code, 'WEBHOOK_ENDPOINT_OFF');
  statuses.delete(path);
  await change(`probe_at = now()`);
  await emit(tenant);
  await waitFor(endpoint, (all) => all.filter(({ status }) => status === 'DELIVERED').length === 1);
  const resumed = await call('GET', tenant, `/${endpoint.id}`);
  assert.equal(resumed.json['status'], 'ACTIVE');
  const replayed = await call('POST', tenant, `/${endpoint.id}/replay`, span);
  assert.deepEqual(replayed.json, { planned: 2, left: 0 });
  await waitFor(endpoint, areAll('DELIVERED', 3));
});

test('a receiver that answers 410 is paused at once, and a test resumes it', async () => {
  const { tenant, path, endpoint } = await addTenant(['batch.completed']);
  statuses.set(path, 410);
  await emit(tenant);
  await waitFor(endpoint, areAll('FAILED', 1));
  assert.equal((await call('GET', tenant, `/${endpoint.id}`)).json['status'], 'PAUSED');
  statuses.delete(path);
  const { eventId } = (await call('POST', tenant, `/${endpoint.id}/test`)).json;
  await waitFor(endpoint, (states) =>
    states.some((state) => state.eventId === eventId && state.status === 'DELIVERED'),
  );
  assert.equal((await call('GET', tenant, `/${endpoint.id}`)).json['status'], 'ACTIVE');
  const request = receivedAt(path).at(-1);
  assert.ok(request !== undefined);
  const { type, data, id } = verify(endpoint, request);
  assert.deepEqual([type, data, id], ['webhook.test', { endpointId: endpoint.id }, eventId]);
});

test('a replay of one event sends it again with its id; a disabled endpoint sends nothing', async () => {
  const { tenant, path, endpoint } = await addTenant(['batch.completed']);
  await emit(tenant);
  const [state] = await waitFor(endpoint, areAll('DELIVERED', 1));
  const eventId = state?.eventId;
  assert.equal((await call('POST', tenant, `/${endpoint.id}/replay`, { eventId })).status, 202);
  await waitUntil(() => Promise.resolve(receivedAt(path).length === 2));
  assert.equal(new Set(receivedAt(path).map(({ headers }) => headers['webhook-id'])).size, 1);
  await waitFor(endpoint, areAll('DELIVERED', 1));
  // What was delivered is no part of a span by default.
  const span = { since: new Date(Date.now() - 60_000).toISOString() };
  const none = await call('POST', tenant, `/${endpoint.id}/replay`, span);
  assert.deepEqual(none.json, { planned: 0, left: 0 });
  const all = await call('POST', tenant, `/${endpoint.id}/replay`, { ...span, include: 'ALL' });
  assert.deepEqual(all.json, { planned: 1, left: 0 });
  await waitUntil(() => Promise.resolve(receivedAt(path).length === 3));
  await waitFor(endpoint, areAll('DELIVERED', 1));
  statuses.set(path, 500);
  await emit(tenant);
  await waitFor(endpoint, (states) =>
    states.some(({ attempts, status }) => status === 'PENDING' && attempts === 2),
  );
  await call('PATCH', tenant, `/${endpoint.id}`, { status: 'DISABLED' });
  const sent = receivedAt(path).length;
  await queryRows(
    db,
    `update webhook_deliveries set next_attempt_at = now(), task_id = null
     where endpoint_id = :id and status = 'PENDING'`,
    { id: endpoint.id },
  );
  await recoverWebhooks(db);
  const states = await waitFor(endpoint, (found) => found.every(({ status }) => status !== 'PENDING'));
  assert.match(states[1]?.lastError ?? '', /^Not sent: the endpoint is disabled since/);
  assert.equal(receivedAt(path).length, sent);
});

test('an attempt without a task gets one, and an attempt is recorded once', async () => {
  const { tenant, endpoint } = await addTenant(['batch.completed']);
  statuses.set(`/hook-${paths}`, 503);
  await emit(tenant);
  await waitFor(endpoint, ([state]) => state?.attempts === 2);
  statuses.delete(`/hook-${paths}`);
  await queryRows(
    db,
    `with lost as (
       update webhook_deliveries set next_attempt_at = now() - interval '1 minute' where endpoint_id = :id
       returning task_id)
     select graphile_worker.complete_jobs(array(select task_id from lost))`,
    { id: endpoint.id },
  );
  assert.equal((await recoverWebhooks(db)).redispatchedWebhooks, 1);
  const [state] = await waitFor(endpoint, areAll('DELIVERED', 1));
  assert.equal(state?.attempts, 3);
  assert.equal((await recoverWebhooks(db)).redispatchedWebhooks, 0);
});

test('events that the plan keeps no longer are removed, unless an attempt is planned', async () => {
  const { tenant, path, endpoint } = await addTenant(['batch.completed']);
  await emit(tenant);
  await waitFor(endpoint, areAll('DELIVERED', 1));
  statuses.set(path, 500);
  await emit(tenant);
  await waitFor(endpoint, (states) => states.some(({ attempts }) => attempts === 2));
  await queryRows(
    db,
    `update webhook_events set occurred_at = now() - interval '61 days' where workspace_id = :workspaceId`,
    { workspaceId: tenant.workspaceId },
  );
  await sweep({
    db,
    storage: service.app.storage,
    batchTimeoutMs: 3_600_000,
    callbackOffsetsMs: [0],
    plans: DEFAULT_PLANS,
    urlCacheTtlMs: 3_600_000,
    urlCacheBytes: 1e9,
    log: { warn: () => undefined, info: () => undefined, error: () => undefined } as never,
  });
  assert.deepEqual(
    (await readWebhooks(db, endpoint.id)).map(({ status }) => status),
    ['PENDING'],
  );
});

test('two thousand rows of one chunk are a few statements', async () => {
  const { tenant, endpoint } = await addTenant(['batch.completed']);
  await call('PATCH', tenant, `/${endpoint.id}`, { description: 'many' });
  let statements = 0;
  const count = () => {
    statements += 1;
  };
  db.on('query', count);
  try {
    await emit(
      tenant,
      Array.from({ length: 2_000 }, (_, n) => ({ n })),
    );
  } finally {
    db.removeListener('query', count);
  }
  assert.ok(statements > 0 && statements <= 6, `${statements} statements`);
  await queryRows(db, 'delete from webhook_endpoints where id = :id', { id: endpoint.id });
});
