/**
 * The queue of tasks: graphile-worker's tables, through the functions and the view that it offers. A task that is added in a
 * transaction is there when the transaction is.
 */
import pg from 'pg';
import { queryRow, queryRows, urlOf, type Database } from './database.ts';

/** The revision of the queue's schema that the installed library works with; a test holds it against the library. */
export const QUEUE_SCHEMA_REVISION = 20;

/** What the queue's tasks are about. */
export interface TaskPayloads {
  /** Rows `from` up to, but not including, `to` that have no outcome yet. */
  readonly render_rows: { readonly jobId: string; readonly from: number; readonly to: number };
  readonly finish_batch: { readonly jobId: string };
  /** The attempt of that number at a delivery, from 1. */
  readonly deliver_callback: { readonly deliveryId: string; readonly attempt: number };
}

export type TaskName = keyof TaskPayloads;

export type QueueTask = {
  readonly [Name in TaskName]: {
    readonly task: Name;
    readonly payload: TaskPayloads[Name];
    /** The lowest goes first. */
    readonly priority: number;
    readonly maxAttempts: number;
    /** Not before then; left out, at once. */
    readonly runAt?: Date;
  };
}[TaskName];

/** Where the queue's tables are. */
export const QUEUE_SCHEMA = 'graphile_worker';

/** Connections to the database of `db`, of the kind that the queue's library works with. */
export function openQueuePool(db: Database, connections: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: urlOf(db),
    max: connections,
    keepAlive: true,
    connectionTimeoutMillis: 15_000,
    application_name: 'platen queue',
  });
  // What fails is thrown by the query that it fails; without listeners it would end the process, too.
  return pool.on('error', ignore).on('connect', (client) => client.on('error', ignore));
}

function ignore(): void {
  // Nothing is to be done.
}

/** Brings the queue's schema up to date. For one process at a time. */
export async function installQueueSchema(db: Database): Promise<void> {
  // Loaded here, because most commands find the schema in order.
  const { Logger, runMigrations } = await import('graphile-worker');
  const pgPool = openQueuePool(db, 1);
  try {
    await runMigrations({ pgPool, schema: QUEUE_SCHEMA, logger: new Logger(() => ignore) });
  } finally {
    await pgPool.end();
  }
}

/** Whether the queue's schema is at least at the revision that the installed library works with. */
export async function isQueueSchemaInstalled(db: Database): Promise<boolean> {
  const { isThere } = await queryRow<{ isThere: boolean }>(
    db,
    `select to_regclass('graphile_worker.migrations') is not null as "isThere"`,
    {},
  );
  if (!isThere) return false;
  const { revision } = await queryRow<{ revision: number | null }>(
    db,
    'select max(id) as revision from graphile_worker.migrations',
    {},
  );
  return revision !== null && revision >= QUEUE_SCHEMA_REVISION;
}

/** Adds tasks in the caller's transaction, which also tells the workers when it is committed. Returns their ids. */
export async function enqueueTasks(transaction: Database, tasks: readonly QueueTask[]): Promise<string[]> {
  if (tasks.length === 0) return [];
  const added = await queryRows<{ id: string }>(
    transaction,
    `select id::text from graphile_worker.add_jobs(array(
       select row(t.task, t.payload, null, t."runAt", t."maxAttempts", null, t.priority, null)::graphile_worker.job_spec
       from json_to_recordset(:tasks)
         as t(task text, payload json, priority smallint, "maxAttempts" smallint,
           "runAt" timestamptz)
     ))`,
    { tasks: JSON.stringify(tasks) },
  );
  return added.map(({ id }) => id);
}

/** A task that was begun and is to be run by another worker. */
export interface ReturnedTask {
  readonly id: string;
  /** How often it had been begun before. */
  readonly attempts: number;
}

/** Has tasks that their workers gave back run at once, as if those had not begun with them. */
export async function returnTasks(db: Database, tasks: readonly ReturnedTask[]): Promise<void> {
  await queryRows(
    db,
    `select from json_to_recordset(:tasks) as t(id bigint, attempts integer)
     cross join lateral graphile_worker.reschedule_jobs(array[t.id], run_at => now(), attempts => t.attempts)`,
    { tasks: JSON.stringify(tasks) },
  );
  await notifyWorkers(db, tasks.length);
}

/** Has tasks that wait run now. Returns how many there were. */
export async function retryNow(db: Database, taskIds: readonly string[]): Promise<number> {
  if (taskIds.length === 0) return 0;
  const rescheduled = await queryRows(
    db,
    'select id from graphile_worker.reschedule_jobs(cast(:taskIds as bigint[]), run_at => now())',
    { taskIds: [...taskIds] },
  );
  await notifyWorkers(db, rescheduled.length);
  return rescheduled.length;
}

/** SQL: whether one of some tasks is at work, or will be. */
export function isQueued(taskIds: string): string {
  return `exists (
    select from graphile_worker.jobs t
    where t.id = any(${taskIds}) and (t.locked_at is not null or t.attempts < t.max_attempts)
  )`;
}

/** Removes tasks that failed at their last attempt: the queue keeps them, and recovery hands out anew what they were for. */
export async function removeExhaustedTasks(db: Database): Promise<number> {
  const removed = await queryRows(
    db,
    `select id from graphile_worker.complete_jobs(array(
       select id from graphile_worker.jobs
       where task_identifier in ('render_rows', 'finish_batch', 'deliver_callback') and locked_at is null and attempts >= max_attempts
       limit 10000
     ))`,
    {},
  );
  return removed.length;
}

/** Gives the tasks of pools of workers that are gone to others. */
export async function unlockPools(db: Database, poolIds: readonly string[]): Promise<void> {
  if (poolIds.length === 0) return;
  const { held } = await queryRow<{ held: number }>(
    db,
    `select count(*)::integer as held from graphile_worker.jobs where locked_by = any(cast(:poolIds as text[]))`,
    { poolIds: [...poolIds] },
  );
  if (held === 0) return;
  await queryRows(db, 'select graphile_worker.force_unlock_workers(cast(:poolIds as text[]))', {
    poolIds: [...poolIds],
  });
  await notifyWorkers(db, held);
}

/** Pools that hold tasks for longer than `graceMs` without being registered: their process ended before it could do so. */
export async function findUnknownPools(
  db: Database,
  { graceMs }: { readonly graceMs: number },
): Promise<string[]> {
  const pools = await queryRows<{ id: string }>(
    db,
    `select distinct locked_by as id from graphile_worker.jobs t
     where locked_at < now() - :graceMs * interval '1 millisecond'
       and not exists (select from worker_pools p where p.id = t.locked_by)`,
    { graceMs },
  );
  return pools.map(({ id }) => id);
}

/** Tells the workers that there are tasks, since they look by themselves only every so often. */
async function notifyWorkers(db: Database, tasks: number): Promise<void> {
  if (tasks === 0) return;
  await queryRows(
    db,
    `select pg_notify('jobs:insert', json_build_object('r', random(), 'count', cast(:tasks as integer))::text)`,
    { tasks },
  );
}
