/** The auditor finds breaches that are made by hand, beside correct data. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { ExternalServers } from './external-servers.ts';
import { createCaller, createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { waitUntil } from '../helpers/wait-until.ts';
import { queryRows } from '../../src/store/database.ts';
import { refundCause, reserveRenders, settleCharge } from '../../src/store/quota.ts';
import { auditFiles } from './audit-files.ts';
import { auditJobs } from './audit-jobs.ts';
import { auditLedger, getCause } from './audit-ledger.ts';
import { makeDisk } from './disk.ts';
import { waitUntilIdle } from './idle.ts';
import { createRandom } from './random.ts';
import { createObservations, type ObservedJob, type Observations } from './observations.ts';

let database: TestDatabase;
let workspaceId: string;
let accountId: string;
const now = new Date();

before(async () => {
  database = await createTestDatabase();
  ({ workspaceId, accountId } = await createCaller(database.db));
});
after(() => database.close());

async function charge(cause: string, renders = 1): Promise<void> {
  const what = { workspaceId, accountId, templateId: randomUUID(), keyId: null, cause, renders };
  const reservation = { ...what, limit: 1_000, now, instanceId: randomUUID() };
  const reserved = await reserveRenders(database.db, reservation);
  assert.ok(reserved.granted);
  assert.ok(await settleCharge(database.db, reserved.chargeId));
}

/** Breaches of the ledger. */
async function ledgerBreaches(observed: Observations, limit = 1_000): Promise<string[]> {
  return await auditLedger(database.db, observed, new Map([[workspaceId, limit]]));
}

async function clearLedger(): Promise<void> {
  await queryRows(database.db, 'delete from quota_entries', {});
  await queryRows(database.db, 'delete from quota_periods', {});
}

test('finds charges that do not match the answers', async () => {
  const [good, free, refused, refunded, unseen] = Array.from({ length: 5 }, () => randomUUID());
  const observed = createObservations();
  const see = (requestId: string | undefined, status: number | null): void =>
    void observed.renders.push({ workspaceId, requestId: requestId ?? null, status });
  await charge(getCause(good ?? ''));
  see(good, 200);
  await charge(getCause(refunded ?? ''));
  await refundCause(database.db, getCause(refunded ?? ''));
  see(refunded, 503);
  see(undefined, null);
  await charge(getCause(unseen ?? ''));
  assert.deepEqual(await ledgerBreaches(observed), []);

  see(free, 200);
  await charge(getCause(refused ?? ''));
  see(refused, 503);
  await charge(getCause(randomUUID()));
  await charge(`batch ${randomUUID()}`, 3);
  const breaches = await ledgerBreaches(observed, 5);
  for (const pattern of [
    /answered 200, but charged 0/,
    /answered 503, but charged/,
    /2 charges for 1 lost answers/,
    /charged without a known job/,
    /used 7 of 5/,
  ]) {
    assert.ok(
      breaches.some((breach) => pattern.test(breach)),
      `${pattern.source}: ${breaches.join('\n')}`,
    );
  }
  assert.equal(breaches.length, 5);
  await clearLedger();
});

test('finds totals that do not match the entries, and refunds in another month', async () => {
  const observed = createObservations();
  const requestId = randomUUID();
  await charge(getCause(requestId));
  observed.renders.push({ workspaceId, requestId, status: 200 });
  await queryRows(database.db, 'update quota_periods set used = used + 1', {});
  assert.match((await ledgerBreaches(observed)).join(), /used 2, but the entries add up to 1/);
  await queryRows(database.db, 'update quota_periods set used = 1', {});
  await queryRows(
    database.db,
    `insert into quota_entries (workspace_id, account_id, starts_at, renders, cause, refund_of, state)
     select workspace_id, account_id, starts_at + interval '1 month', -1, 'stray', id, 'SETTLED'
       from quota_entries`,
    {},
  );
  assert.match((await ledgerBreaches(observed)).join(), /refunded in another month/);
  await clearLedger();
});

test('finds missing jobs, missing callbacks and unknown callbacks', async () => {
  const seen = (more: Partial<ObservedJob>): ObservedJob => ({
    idempotencyKey: randomUUID(),
    jobId: randomUUID(),
    workspaceId,
    apiKey: '',
    rows: [{ name: 'row 0', color: [0, 0, 0], showsImage: false }],
    hasCallback: false,
    wasCancelled: false,
    deleted: 'no',
    ...more,
  });
  const externals: Pick<ExternalServers, 'callbacks'> = {
    callbacks: new Map([['stranger', { bodies: new Set(['x']), accepted: 1 }]]),
  };
  const observed = createObservations();
  observed.jobs.push(seen({}), seen({ hasCallback: true, deleted: 'yes' }));
  const parts = {
    db: database.db,
    observed,
    externals,
    clientOf: () => () => Promise.resolve(null),
    maxAttempts: 5,
  };
  const breaches = (await auditJobs(parts)).join('\n');
  assert.match(breaches, /accepted, but missing/);
  assert.match(breaches, /0 callbacks, asked for: true/);
  assert.match(breaches, /callback stranger: received, but unknown/);
});

test('finds files without a record, records without a file, and unfinished files', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'platen-audit-'));
  const disk = await makeDisk(path.join(folder, 'disk'));
  try {
    assert.deepEqual(await auditFiles(database.db, disk), []);
    await mkdir(path.join(fileURLToPath(disk.url), 'shares', 'ab'), { recursive: true });
    await writeFile(path.join(fileURLToPath(disk.url), 'shares', 'ab', 'stray'), 'x');
    await mkdir(path.join(fileURLToPath(disk.url), 'tmp', 'instance'), { recursive: true });
    await writeFile(path.join(fileURLToPath(disk.url), 'tmp', 'instance', 'half'), 'x');
    await queryRows(database.db, `insert into blobs (hash, bytes) values (sha256('x'), 1)`, {});
    const breaches = (await auditFiles(database.db, disk)).join('\n');
    assert.match(breaches, /shares\/ab\/stray: no record/);
    assert.match(breaches, /tmp\/instance\/half: left unfinished/);
    assert.match(breaches, /recorded, but missing/);
    await queryRows(database.db, 'delete from blobs', {});
  } finally {
    await disk.close();
    await rm(folder, { recursive: true, force: true });
  }
});

test('the service counts as idle only after the refund of a rejected request', async () => {
  assert.equal(await waitUntilIdle(database.db, []), null);
  const cause = getCause(randomUUID());
  await charge(cause);
  let [isOver, looks] = [false, 0];
  const count = () => (looks += 1);
  database.db.on('query', count);
  const idle = waitUntilIdle(database.db, [cause]).finally(() => (isOver = true));
  await waitUntil(() => isOver || looks >= 3);
  database.db.off('query', count);
  assert.equal(isOver, false);
  await refundCause(database.db, cause);
  assert.equal(await idle, null);
});

test('the same seed gives the same numbers, another seed other numbers', () => {
  const draw = (seed: number): number[] => {
    const random = createRandom(seed).fork('something');
    return Array.from({ length: 20 }, () => random.integer(0, 1_000));
  };
  assert.deepEqual(draw(7), draw(7));
  assert.notDeepEqual(draw(7), draw(8));
});
