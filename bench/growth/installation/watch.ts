import { setTimeout as sleep } from 'node:timers/promises';
import { queryRow, queryRows, type Database } from '../../../src/store/database.ts';
import { readCpuTimes, treeMb } from '../../shared/processes.ts';
import { round } from '../../shared/statistics.ts';

/** A PostgreSQL server, and a pool for questions about it. */
export interface WatchedServer {
  readonly pid: number;
  readonly db: Database;
}

export interface Watched<Result> {
  readonly result: Result;
  readonly seconds: number;
  /** Processor time of the server's processes. */
  readonly databaseMs: number;
  /** Processor time of the watched processes. */
  readonly processMs: number;
  /** What was written to the write-ahead log. */
  readonly walBytes: number;
  /** Most sessions at one time, without those of this benchmark. */
  readonly connections: number;
  /** Memory of the server's processes at the end. Shared pages count once. */
  readonly databaseMb: number;
  /** Sessions that wait, on average over time, the most first: `Lock:transactionid 2.1`. */
  readonly waits: string;
}

const sampleMs = 50;

/** Application name of the pool that asks. */
export const observerName = 'growth observer';

/** Runs `work`, and measures the server and the processes `pids` meanwhile. */
export async function watch<Result>(
  { pid, db }: WatchedServer,
  pids: readonly number[],
  work: () => Promise<Result>,
): Promise<Watched<Result>> {
  const read = async () => ({
    cpu: { database: readCpuTimes([pid]).database, processes: readCpuTimes(pids).service },
    wal: await readWalBytes(db),
  });
  const samples: Sample[][] = [];
  const ended = new AbortController();
  const sampling = (async () => {
    while (!ended.signal.aborted) {
      samples.push(await sampleSessions(db));
      await sleep(sampleMs);
    }
  })();
  try {
    const before = await read();
    const startedAt = performance.now();
    const result = await work();
    const seconds = (performance.now() - startedAt) / 1_000;
    const after = await read();
    return {
      result,
      seconds,
      databaseMs: after.cpu.database - before.cpu.database,
      processMs: after.cpu.processes - before.cpu.processes,
      walBytes: after.wal - before.wal,
      connections: Math.max(0, ...samples.map(countSessions)),
      databaseMb: Math.round(treeMb(pid)),
      waits: describeWaits(samples),
    };
  } finally {
    ended.abort();
    await sampling;
  }
}

interface Sample {
  /** Type and name of PostgreSQL's wait event. Null: the session is idle, works, or waits for a core. */
  readonly wait: string | null;
  readonly sessions: number;
}

async function sampleSessions(db: Database): Promise<Sample[]> {
  return await queryRows(
    db,
    `select case when state = 'active' and wait_event_type <> 'Client'
                 then wait_event_type || ':' || wait_event end as wait,
            count(*)::integer as sessions
     from pg_stat_activity
     where backend_type = 'client backend' and application_name <> :observerName
     group by 1`,
    { observerName },
  );
}

function countSessions(sample: readonly Sample[]): number {
  return sample.reduce((sum, { sessions }) => sum + sessions, 0);
}

/** Two kinds at most: the rest is small. */
function describeWaits(samples: readonly (readonly Sample[])[]): string {
  const means = new Map<string, number>();
  for (const { wait, sessions } of samples.flat())
    if (wait !== null) means.set(wait, (means.get(wait) ?? 0) + sessions / samples.length);
  return [...means]
    .sort(([, one], [, other]) => other - one)
    .slice(0, 2)
    .map(([wait, mean]) => `${wait} ${round(mean, 2)}`)
    .join(', ');
}

async function readWalBytes(db: Database): Promise<number> {
  const { bytes } = await queryRow<{ bytes: number }>(
    db,
    `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as bytes`,
    {},
  );
  return bytes;
}
