/**
 * The auditor sees what it is there to see: each breach is made by hand, beside what is in order.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Outsiders } from './outsiders.ts';
import { createCaller, createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { queryRows } from '../../src/store/database.ts';
import { refundCause, reserveRenders, settleCharge } from '../../src/store/quota.ts';
import { auditFiles } from './audit-files.ts';
import { auditJobs } from './audit-jobs.ts';
import { auditLedger, causeOf } from './audit-ledger.ts';
import { makeDisk } from './disk.ts';
import { waitForRest } from './quiet.ts';
import { createRandom } from './random.ts';
import { createWitness, type SeenJob, type Witness } from './witness.ts';

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
  const reservation = { workspaceId, accountId, cause, renders, limit: 1_000, now, instanceId: randomUUID() };
  const reserved = await reserveRenders(database.db, reservation);
  assert.ok(reserved.granted);
  assert.ok(await settleCharge(database.db, reserved.chargeId));
}

/** Breaches of the ledger, without what the tests before have left. */
async function ledgerBreaches(witness: Witness, limit = 1_000): Promise<string[]> {
  return await auditLedger(database.db, witness, new Map([[workspaceId, limit]]));
}

async function clearLedger(): Promise<void> {
  await queryRows(database.db, 'delete from quota_entries', {});
  await queryRows(database.db, 'delete from quota_periods', {});
}

test('charges against answers', async () => {
  const [good, free, refused, refunded, unseen] = Array.from({ length: 5 }, () => randomUUID());
  const witness = createWitness();
  const see = (requestId: string | undefined, status: number | null): void =>
    void witness.renders.push({ workspaceId, requestId: requestId ?? null, status });
  await charge(causeOf(good ?? ''));
  see(good, 200);
  await charge(causeOf(refunded ?? ''));
  await refundCause(database.db, causeOf(refunded ?? ''));
  see(refunded, 503);
  see(undefined, null);
  await charge(causeOf(unseen ?? ''));
  assert.deepEqual(await ledgerBreaches(witness), []);

  see(free, 200);
  await charge(causeOf(refused ?? ''));
  see(refused, 503);
  await charge(causeOf(randomUUID()));
  await charge(`batch ${randomUUID()}`, 3);
  const breaches = await ledgerBreaches(witness, 5);
  for (const pattern of [
    /answered 200, and charged 0/,
    /answered 503, and charged/,
    /2 charges for 1 lost answers/,
    /charged for what nobody was told of/,
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

test('totals against entries', async () => {
  const witness = createWitness();
  const requestId = randomUUID();
  await charge(causeOf(requestId));
  witness.renders.push({ workspaceId, requestId, status: 200 });
  await queryRows(database.db, 'update quota_periods set used = used + 1', {});
  assert.match((await ledgerBreaches(witness)).join(), /used 2, and the ledger adds up to 1/);
  await queryRows(database.db, 'update quota_periods set used = 1', {});
  await queryRows(
    database.db,
    `insert into quota_entries (workspace_id, account_id, starts_at, renders, cause, refund_of, state)
     select workspace_id, account_id, starts_at + interval '1 month', -1, 'stray', id, 'SETTLED' from quota_entries`,
    {},
  );
  assert.match((await ledgerBreaches(witness)).join(), /given back to another month/);
  await clearLedger();
});

test('jobs and callbacks against what was submitted', async () => {
  const seen = (more: Partial<SeenJob>): SeenJob => ({
    idempotencyKey: randomUUID(),
    jobId: randomUUID(),
    workspaceId,
    apiKey: '',
    rows: [{ name: 'row 0', color: [0, 0, 0], showsPicture: false }],
    hasCallback: false,
    wasCancelled: false,
    deleted: 'no',
    ...more,
  });
  const outsiders: Pick<Outsiders, 'callbacks'> = {
    callbacks: new Map([['stranger', { bodies: new Set(['x']), taken: 1, asked: 1 }]]),
  };
  const witness = createWitness();
  witness.jobs.push(seen({}), seen({ hasCallback: true, deleted: 'yes' }));
  const parts = {
    db: database.db,
    witness,
    outsiders,
    clientOf: () => () => Promise.resolve(null),
    mostAttempts: 5,
  };
  const breaches = (await auditJobs(parts)).join('\n');
  assert.match(breaches, /accepted, and not there/);
  assert.match(breaches, /0 callbacks, asked for: true/);
  assert.match(breaches, /callback stranger: received, and unknown/);
});

test('files against records', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'platen-audit-'));
  const disk = await makeDisk(path.join(folder, 'disk'));
  try {
    assert.deepEqual(await auditFiles(database.db, disk), []);
    await mkdir(path.join(fileURLToPath(disk.url), 'shares', 'ab'), { recursive: true });
    await writeFile(path.join(fileURLToPath(disk.url), 'shares', 'ab', 'stray'), 'x');
    await mkdir(path.join(fileURLToPath(disk.url), 'tmp', 'somebody'), { recursive: true });
    await writeFile(path.join(fileURLToPath(disk.url), 'tmp', 'somebody', 'half'), 'x');
    await queryRows(database.db, `insert into blobs (hash, bytes) values (sha256('x'), 1)`, {});
    const breaches = (await auditFiles(database.db, disk)).join('\n');
    assert.match(breaches, /shares\/ab\/stray: nothing knows of it/);
    assert.match(breaches, /tmp\/somebody\/half: left half written/);
    assert.match(breaches, /recorded, and not there/);
    await queryRows(database.db, 'delete from blobs', {});
  } finally {
    await disk.close();
    await rm(folder, { recursive: true, force: true });
  }
});

test('rest comes once nothing is owed', async () => {
  assert.equal(await waitForRest(database.db, []), null);
  const cause = causeOf(randomUUID());
  await charge(cause);
  let isOver = false;
  const rest = waitForRest(database.db, [cause]).finally(() => (isOver = true));
  await sleep(600);
  assert.equal(isOver, false);
  await refundCause(database.db, cause);
  assert.equal(await rest, null);
});

test('the same seed gives the same numbers, and another gives others', () => {
  const draw = (seed: number): number[] => {
    const random = createRandom(seed).fork('something');
    return Array.from({ length: 20 }, () => random.integer(0, 1_000));
  };
  assert.deepEqual(draw(7), draw(7));
  assert.notDeepEqual(draw(7), draw(8));
});
