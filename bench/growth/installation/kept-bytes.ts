import { queryRow, type Database } from '../../../src/store/database.ts';
import { round } from '../../shared/statistics.ts';

/** Tables that keep a row for each request to generate, and for each row of a batch. */
const tables = ['quota_entries', 'batch_rows'] as const;

/**
 * Bytes that each row of a table keeps on disk, with its indexes: as the load left them, with versions of
 * rows that a vacuum has not yet removed, and after all tables were written anew.
 */
export async function readKeptBytes(db: Database): Promise<Record<string, object>> {
  const results: Record<string, object> = {};
  for (const table of tables) {
    const loaded = await readTable(db, table);
    await db.raw(`vacuum (full, analyze) ${table}`);
    const compact = await readTable(db, table);
    results[table] = {
      rows: loaded.rows,
      'bytes a row': round(loaded.bytes / loaded.rows, 0),
      'bytes a row, written anew': round(compact.bytes / compact.rows, 0),
    };
  }
  return results;
}

async function readTable(
  db: Database,
  table: (typeof tables)[number],
): Promise<{ readonly rows: number; readonly bytes: number }> {
  return await queryRow(
    db,
    `select count(*)::float8 as rows, pg_total_relation_size('${table}')::float8 as bytes from ${table}`,
    {},
  );
}
