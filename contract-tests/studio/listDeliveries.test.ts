import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { components } from '../../generated/studio.ts';
import { complete, plainBatch } from '../../test/helpers/batch.ts';
import { waitUntil } from '../../test/helpers/wait-until.ts';
import { addTemplate } from '../../test/helpers/http.ts';
import { createAuthority, startReceiver, trust, type Receiver } from '../../test/helpers/receiver.ts';
import { startOwnStudio, type Studio, type StudioCall, type StudioUser } from '../../test/helpers/studio.ts';
import { testOperation } from '../../test/helpers/studio-statuses.ts';
import { addJob } from './add-job.ts';

type Page = components['schemas']['DeliveryPage'];

let studio: Studio;
let receiver: Receiver;
/** Refused twice, then given up. */
let ofOwner: string;
let ofMember: string;
before(async () => {
  const authority = await createAuthority();
  trust(authority);
  receiver = await startReceiver(await authority.issue({ ip: '127.0.0.1' }), (response, { path }) =>
    response.writeHead(path === '/ok' ? 200 : 503).end(path === '/ok' ? 'thanks' : 'closed\u001b[0m'),
  );
  const env = { OUTBOUND_ALLOW: '127.0.0.0/8', CALLBACK_OFFSETS: '0s,100ms' };
  studio = await startOwnStudio({ env, worksOnBatches: true });
  ofOwner = await end(studio.owner, '/fails');
  ofMember = await end(studio.member, '/ok');
  await waitUntil(async () => {
    await studio.db('rate_limits').delete();
    const { data } = await list();
    return data.length === 2 && data.every(({ status }) => status !== 'PENDING');
  });
});
after(async () => {
  await studio.close();
  receiver.close();
});

async function end(user: StudioUser, path: string): Promise<string> {
  const callbackUrl = `https://127.0.0.1:${receiver.port}${path}`;
  const templateId = await addTemplate(studio.db, user);
  return await addJob(studio, user, { ...plainBatch(templateId), callbackUrl });
}

const send = (query: StudioCall['query'] = {}, as?: StudioCall['as']) =>
  studio.call('listDeliveries', { query, ...(as !== undefined && { as }) });
const list = async (query?: StudioCall['query'], as?: StudioCall['as']) =>
  (await send(query, as)).json as Page;
const getJobs = ({ data }: Page) => data.map(({ jobId }) => jobId).sort();

testOperation('listDeliveries', { 200: [{ act: () => send() }] });

test('shows each attempt with what was answered', async () => {
  const { data } = await list({ jobId: ofOwner });
  const [delivery] = data;
  assert.ok(delivery !== undefined);
  assert.deepEqual([delivery.status, delivery.attempts, delivery.nextAttemptAt], ['FAILED', 2, null]);
  assert.deepEqual(
    delivery.attemptLog.map(({ number, statusCode, answer, error }) => [number, statusCode, answer, error]),
    [2, 1].map((number) => [number, 503, 'closed\uFFFD[0m', 'The receiver answered 503; a 2xx is expected.']),
  );
  const [last, first] = delivery.attemptLog;
  assert.ok(
    last !== undefined && first !== undefined && last.at > first.at && first.at >= delivery.createdAt,
  );
  const [delivered] = (await list({ status: 'DELIVERED' })).data;
  assert.deepEqual(
    delivered?.attemptLog.map(({ statusCode, answer, error }) => [statusCode, answer, error]),
    [[200, 'thanks', null]],
  );
});

test('members see their own deliveries, owners those of all members', async () => {
  assert.deepEqual(getJobs(await list()), [ofOwner, ofMember].sort());
  assert.deepEqual(getJobs(await list({}, studio.member)), [ofMember]);
  assert.deepEqual(getJobs(await list({}, studio.stranger)), []);
  assert.deepEqual(getJobs(await list({ status: 'DELIVERED' })), [ofMember]);
  assert.deepEqual(getJobs(await list({ jobId: ofOwner }, studio.member)), []);
  assert.deepEqual(getJobs(await list({ jobId: randomUUID() })), []);
  const second = await list({ size: 1, page: 1 });
  assert.deepEqual([second.data.length, second.pagination.totalElements], [1, 2]);
});

test('keeps the delivery of a deleted job, without the name of its template', async () => {
  const { db, owner } = studio;
  const jobId = await addJob(studio, owner, {
    ...plainBatch(await addTemplate(db, owner)),
    callbackUrl: `https://127.0.0.1:${receiver.port}/ok`,
  });
  await complete(db, jobId).catch(() => undefined);
  await waitUntil(async () => (await studio.call('deleteJob', { path: { jobId } })).status === 204);
  const [delivery] = (await list({ jobId })).data;
  assert.equal(delivery?.templateName, null);
});
