/**
 * How one PostgreSQL bears the processes of an installation: 1, 4, 16 and 64 API processes, then as many
 * workers. Their renderers are stand-ins that take the time of a render and no processor, so that what is
 * measured is HTTP, the rules and the database.
 *
 * All of it shares the cores of this machine, so renders a second do not grow with the processes. Read the
 * processor time of the database for each render, what its sessions wait for, the connections, and what idle
 * processes cost. Linux only.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openDatabase } from '../../../src/store/database.ts';
import { migrateDatabase } from '../../../src/store/migrations.ts';
import { startPostgres } from '../../../test/operations/postgres-server.ts';
import { treeMb } from '../../shared/processes.ts';
import { makeDataDir } from '../../shared/service.ts';
import { median, quantile, round } from '../../shared/statistics.ts';
import { seedTenant, type SeededTenant } from '../seed-database.ts';
import { readKeptBytes } from './kept-bytes.ts';
import {
  chargeRenders,
  countRows,
  openLoad,
  requestsInFlight,
  rowsPerJob,
  submitJobs,
  waitForJobs,
} from './loads.ts';
import { startInstallation, type Installation } from './processes.ts';
import { observerName, watch, type Watched, type WatchedServer } from './watch.ts';

/** As on a server of its own with 2 GB of memory. Commits wait for the disk. */
const settings = {
  max_connections: '3000',
  shared_buffers: '512MB',
  max_wal_size: '4GB',
  jit: 'off',
};
const workspaces = 64;
/** Batch jobs, each of its own workspace. */
const jobs = 16;

interface Bench extends WatchedServer {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly tenants: readonly SeededTenant[];
  /** How long each load lasts. */
  readonly seconds: number;
}

type Line = Readonly<Record<string, number | string>>;
/** By number of processes or sessions, ascending: keys that are integers are listed in their order. */
type Lines = Record<string, Line>;

/**
 * `--counts` are the numbers of processes, `--seconds` is how long each load lasts. To try it:
 * `--counts 1,4 --seconds 5`.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      counts: { type: 'string', default: '1,4,16,64' },
      seconds: { type: 'string', default: '20' },
    },
  });
  const postgres = await startPostgres(18, settings);
  // An interrupted benchmark leaves no server behind.
  const kill = (): void => void process.kill(postgres.pid, 'SIGINT');
  process.once('exit', kill);
  const { dataDir, remove } = await makeDataDir();
  const databaseUrl = await postgres.createDatabase('growth');
  const db = openDatabase(() => databaseUrl, { poolSize: 2, applicationName: observerName });
  try {
    await migrateDatabase(db);
    const tenants: SeededTenant[] = [];
    for (let at = 0; at < workspaces; at += 1) tenants.push(await seedTenant(db));
    const { pid } = postgres;
    const bench = { pid, db, databaseUrl, dataDir, tenants, seconds: Number(values.seconds) };
    const loads: Record<string, Lines> = {};
    for (const count of values.counts.split(',').map(Number))
      for await (const [title, line] of measure(bench, count)) {
        console.log(`\n${title}: ${count}`);
        console.table(line);
        (loads[title] ??= {})[count] = line;
      }
    for (const [title, lines] of Object.entries(loads)) {
      console.log(`\n${title}`);
      console.table(lines);
    }
    printBends(loads);
    console.log('\nWhat is kept');
    console.table(await readKeptBytes(db));
  } finally {
    await db.destroy();
    process.off('exit', kill);
    await postgres.close();
    await remove();
  }
}

/** Each load with its title. A result is there at once, since many processes take minutes to start. */
async function* measure(bench: Bench, count: number): AsyncGenerator<[title: string, line: Line]> {
  const { tenants } = bench;
  const installation = await startInstallation({ ...bench, role: 'serve', count });
  try {
    yield ['API processes without requests', await measureIdle(bench, installation)];
    const requests = `API processes, ${requestsInFlight} requests in flight`;
    yield [`${requests}, ${workspaces} workspaces`, await measureLoad(bench, installation, tenants)];
    yield [`${requests}, one workspace`, await measureLoad(bench, installation, tenants.slice(0, 1))];
  } finally {
    await installation.stop();
  }
  yield [`Workers, ${jobs} batch jobs with ${rowsPerJob} rows each`, await measureRows(bench, count)];
  yield [`Sessions that charge ${workspaces} workspaces`, await measureCharges(bench, tenants, count)];
  yield ['Sessions that charge one workspace', await measureCharges(bench, tenants.slice(0, 1), count)];
}

async function measureIdle(bench: Bench, { pids }: Installation): Promise<Line> {
  const idle = await watch(bench, pids, () => sleep(bench.seconds * 1_000));
  const memory = pids.reduce((sum, pid) => sum + treeMb(pid), 0);
  return {
    'database, % of a core': percentOfCore(idle.databaseMs, idle.seconds),
    'processes, % of a core': percentOfCore(idle.processMs, idle.seconds),
    'MB a process': Math.round(memory / pids.length),
    'database MB': idle.databaseMb,
    connections: idle.connections,
  };
}

async function measureLoad(
  bench: Bench,
  { origins, pids }: Installation,
  tenants: readonly SeededTenant[],
): Promise<Line> {
  const load = openLoad(origins, tenants);
  try {
    // Each session parses and plans its statements at their first uses.
    await load.send(bench.seconds * 500);
    const watched = await watch(bench, pids, () => load.send(bench.seconds * 1_000));
    const times = watched.result.filter(({ status }) => status === 200).map(({ ms }) => ms);
    const served = times.length;
    return {
      'renders/s': Math.round(served / watched.seconds),
      'not served': watched.result.length - served,
      'median ms': round(median(times), 1),
      'p99 ms': round(quantile(times, 0.99), 1),
      ...costs(watched, served),
    };
  } finally {
    await load.close();
  }
}

/** Submits jobs, and measures the workers until all rows are rendered and all archives written. */
async function measureRows(bench: Bench, count: number): Promise<Line> {
  const { db, tenants } = bench;
  const api = await startInstallation({ ...bench, role: 'serve', count: 1 });
  const workers = await startInstallation({ ...bench, role: 'worker', count });
  try {
    const before = await countRows(db);
    const watched = await watch(bench, workers.pids, async () => {
      await submitJobs(api.origins[0] ?? '', tenants.slice(0, jobs));
      await waitForJobs(db);
    });
    const done = (await countRows(db)) - before;
    return { 'rows/s': Math.round(done / watched.seconds), rows: done, ...costs(watched, done) };
  } finally {
    await Promise.all([api.stop(), workers.stop()]);
  }
}

/** The ledger alone: in each session one charge after the other, from this process. */
async function measureCharges(
  bench: Bench,
  tenants: readonly SeededTenant[],
  sessions: number,
): Promise<Line> {
  const ms = bench.seconds * 500;
  const work = () => chargeRenders(bench.databaseUrl, tenants, { sessions, ms });
  const watched = await watch(bench, [process.pid], work);
  return { 'charges/s': Math.round(watched.result / watched.seconds), ...costs(watched, watched.result) };
}

/** What one of `renders` costs. */
function costs(watched: Watched<unknown>, renders: number): Line {
  return {
    'database ms': round(watched.databaseMs / renders, 2),
    'process ms': round(watched.processMs / renders, 2),
    'database, % of a core': percentOfCore(watched.databaseMs, watched.seconds),
    'WAL bytes': Math.round(watched.walBytes / renders),
    'database MB': watched.databaseMb,
    connections: watched.connections,
    'sessions that wait': watched.waits,
  };
}

function percentOfCore(ms: number, seconds: number): number {
  return round(ms / (seconds * 10), 1);
}

/** Says for each load how its figures at the most processes compare with those at the fewest. */
function printBends(loads: Readonly<Record<string, Lines>>): void {
  console.log('\nWhat bends');
  for (const [title, lines] of Object.entries(loads)) {
    const [few, many] = [Object.entries(lines).at(0), Object.entries(lines).at(-1)];
    if (few === undefined || many === undefined) continue;
    if (many[1]['database ms'] === undefined) continue;
    const [databaseMs, fewMs] = [Number(many[1]['database ms']), Number(few[1]['database ms'])];
    const waits = String(many[1]['sessions that wait']) || 'nothing';
    console.log(
      `${title}: with ${many[0]}, one costs the database ${databaseMs} ms, ` +
        `${round(databaseMs / fewMs, 2)} times as much as with ${few[0]}: ` +
        `${Math.round(1_000 / databaseMs)} a second for each core of the database. ` +
        `Most sessions that wait, wait for ${waits}.`,
    );
  }
}
