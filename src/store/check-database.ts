/**
 * Refuses a database that cannot work, before anything is written to it.
 */
import type pg from 'pg';
import { queryRow, type Database } from './database.ts';

/**
 * Checks the encoding, and that a session stays with its server process.
 *
 * @throws Error with a one-line message that says what to do
 */
export async function checkDatabase(db: Database): Promise<void> {
  const { encoding } = await queryRow<{ encoding: string }>(
    db,
    `select current_setting('server_encoding') as encoding`,
    {},
  );
  if (encoding !== 'UTF8') {
    throw new Error(
      `its encoding is ${encoding}, and texts in all scripts need UTF8. ` +
        'Create another one: createdb --encoding UTF8 --template template0 NAME.',
    );
  }
  for (let round = 0; round < rounds; round += 1) {
    if (!(await sharesServerProcesses(db))) continue;
    throw new Error(
      'it is behind a pooler that gives every transaction another session, such as PgBouncer with ' +
        'pool_mode = transaction. The queue listens on a session, and settings are made for one: use ' +
        'pool_mode = session, or connect without the pooler.',
    );
  }
}

/** While others use the pooler, one round may see what two real sessions would show. */
const rounds = 3;

/**
 * Whether a pooler lends server processes for single transactions. Then a second connection gets the first
 * one's process, or the first gets another one while the second is in a transaction.
 */
async function sharesServerProcesses(db: Database): Promise<boolean> {
  const pool = db.client as Sessions;
  const first = await pool.acquireConnection();
  try {
    const second = await pool.acquireConnection();
    try {
      const firstPid = await readPid(first);
      await second.query('begin');
      const secondPid = await readPid(second);
      const isShared = firstPid === secondPid || (await readPid(first)) !== firstPid;
      await second.query('rollback');
      return isShared;
    } finally {
      await pool.releaseConnection(second);
    }
  } finally {
    await pool.releaseConnection(first);
  }
}

async function readPid(session: Session): Promise<number | undefined> {
  const { rows } = await session.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid;
}

type Session = Pick<pg.ClientBase, 'query'>;

/** The part of knex's client that is used here. */
interface Sessions {
  acquireConnection(): Promise<Session>;
  releaseConnection(session: Session): Promise<void>;
}
