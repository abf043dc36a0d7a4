/**
 * Statements that are retried after a lost connection or a conflict. The pool does not learn that PostgreSQL
 * has ended a connection, and hands the dead one to the next query.
 */
import { retry } from '../async/retry.ts';
import { queryPrepared, queryRows, type Database } from './database.ts';
import { isConflict, isConnectionLost } from './outages.ts';

/** By the next attempt the pool has noticed most of its other dead connections. */
const delaysMs = [10, 100];

/**
 * Runs a statement, and again after a lost connection or a conflict with another transaction. Only for
 * statements that may run twice: reads, and writes that change nothing the second time. A transaction is
 * never retried: it ends with its connection.
 */
export async function retryOnLostConnection<Result>(
  db: Database,
  run: () => Promise<Result>,
): Promise<Result> {
  return await retry(run, {
    delaysMs,
    shouldRetry: (error) => db.isTransaction !== true && (isConnectionLost(error) || isConflict(error)),
  });
}

/** As `queryRows`, for reads. */
export async function readRows<Row>(
  db: Database,
  sql: string,
  bindings: Readonly<Record<string, unknown>>,
): Promise<Row[]> {
  return await retryOnLostConnection(db, () => queryRows<Row>(db, sql, bindings));
}

/** As `queryPrepared`, for reads. */
export async function readPrepared<Row>(
  db: Database,
  sql: string,
  bindings: Readonly<Record<string, unknown>>,
): Promise<Row[]> {
  return await retryOnLostConnection(db, () => queryPrepared<Row>(db, sql, bindings));
}
