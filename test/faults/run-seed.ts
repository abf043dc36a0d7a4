/** Runs one seed: load, faults, wait until idle, audit. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase, queryRow } from '../../src/store/database.ts';
import { migrateDatabase } from '../../src/store/migrations.ts';
import { periodEnd } from '../../src/store/quota.ts';
import { runPlaten } from '../helpers/cli.ts';
import { createAuthority } from '../helpers/receiver.ts';
import { auditFiles, auditShares } from './audit-files.ts';
import { auditJobs, listFailedRows } from './audit-jobs.ts';
import { auditLedger, getCause } from './audit-ledger.ts';
import { createClient } from './client.ts';
import { startSupervisor } from './supervisor.ts';
import { startCutProxy } from './cut-proxy.ts';
import type { DatabaseServer } from './database-server.ts';
import { makeDisk } from './disk.ts';
import { startFaults } from './faults.ts';
import { limitedPlan, startLoad } from './load.ts';
import { startExternalServers } from './external-servers.ts';
import { waitUntilIdle } from './idle.ts';
import { createRandom } from './random.ts';
import { createObservations, type Observations } from './observations.ts';

export interface SeedResult {
  readonly breaches: readonly string[];
  /** How often each fault was injected. */
  readonly faults: ReadonlyMap<string, number>;
  readonly observed: Observations;
  /** Processes that exited by themselves. That is allowed: they are restarted. */
  readonly crashes: readonly string[];
  /** Number of months with charges. */
  readonly months: number;
  /** Valid rows that failed. */
  readonly failedRows: readonly string[];
}

/** When each callback attempt is due after the end of its job. */
const callbackOffsets = ['0s', '1s', '3s', '6s', '10s'];

/** The quota of the limited workspace: small, so that it runs out. */
const limitedQuota = 250;

export interface SeedOptions {
  readonly seed: number;
  /** How long faults are injected. */
  readonly seconds: number;
  /** Gets what must be closed after the run, finished or aborted: processes, the disk, the database. */
  readonly cleanup: AsyncDisposableStack;
  /** Called with each event. */
  readonly log?: (line: string) => void;
}

/** Runs a seed on a database server. */
export async function runSeed(
  server: DatabaseServer,
  { seed, seconds, cleanup, log = () => undefined }: SeedOptions,
): Promise<SeedResult> {
  const random = createRandom(seed);
  const folder = await mkdtemp(path.join(tmpdir(), 'platen-faults-'));
  cleanup.defer(() => rm(folder, { recursive: true, force: true }));
  const disk = cleanup.adopt(await makeDisk(path.join(folder, 'disk')), (each) => each.close());
  const directUrl = cleanup.adopt(await server.createDatabase(), (url) => server.dropDatabase(url));
  const db = cleanup.adopt(
    openDatabase(() => directUrl, { poolSize: 4 }),
    (each) => each.destroy(),
  );
  await migrateDatabase(db);
  const proxy = cleanup.adopt(await startCutProxy(server.port), (each) => each.close());
  const databaseUrl = new URL(directUrl);
  databaseUrl.port = String(proxy.port);
  const authority = await createAuthority();
  const externals = cleanup.adopt(await startExternalServers(authority, random.fork('externals')), (each) =>
    each.close(),
  );
  const env = await makeEnvironment(folder, disk.url, authority.cert);

  const clockFile = path.join(folder, 'clock');
  const supervisor = cleanup.adopt(
    await startSupervisor({
      databaseUrl: databaseUrl.href,
      folder,
      env,
      clockFile,
      random: random.fork('supervisor'),
    }),
    (each) => each.close(),
  );
  const observed = createObservations();
  const load = await startLoad({ db, supervisor, externals, observed, random: random.fork('load') });
  const monthEndsInMs = random.integer(200 * seconds, 800 * seconds);
  await writeFile(clockFile, String(periodEnd(new Date()).getTime() - Date.now() - monthEndsInMs));
  const injected = new Map<string, number>();
  const report = (fault: string): void => {
    injected.set(fault, (injected.get(fault) ?? 0) + 1);
    log(fault);
  };
  const faults = startFaults({
    supervisor,
    server,
    proxy,
    disk,
    externals,
    random: random.fork('faults'),
    report,
  });
  await sleep(seconds * 1000);
  await faults.stop();
  log('the faults are over');
  await load.stop();
  log('the load is over');

  const rejected = observed.renders.flatMap(({ requestId, status }) =>
    requestId === null || status === 200 ? [] : [getCause(requestId)],
  );
  const pending = await waitUntilIdle(db, rejected);
  log('idle');
  const breaches = [...observed.breaches];
  if (pending !== null) breaches.push(`not idle after two minutes: ${JSON.stringify(pending)}`);
  await disk.age();
  // The first pass spares files that a running process may be about to use.
  for (const pass of ['first', 'second']) {
    const swept = await runPlaten(['sweep'], { ...env, DATABASE_URL: directUrl, DATA_DIR: folder });
    if (swept.code !== 0) breaches.push(`the ${pass} sweep ended with ${swept.code}: ${swept.stderr}`);
  }
  const url = await supervisor.findUrl();
  const getClient = (apiKey: string) => createClient(supervisor, observed, apiKey);
  const limits = new Map(load.limitedWorkspaceIds.map((id) => [id, limitedQuota]));
  const { months } = await queryRow<{ months: number }>(
    db,
    'select count(distinct starts_at)::int as months from quota_entries',
    {},
  );
  breaches.push(
    ...(await auditLedger(db, observed, limits)),
    ...(await auditJobs({
      db,
      observed,
      externals,
      clientOf: getClient,
      maxAttempts: callbackOffsets.length,
    })),
    ...(await auditFiles(db, disk)),
    ...(await auditShares(db, observed, url)),
    ...(await supervisor.stop()),
  );
  return {
    breaches,
    faults: injected,
    observed,
    crashes: supervisor.crashes,
    months,
    failedRows: await listFailedRows(db, observed),
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
  await writeFile(plans, JSON.stringify({ [limitedPlan]: { rendersPerMonth: limitedQuota } }));
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
