/**
 * The queue: graphile-worker's tables, through its documented functions and view. A task that a transaction
 * adds exists once the transaction commits.
 */
import pg from 'pg';
import { queryRow, queryRows, readUrl, type Database } from './database.ts';
import { pinSettings, type SessionLimits } from './session.ts';

/**
 * The revision of the queue's schema that the installed library needs. A test compares it with the library.
 */
export const QUEUE_SCHEMA_REVISION = 20;

/** The kinds of tasks and their payloads. */
export interface TaskPayloads {
  /** Renders the rows from `from` to `to` (exclusive) that have no outcome. */
  readonly render_rows: { readonly jobId: string; readonly from: number; readonly to: number };
  /** Fetches the remote images of these rows; `render_rows` follows. */
  readonly fetch_images: { readonly jobId: string; readonly from: number; readonly to: number };
  readonly finish_batch: { readonly jobId: string };
  /** `attempt` counts from 1. */
  readonly deliver_callback: { readonly deliveryId: string; readonly attempt: number };
  /** `attempt` counts from 1. */
  readonly deliver_webhook: {
    readonly eventId: string;
    readonly endpointId: string;
    readonly attempt: number;
  };
}

export type TaskName = keyof TaskPayloads;

export type QueueTask = {
  readonly [Name in TaskName]: {
    readonly task: Name;
    readonly payload: TaskPayloads[Name];
    /** The lowest goes first. */
    readonly priority: number;
    readonly maxAttempts: number;
    /** The task's flag: workers leave tasks of a workspace alone while it has its share of their slots. */
    readonly workspaceId?: string;
    /** Earliest start; at once if left out. */
    readonly runAt?: Date;
  };
}[TaskName];

/** The schema of the queue's tables. */
export const QUEUE_SCHEMA = 'graphile_worker';

/** A pool of the kind that graphile-worker takes, to the database of `db`. */
export function openQueuePool(
  db: Database,
  connections: number,
  { statementTimeoutMs = 60_000 }: Partial<SessionLimits> = {},
): pg.Pool {
  // The pool waits for the promise; its types do not say so.
  const onConnect = (client: pg.ClientBase): unknown => pinSettings(client, { statementTimeoutMs });
  const pool = new pg.Pool({
    connectionString: readUrl(db),
    max: connections,
    keepAlive: true,
    connectionTimeoutMillis: 15_000,
    application_name: 'platen queue',
    onConnect,
  });
  // The failed query throws. Without listeners, the event would end the process as well.
  return pool.on('error', ignore).on('connect', (client) => client.on('error', ignore));
}

function ignore(): void {
  // Nothing to do.
}

/** Migrates the queue's schema. The caller ensures that one process at a time does this. */
export async function installQueueSchema(db: Database): Promise<void> {
  // Loaded on demand: most commands find the schema up to date.
  const { Logger, runMigrations } = await import('graphile-worker');
  const pgPool = openQueuePool(db, 1, { statementTimeoutMs: 0 });
  try {
    await runMigrations({ pgPool, schema: QUEUE_SCHEMA, logger: new Logger(() => ignore) });
  } finally {
    await pgPool.end();
  }
}

/** Whether the queue's schema has at least the revision that the installed library needs. */
export async function isQueueSchemaInstalled(db: Database): Promise<boolean> {
  const { exists } = await queryRow<{ exists: boolean }>(
    db,
    `select to_regclass('graphile_worker.migrations') is not null as "exists"`,
    {},
  );
  if (!exists) return false;
  const { revision } = await queryRow<{ revision: number | null }>(
    db,
    'select max(id) as revision from graphile_worker.migrations',
    {},
  );
  return revision !== null && revision >= QUEUE_SCHEMA_REVISION;
}

/** Adds tasks in the caller's transaction, whose commit also notifies the workers. Returns the tasks' ids. */
export async function enqueueTasks(transaction: Database, tasks: readonly QueueTask[]): Promise<string[]> {
  const added = await enqueueTracked(transaction, tasks);
  return added.map(({ id }) => id);
}

/** As `enqueueTasks`, with the payload that belongs to each id. */
export async function enqueueTracked(
  transaction: Database,
  tasks: readonly QueueTask[],
): Promise<{ readonly id: string; readonly payload: QueueTask['payload'] }[]> {
  if (tasks.length === 0) return [];
  return await queryRows(
    transaction,
    `select id::text, payload from graphile_worker.add_jobs(array(
       select row(
         t.task, t.payload, null, t."runAt", t."maxAttempts", null, t.priority,
         array_remove(array[t."workspaceId"], null)
       )::graphile_worker.job_spec
       from json_to_recordset(:tasks)
         as t(task text, payload json, priority smallint, "maxAttempts" smallint,
           "runAt" timestamptz, "workspaceId" text)
     ))`,
    { tasks: JSON.stringify(tasks) },
  );
}

/** A started task that another worker is to run. */
export interface ReturnedTask {
  readonly id: string;
  /** Attempts before this one. */
  readonly attempts: number;
}

/** Makes tasks runnable at once, as if the workers that return them had not started them. */
export async function returnTasks(db: Database, tasks: readonly ReturnedTask[]): Promise<void> {
  await queryRows(
    db,
    `select from json_to_recordset(:tasks) as t(id bigint, attempts integer)
     cross join lateral graphile_worker.reschedule_jobs(
       array[t.id], run_at => now(), attempts => t.attempts
     )`,
    { tasks: JSON.stringify(tasks) },
  );
  await notifyWorkers(db, tasks.length);
}

/** Runs waiting tasks now. Returns their count. */
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

/** SQL: whether one of these tasks is running or will run. */
export function isQueued(taskIds: string): string {
  return `exists (
    select from graphile_worker.jobs t
    where t.id = any(${taskIds}) and (t.locked_at is not null or t.attempts < t.max_attempts)
  )`;
}

/** Removes tasks that failed at their last attempt. The queue keeps them; recovery has created new ones. */
export async function removeExhaustedTasks(db: Database): Promise<number> {
  const removed = await queryRows(
    db,
    `select id from graphile_worker.complete_jobs(array(
       select id from graphile_worker.jobs
       where task_identifier in (
           'render_rows', 'fetch_images', 'finish_batch', 'deliver_callback', 'deliver_webhook')
         and locked_at is null and attempts >= max_attempts
       limit 10000
     ))`,
    {},
  );
  return removed.length;
}

/** Returns the tasks of dead worker pools to the queue. */
export async function unlockPools(db: Database, poolIds: readonly string[]): Promise<void> {
  if (poolIds.length === 0) return;
  const { held } = await queryRow<{ held: number }>(
    db,
    `select count(*)::integer as held from graphile_worker.jobs
     where locked_by = any(cast(:poolIds as text[]))`,
    { poolIds: [...poolIds] },
  );
  if (held === 0) return;
  await queryRows(db, 'select graphile_worker.force_unlock_workers(cast(:poolIds as text[]))', {
    poolIds: [...poolIds],
  });
  await notifyWorkers(db, held);
}

/**
 * Unregistered pools with tasks that were locked `graceMs` ago: their process died before it could register
 * them.
 */
export async function findUnknownPools(
  db: Database,
  { graceMs }: { readonly graceMs: number },
): Promise<string[]> {
  const pools = await queryRows<{ id: string }>(
    db,
    `select distinct locked_by as id from graphile_worker.jobs t
     where locked_at not between now() - cast(:graceMs as float8) * interval '1 millisecond' and now()
       and not exists (select from worker_pools p where p.id = t.locked_by)`,
    { graceMs },
  );
  return pools.map(({ id }) => id);
}

/** Notifies the workers of new tasks. Without this they find them at their next poll. */
async function notifyWorkers(db: Database, tasks: number): Promise<void> {
  if (tasks === 0) return;
  await queryRows(
    db,
    `select pg_notify(
       'jobs:insert', json_build_object('r', random(), 'count', cast(:tasks as integer))::text
     )`,
    { tasks },
  );
}
