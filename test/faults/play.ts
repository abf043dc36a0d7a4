/**
 * One play of a seed: a load, faults, rest, and the audit.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase, queryRow } from '../../src/store/database.ts';
import { migrateDatabase } from '../../src/store/migrations.ts';
import { periodEnd } from '../../src/store/quota-period.ts';
import { runPlaten } from '../helpers/cli.ts';
import { createAuthority } from '../helpers/receiver.ts';
import { auditFiles, auditShares } from './audit-files.ts';
import { auditJobs, listHardships } from './audit-jobs.ts';
import { auditLedger, causeOf } from './audit-ledger.ts';
import { createClient } from './client.ts';
import { startCrew } from './crew.ts';
import { startCutProxy } from './cut-proxy.ts';
import type { DatabaseServer } from './database-server.ts';
import { makeDisk } from './disk.ts';
import { startFaults } from './faults.ts';
import { limitedPlan, startLoad } from './load.ts';
import { startOutsiders } from './outsiders.ts';
import { waitForRest } from './quiet.ts';
import { createRandom } from './random.ts';
import { createWitness, type Witness } from './witness.ts';

export interface Play {
  readonly breaches: readonly string[];
  /** How often each fault was thrown. */
  readonly faults: ReadonlyMap<string, number>;
  readonly witness: Witness;
  /** Processes that ended by themselves, which they may: they are started again. */
  readonly crashes: readonly string[];
  /** Months that something was charged to. */
  readonly months: number;
  /** Rows that failed though nothing was wrong with them. */
  readonly hardships: readonly string[];
}

/** When each attempt at a callback is due, after the end of its job. */
const callbackOffsets = ['0s', '1s', '3s', '6s', '10s'];

/** Of the workspace that has little, so that the end of its month's quota is met, too. */
const littleQuota = 250;

export interface PlayOptions {
  readonly seed: number;
  /** For how long faults are thrown. */
  readonly seconds: number;
  /** Gets what has to be undone once the play is over, or broken off: processes, the disk, the database. */
  readonly ends: AsyncDisposableStack;
  /** Told what happens, when it does. */
  readonly tell?: (line: string) => void;
}

/** Plays a seed on a server of databases. */
export async function play(
  server: DatabaseServer,
  { seed, seconds, ends, tell = () => undefined }: PlayOptions,
): Promise<Play> {
  const random = createRandom(seed);
  const folder = await mkdtemp(path.join(tmpdir(), 'platen-faults-'));
  ends.defer(() => rm(folder, { recursive: true, force: true }));
  const disk = ends.adopt(await makeDisk(path.join(folder, 'disk')), (each) => each.close());
  const directUrl = ends.adopt(await server.createDatabase(), (url) => server.dropDatabase(url));
  const db = ends.adopt(
    openDatabase(() => directUrl, { poolSize: 4 }),
    (each) => each.destroy(),
  );
  await migrateDatabase(db);
  const proxy = ends.adopt(await startCutProxy(server.port), (each) => each.close());
  const databaseUrl = new URL(directUrl);
  databaseUrl.port = String(proxy.port);
  const authority = await createAuthority();
  const outsiders = ends.adopt(await startOutsiders(authority, random.fork('outsiders')), (each) =>
    each.close(),
  );
  const env = await makeEnvironment(folder, disk.url, authority.cert);

  const clockFile = path.join(folder, 'clock');
  const crew = ends.adopt(
    await startCrew({
      databaseUrl: databaseUrl.href,
      folder,
      env,
      clockFile,
      random: random.fork('crew'),
    }),
    (each) => each.close(),
  );
  const witness = createWitness();
  const load = await startLoad({ db, crew, outsiders, witness, random: random.fork('load') });
  const monthEndsInMs = random.integer(200 * seconds, 800 * seconds);
  await writeFile(clockFile, String(periodEnd(new Date()).getTime() - Date.now() - monthEndsInMs));
  const thrown = new Map<string, number>();
  const report = (fault: string): void => {
    thrown.set(fault, (thrown.get(fault) ?? 0) + 1);
    tell(fault);
  };
  const faults = startFaults({ crew, server, proxy, disk, outsiders, random: random.fork('faults'), report });
  await sleep(seconds * 1000);
  await faults.end();
  tell('the faults are over');
  await load.end();
  tell('the load is over');

  const refused = witness.renders.flatMap(({ requestId, status }) =>
    requestId === null || status === 200 ? [] : [causeOf(requestId)],
  );
  const unrest = await waitForRest(db, refused);
  tell('at rest');
  const breaches = [...witness.breaches];
  if (unrest !== null) breaches.push(`no rest after two minutes: ${JSON.stringify(unrest)}`);
  // The first pass leaves what somebody who is living may still be about to use.
  for (const pass of ['first', 'second']) {
    const swept = await runPlaten(['sweep'], { ...env, DATABASE_URL: directUrl, DATA_DIR: folder });
    if (swept.code !== 0) breaches.push(`the ${pass} sweep ended with ${swept.code}: ${swept.stderr}`);
  }
  const url = await crew.findUrl();
  const clientOf = (apiKey: string) => createClient(crew, witness, apiKey);
  const limits = new Map(load.limitedWorkspaceIds.map((id) => [id, littleQuota]));
  const { months } = await queryRow<{ months: number }>(
    db,
    'select count(distinct starts_at)::int as months from quota_entries',
    {},
  );
  breaches.push(
    ...(await auditLedger(db, witness, limits)),
    ...(await auditJobs({ db, witness, outsiders, clientOf, mostAttempts: callbackOffsets.length })),
    ...(await auditFiles(db, disk)),
    ...(await auditShares(db, witness, url)),
    ...(await crew.stop()),
  );
  return {
    breaches,
    faults: thrown,
    witness,
    crashes: crew.crashes,
    months,
    hardships: await listHardships(db, witness),
  };
}

async function makeEnvironment(
  folder: string,
  storageUrl: string,
  authority: string,
): Promise<Record<string, string>> {
  const trusted = path.join(folder, 'authority.pem');
  await writeFile(trusted, authority);
  const plans = path.join(folder, 'plans.json');
  await writeFile(plans, JSON.stringify({ [limitedPlan]: { rendersPerMonth: littleQuota } }));
  return {
    STORAGE_URL: storageUrl,
    PLANS_FILE: plans,
    NODE_EXTRA_CA_CERTS: trusted,
    OUTBOUND_ALLOW: '127.0.0.0/8',
    CALLBACK_OFFSETS: callbackOffsets.join(),
    CALLBACK_TIMEOUT: '2s',
    IMAGE_TIMEOUT: '2s',
    RENDER_TIMEOUT: '5s',
    RATE_LIMITS: 'off',
  };
}
