/**
 * Statements that are run again where the connection broke under them: whoever ends a connection, or the whole database, does
 * not tell the pool, which hands the dead one out to the next who asks.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { queryPrepared, queryRows, type Database } from './database.ts';

/** PostgreSQL's codes for a connection that is ended or lost (class 08; 57P01 and 57P02), and the system's. */
const cutCodes = /^(?:08\w{3}|57P0[12]|ECONNRESET|EPIPE)$/;
/** What the driver says without a code, of a connection that ended and of one that had ended. */
const cutMessages = /Connection terminated|connection error and is not queryable/;

/** Before another try: by then the pool knows which other connections are gone, or most of them. */
const pausesMs = [10, 100];

/**
 * Runs a statement, and again where its connection broke. Only for statements that may have been carried out already: reads, and
 * writes that change nothing the second time.
 */
export async function repeatCut<Result>(db: Database, run: () => Promise<Result>): Promise<Result> {
  for (const pauseMs of pausesMs) {
    try {
      return await run();
    } catch (error) {
      // A transaction is over with its connection.
      if (db.isTransaction === true || !isCut(error)) throw error;
      await pause(pauseMs);
    }
  }
  return await run();
}

/** As `queryRows`, for reads. */
export async function readRows<Row>(
  db: Database,
  sql: string,
  bindings: Readonly<Record<string, unknown>>,
): Promise<Row[]> {
  return await repeatCut(db, () => queryRows<Row>(db, sql, bindings));
}

/** As `queryPrepared`, for reads. */
export async function readPrepared<Row>(
  db: Database,
  sql: string,
  bindings: Readonly<Record<string, unknown>>,
): Promise<Row[]> {
  return await repeatCut(db, () => queryPrepared<Row>(db, sql, bindings));
}

function isCut(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return cutCodes.test(code) || cutMessages.test(error.message);
}
