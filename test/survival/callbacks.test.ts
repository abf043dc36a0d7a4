import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import { plainBatch } from '../helpers/batch.ts';
import { waitUntil } from '../helpers/wait-until.ts';
import { readDelivery } from '../helpers/callbacks.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { createFleet, type Fleet, type Member } from '../helpers/fleet.ts';
import { addTemplate, createTenant, send, type Tenant } from '../helpers/http.ts';
import { createAuthority, startReceiver, type Certificate, type Receiver } from '../helpers/receiver.ts';

describe('callbacks survive', { timeout: 300_000 }, () => {
  let database: TestDatabase;
  let folder: string;
  let fleet: Fleet;
  let tenant: Tenant;
  let templateId: string;
  let certificate: Certificate;
  let receiver: Receiver | null = null;

  before(async () => {
    database = await createTestDatabase();
    folder = await mkdtemp(path.join(tmpdir(), 'platen-survival-'));
    const authority = await createAuthority();
    certificate = await authority.issue({ ip: '127.0.0.1' });
    const trusted = path.join(folder, 'authority.pem');
    await writeFile(trusted, authority.cert);
    fleet = createFleet(database, folder, {
      NODE_EXTRA_CA_CERTS: trusted,
      OUTBOUND_ALLOW: '127.0.0.0/8',
      CALLBACK_TIMEOUT: '5m',
      RATE_LIMITS: 'off',
    });
    tenant = await createTenant(database.db);
    templateId = await addTemplate(database.db, tenant);
  });
  afterEach(async () => {
    await fleet.close();
    receiver?.close();
  });
  after(async () => {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });

  const receive = async (answer: Parameters<typeof startReceiver>[1]): Promise<Receiver> =>
    (receiver = await startReceiver(certificate, answer));
  const submit = async (url: string, { port }: Receiver): Promise<string> => {
    const answer = await send(url, 'POST', '/api/v1/batch-jobs', {
      key: tenant.apiKey,
      json: { ...plainBatch(templateId), callbackUrl: `https://127.0.0.1:${port}/` },
    });
    assert.equal(answer.status, 202, JSON.stringify(answer.json));
    return (answer.json as { jobId: string }).jobId;
  };
  /** Asserts one delivery with one counted attempt, even if it was received several times. */
  const assertDelivered = async (jobId: string, received: Receiver['received']): Promise<void> => {
    await waitUntil(async () => (await readDelivery(database.db, jobId)).status === 'DELIVERED');
    const { attempts, body } = await readDelivery(database.db, jobId);
    assert.equal(attempts, 1);
    assert.deepEqual([...new Set(received.map((one) => one.body.toString()))], [body]);
    assert.equal(new Set(received.map(({ headers }) => headers['webhook-id'])).size, 1);
  };

  test('kill -9 between the request and its record', async () => {
    const service = await fleet.serve();
    const first = await fleet.work();
    const { received, ...rest } = await receive((response, _received, number) => {
      if (number > 1) return response.end();
      // No process receives the answer.
      void first.kill().then(() => response.end());
    });
    const jobId = await submit(service.url, { received, ...rest });
    await waitUntil(() => received.length === 1);
    await fleet.work();
    await assertDelivered(jobId, received);
    assert.equal(received.length, 2);
  });

  test('a worker that is suspended during an attempt, and then continues', async () => {
    const service = await fleet.serve();
    const suspended = await fleet.work();
    const answers: (() => void)[] = [];
    const { received, ...rest } = await receive((response) => answers.push(() => response.end()));
    const jobId = await submit(service.url, { received, ...rest });
    await waitUntil(() => received.length === 1);
    suspended.signal('SIGSTOP');
    const other = await fleet.work();
    await waitUntil(() => received.length === 2);
    answers[1]?.();
    await assertDelivered(jobId, received);
    suspended.signal('SIGCONT');
    answers[0]?.();
    assert.deepEqual(await stopAll([suspended, other, service]), [0, 0, 0]);
    await assertDelivered(jobId, received);
    assert.equal(received.length, 2);
  });

  test('a worker that stops finishes the attempt', async () => {
    const service = await fleet.serve();
    const worker = await fleet.work();
    const answers: (() => void)[] = [];
    const { received, ...rest } = await receive((response) => answers.push(() => response.end()));
    const jobId = await submit(service.url, { received, ...rest });
    await waitUntil(() => received.length === 1);
    const stopped = worker.stop();
    await waitUntil(() => worker.lines.some((line) => /stop|drain/iu.test(line)));
    answers[0]?.();
    assert.equal(await stopped, 0);
    await assertDelivered(jobId, received);
    assert.equal(received.length, 1);
  });
});

async function stopAll(members: readonly Member[]): Promise<(number | null)[]> {
  return await Promise.all(members.map((member) => member.stop()));
}
