/**
 * The connection pool. All SQL is in this folder; rows leave it in camelCase.
 */
import knex, { type Knex } from 'knex';

/** A pool of connections, or a transaction in one of them. */
export type Database = Knex;

export interface DatabaseOptions {
  /** Connections that the pool may open. */
  readonly poolSize?: number;
  /** Shown in `pg_stat_activity`. */
  readonly applicationName?: string;
}

const urlFinders = new WeakMap<Database, () => string>();

/**
 * A transaction that is left alone for so long is ended, by the database: its process was stopped or cut off in the middle,
 * and must not hold its locks until it comes back.
 */
const longestPauseMs = 15_000;

/**
 * Opens a pool. Connections are made when the first query needs one.
 *
 * @param findUrl tells the connection URL, which changes where an embedded database comes back at another port.
 */
export function openDatabase(
  findUrl: () => string,
  { poolSize = 10, applicationName = 'platen' }: DatabaseOptions = {},
): Database {
  const db = knex({
    client: 'pg',
    connection: () => {
      const url = findUrl();
      return {
        connectionString: url,
        application_name: applicationName,
        keepAlive: true,
        idle_in_transaction_session_timeout: longestPauseMs,
        expirationChecker: () => findUrl() !== url,
      };
    },
    pool: { min: 0, max: poolSize, idleTimeoutMillis: 30_000 },
    acquireConnectionTimeout: 15_000,
    // What goes wrong is thrown, and whoever catches it logs it without its bindings.
    log: { warn: ignore, error: ignore, debug: ignore, deprecate: ignore },
  });
  urlFinders.set(db, findUrl);
  return db;
}

/** The URL that a pool's next connection goes to. */
export function urlOf(pool: Database): string {
  const findUrl = urlFinders.get(pool);
  if (findUrl === undefined) throw new Error('A transaction has no connection URL of its own.');
  return findUrl();
}

/** How the connections of a pool are used. */
export interface PoolUse {
  readonly used: number;
  readonly idle: number;
  /** Callers that wait for one. */
  readonly waiting: number;
}

/** How a pool's connections are used at this moment. */
export function readPoolUse(db: Database): PoolUse {
  const { pool } = db.client as ConnectionPool;
  return { used: pool.numUsed(), idle: pool.numFree(), waiting: pool.numPendingAcquires() };
}

function ignore(): void {
  // Nothing is to be done.
}

/** Runs one statement with named bindings (`:name`) and returns its rows. */
export async function queryRows<Row>(
  db: Database,
  sql: string,
  bindings: Readonly<Record<string, unknown>>,
): Promise<Row[]> {
  const result = await db.raw<{ rows: Row[] }>(sql, bindings as Record<string, Knex.Value>);
  return result.rows;
}

/**
 * As `queryRows`, for the few statements that every request runs: each connection has them parsed and planned once, under a name,
 * and nothing of knex stands between them and the driver. Only for SQL that is the same text each time, and whose plan does not
 * depend on what is bound.
 */
export async function queryPrepared<Row>(
  db: Database,
  sql: string,
  bindings: Readonly<Record<string, unknown>>,
): Promise<Row[]> {
  // A transaction has its connection already.
  if (!urlFinders.has(db)) return await queryRows<Row>(db, sql, bindings);
  const { name, text, keys } = prepare(sql, bindings);
  const pool = db.client as ConnectionPool;
  const connection = await pool.acquireConnection();
  try {
    const { rows } = await connection.query<Row>({ name, text, values: keys.map((key) => bindings[key]) });
    return rows;
  } finally {
    // One that broke is known as such to the pool, which does not hand it out again.
    await pool.releaseConnection(connection);
  }
}

/** What knex's client has for its own queries. */
interface ConnectionPool {
  readonly pool: { numUsed(): number; numFree(): number; numPendingAcquires(): number };
  acquireConnection(): Promise<PooledConnection>;
  releaseConnection(connection: PooledConnection): Promise<void>;
}

interface PooledConnection {
  query<Row>(statement: { name: string; text: string; values: unknown[] }): Promise<{ rows: Row[] }>;
}

interface PreparedStatement {
  /** Of the statement in a connection. */
  readonly name: string;
  /** With `$1` and so on in place of names. */
  readonly text: string;
  /** The names of the bindings, in the order of their numbers. */
  readonly keys: readonly string[];
}

const prepared = new Map<string, PreparedStatement>();

function prepare(sql: string, bindings: Readonly<Record<string, unknown>>): PreparedStatement {
  const known = prepared.get(sql);
  if (known !== undefined) return known;
  const keys: string[] = [];
  const text = sql.replace(/(?<!:):(\w+)/g, (match, key: string) => {
    if (!Object.hasOwn(bindings, key)) return match;
    const at = keys.indexOf(key);
    return `$${at === -1 ? keys.push(key) : at + 1}`;
  });
  const statement = { name: `platen ${prepared.size}`, text, keys };
  prepared.set(sql, statement);
  return statement;
}

/** As `queryRows`, for a statement that returns exactly one row. */
export async function queryRow<Row>(
  db: Database,
  sql: string,
  bindings: Readonly<Record<string, unknown>>,
): Promise<Row> {
  return onlyRow(await queryRows<Row>(db, sql, bindings));
}

/** As `queryPrepared`, for a statement that returns exactly one row. */
export async function queryPreparedRow<Row>(
  db: Database,
  sql: string,
  bindings: Readonly<Record<string, unknown>>,
): Promise<Row> {
  return onlyRow(await queryPrepared<Row>(db, sql, bindings));
}

function onlyRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('A statement that always returns a row returned none.');
  return row;
}

/** Whether the database answers. */
export async function pingDatabase(db: Database): Promise<boolean> {
  try {
    await db.raw('select 1');
    return true;
  } catch {
    return false;
  }
}

/** Whether an error is PostgreSQL's refusal of a second row with the same unique value. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}

/** Whether an error is PostgreSQL's that a lock could not be had in time, or not without a deadlock. */
export function isLockRefused(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '55P03' || error.code === '40P01');
}
