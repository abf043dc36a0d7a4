/**
 * What every session with the database has in common, whatever the server's, the database's or the role's
 * settings are. By statements, not by startup parameters: PgBouncer refuses most of those.
 */
import type { Socket } from 'node:net';
import type pg from 'pg';

/** Settings of a session that depend on its pool. */
export interface SessionLimits {
  /** PostgreSQL cancels a statement after this time, its waits for locks included. 0: never. */
  readonly statementTimeoutMs: number;
}

/**
 * PostgreSQL ends transactions that are idle for this long: a process that hangs or has lost its network must
 * not hold locks.
 */
const maxIdleInTransactionMs = 15_000;

/** Statements, results and locks depend on these. Names that a version of PostgreSQL lacks are left out. */
const pinned: Readonly<Record<string, string>> = {
  default_transaction_isolation: 'read committed',
  default_transaction_deferrable: 'off',
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
  client_encoding: 'UTF8',
  lock_timeout: '0',
  idle_session_timeout: '0',
  transaction_timeout: '0',
  idle_in_transaction_session_timeout: String(maxIdleInTransactionMs),
};

/** Pins the settings of a new session. */
export async function pinSettings(
  client: Pick<pg.ClientBase, 'query'>,
  { statementTimeoutMs }: SessionLimits,
): Promise<void> {
  const values = Object.entries(pinned).map(([name, value]) => `('${name}', '${value}')`);
  await client.query(
    // First and as a statement of its own: the database's own timeout may be short.
    `set statement_timeout = ${statementTimeoutMs};
     select set_config(name, value, false) from (values ${values.join(', ')}) as pinned (name, value)
     where current_setting(name, true) is not null`,
  );
}

/** The server has not answered a statement, though it should have cancelled it by now. */
export class DatabaseSilentError extends Error {
  override readonly name = 'DatabaseSilentError';

  constructor() {
    super('the database does not answer');
  }
}

/** The server cancels a slow statement itself; without an answer this much later, it or the network hangs. */
const silenceGraceMs = 1_000;

/**
 * Ends connections that hear nothing from the server for longer than a statement may take. Without this, a
 * frozen server keeps every query waiting for as long as TCP does: minutes.
 */
export class SilenceWatch {
  readonly #maxSilenceMs: number;
  readonly #watched = new WeakSet<Socket>();

  constructor({ statementTimeoutMs }: SessionLimits) {
    this.#maxSilenceMs = statementTimeoutMs === 0 ? 0 : statementTimeoutMs + silenceGraceMs;
  }

  /** Starts when a query gets the connection. */
  start(socket: Socket): void {
    socket.setTimeout(this.#maxSilenceMs);
    if (this.#watched.has(socket)) return;
    this.#watched.add(socket);
    socket.on('timeout', () => {
      // If this process was blocked, the answer may be waiting to be read.
      const { bytesRead } = socket;
      setImmediate(() => {
        if (socket.bytesRead === bytesRead && socket.timeout !== 0) socket.destroy(new DatabaseSilentError());
      });
    });
  }

  /** An idle connection may be silent. */
  stop(socket: Socket): void {
    socket.setTimeout(0);
  }
}
