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
}

export type TaskName = keyof TaskPayloads;

export type QueueTask = {
  readonly [Name in TaskName]: {
    readonly task: Name;
    readonly payload: TaskPayloads[Name];
    /** The lowest goes first. */
    readonly priority: number;
    readonly maxAttempts: number;
  };
}[TaskName];

/** Brings the queue's schema up to date. For one process at a time. */
export async function installQueueSchema(db: Database): Promise<void> {
  // Loaded here, because most commands find the schema in order.
  const { Logger, runMigrations } = await import('graphile-worker');
  const pgPool = new pg.Pool({ connectionString: urlOf(db), max: 1, application_name: 'platen migration' });
  // What fails is thrown by the query that it fails; without listeners it would end the process, too.
  pgPool.on('error', () => undefined).on('connect', (client) => client.on('error', () => undefined));
  try {
    await runMigrations({ pgPool, logger: new Logger(() => () => undefined) });
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
       select row(t.task, t.payload, null, null, t."maxAttempts", null, t.priority, null)::graphile_worker.job_spec
       from json_to_recordset(:tasks)
         as t(task text, payload json, priority smallint, "maxAttempts" smallint)
     ))`,
    { tasks: JSON.stringify(tasks) },
  );
  return added.map(({ id }) => id);
}
