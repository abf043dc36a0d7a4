/** COPY statements on the connection of a transaction. */
import type { Readable, Writable } from 'node:stream';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { Database } from '../database.ts';

/** Rows in PostgreSQL's text format, and their count once the stream has ended. */
export type CopyOut = Readable & { readonly rowCount: number };
/** Takes rows in PostgreSQL's text format; their count once the stream has finished. */
export type CopyIn = Writable & { readonly rowCount: number };

/** Starts `COPY … TO STDOUT`. Must be read to its end before the next statement. */
export async function startCopyOut(transaction: Database, sql: string): Promise<CopyOut> {
  const connection = await getConnection(transaction);
  return connection.query(copyTo(`copy ${sql} to stdout`));
}

/** Starts `COPY … FROM STDIN`. Must be ended before the next statement. */
export async function startCopyIn(transaction: Database, sql: string): Promise<CopyIn> {
  const connection = await getConnection(transaction);
  return connection.query(copyFrom(`copy ${sql} from stdin`));
}

/** A name as SQL. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A table with its columns, as `COPY` takes it. */
export function copyTarget({
  name,
  columns,
}: {
  readonly name: string;
  readonly columns: readonly string[];
}): string {
  return `${quoteName(name)} (${columns.map(quoteName).join(', ')})`;
}

/** A transaction has one connection: that of the driver. */
async function getConnection(transaction: Database): Promise<pg.ClientBase> {
  return await (transaction.client as { acquireConnection(): Promise<pg.ClientBase> }).acquireConnection();
}
