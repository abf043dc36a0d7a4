/**
 * The connection pool and its queries. Only this folder has SQL; result rows are in camelCase.
 */
import type { Socket } from 'node:net';
import knex, { type Knex } from 'knex';
import type pg from 'pg';
import { pinSettings, SilenceWatch } from './session.ts';

/** A connection pool or a transaction. */
export type Database = Knex;

export interface DatabaseOptions {
  /** Max connections. */
  readonly poolSize?: number;
  /** Shown in `pg_stat_activity`. */
  readonly applicationName?: string;
  /** As `SessionLimits`. Requests need a short one, maintenance and commands may take longer. */
  readonly statementTimeoutMs?: number;
}

const urlFinders = new WeakMap<Database, () => string>();

/** How long a query waits for a connection, and how long connecting may take. */
const connectTimeoutMs = 5_000;

/**
 * Opens a pool. It connects when a query needs a connection.
 *
 * @param findUrl returns the connection URL, which changes if an embedded database restarts at another port
 */
export function openDatabase(
  findUrl: () => string,
  { poolSize = 10, applicationName = 'platen', statementTimeoutMs = 60_000 }: DatabaseOptions = {},
): Database {
  const limits = { statementTimeoutMs };
  const db = knex({
    client: 'pg',
    connection: () => {
      const url = findUrl();
      return {
        connectionString: url,
        application_name: applicationName,
        keepAlive: true,
        connectionTimeoutMillis: connectTimeoutMs,
        expirationChecker: () => findUrl() !== url,
      };
    },
    pool: {
      min: 0,
      max: poolSize,
      idleTimeoutMillis: 30_000,
      createTimeoutMillis: 2 * connectTimeoutMs,
      afterCreate: (client: pg.ClientBase, done: (error?: unknown) => void) => {
        pinSettings(client, limits).then(() => done(), done);
      },
    },
    acquireConnectionTimeout: connectTimeoutMs,
    // Errors are thrown. knex would log them with their bindings, which may hold secrets.
    log: { warn: ignore, error: ignore, debug: ignore, deprecate: ignore },
  });
  const { pool } = db.client as ConnectionPool;
  const watch = new SilenceWatch(limits);
  pool.on('acquireSuccess', (_event, { connection }) => watch.start(connection.stream));
  pool.on('release', ({ connection }) => watch.stop(connection.stream));
  urlFinders.set(db, findUrl);
  return db;
}

/** The URL that a pool's next connection goes to. */
export function readUrl(pool: Database): string {
  const findUrl = urlFinders.get(pool);
  if (findUrl === undefined) throw new Error('A transaction has no connection URL.');
  return findUrl();
}

/** Connections of a pool. */
export interface PoolUse {
  readonly used: number;
  readonly idle: number;
  /** Queries that wait for a connection. */
  readonly waiting: number;
}

/** How many connections of a pool are in use now. */
export function readPoolUse(db: Database): PoolUse {
  const { pool } = db.client as ConnectionPool;
  return { used: pool.numUsed(), idle: pool.numFree(), waiting: pool.numPendingAcquires() };
}

function ignore(): void {
  // Nothing to do.
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
 * As `queryRows`, for the few statements of every request: a prepared statement, parsed and planned once per
 * connection, without knex's overhead. Only for constant SQL whose best plan does not depend on the bindings.
 */
export async function queryPrepared<Row>(
  db: Database,
  sql: string,
  bindings: Readonly<Record<string, unknown>>,
): Promise<Row[]> {
  // A transaction has its own connection.
  if (!urlFinders.has(db)) return await queryRows<Row>(db, sql, bindings);
  const { name, text, keys } = prepare(sql, bindings);
  const pool = db.client as ConnectionPool;
  const connection = await pool.acquireConnection();
  try {
    const { rows } = await connection.query<Row>({ name, text, values: keys.map((key) => bindings[key]) });
    return rows;
  } finally {
    // The pool drops a broken connection by itself.
    await pool.releaseConnection(connection);
  }
}

/** The part of knex's client that is used here. */
interface ConnectionPool {
  readonly pool: {
    numUsed(): number;
    numFree(): number;
    numPendingAcquires(): number;
    on(event: 'acquireSuccess', listener: (eventId: number, acquired: PooledConnection) => void): void;
    on(event: 'release', listener: (released: PooledConnection) => void): void;
  };
  acquireConnection(): Promise<PooledConnection>;
  releaseConnection(connection: PooledConnection): Promise<void>;
}

interface PooledConnection {
  /** The driver's connection to the server. */
  readonly connection: { readonly stream: Socket };
  query<Row>(statement: { name: string; text: string; values: unknown[] }): Promise<{ rows: Row[] }>;
}

interface PreparedStatement {
  /** The name of the statement in each connection. */
  readonly name: string;
  /** With `$1`, `$2` instead of names. */
  readonly text: string;
  /** Names of the bindings, by number. */
  readonly keys: readonly string[];
}

const prepared = new Map<string, PreparedStatement>();

function prepare(sql: string, bindings: Readonly<Record<string, unknown>>): PreparedStatement {
  const cached = prepared.get(sql);
  if (cached !== undefined) return cached;
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

/** Whether an error is PostgreSQL's `unique_violation`. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}

/** Whether an error is PostgreSQL's `lock_not_available` or `deadlock_detected`. */
export function isLockRefused(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '55P03' || error.code === '40P01');
}
