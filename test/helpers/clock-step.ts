import { queryRows, type Database } from '../../src/store/database.ts';

/**
 * Sets the database's clock forward, or back if `ms` is negative: moves every stored time the other way,
 * which looks the same to every statement.
 */
export async function stepClock(db: Database, ms: number): Promise<void> {
  const columns = await queryRows<{ table: string; assignments: string }>(
    db,
    `select format('%I.%I', c.table_schema, c.table_name) as table,
            string_agg(format('%1$I = %1$I - interval ''%2$s ms''', c.column_name, cast(:ms as bigint)), ', ')
              as assignments
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema in ('public', 'graphile_worker') and t.table_type = 'BASE TABLE'
       and c.data_type = 'timestamp with time zone' and c.is_generated = 'NEVER'
       and c.table_name not in ('quota_periods', 'migrations', 'knex_migrations')
       and not (c.table_name = 'quota_entries' and c.column_name = 'starts_at')
     group by 1`,
    { ms },
  );
  await db.transaction(async (transaction) => {
    // Triggers would count what changes.
    await transaction.raw('set local session_replication_role = replica');
    for (const { table, assignments } of columns) await transaction.raw(`update ${table} set ${assignments}`);
  });
}
