/**
 * Steps of the database's clock: it is set, or another server with another clock takes over. Maintenance runs
 * every two seconds, so its last run shows a step. What a step would make late, or fail, is moved with it.
 */
import { queryRow, queryRows, type Database } from './database.ts';

/** A longer gap is a step forward, or a time in which no process ran. */
const maxGapMs = 60_000;

/** A shorter step back harms nobody. */
const maxStepBackMs = 1_000;

/**
 * Records a run of maintenance, which one process at a time does, and moves stored times if the clock has
 * stepped since the last one.
 *
 * @returns the time since the last run, in milliseconds, if it was not what it should be; else 0
 */
export async function followClock(db: Database): Promise<number> {
  return await db.transaction(async (transaction) => {
    const { gapMs } = await queryRow<{ gapMs: number }>(
      transaction,
      `with last as (select ran_at from maintenance_runs where task = 'recover')
       insert into maintenance_runs (task, ran_at) values ('recover', clock_timestamp())
       on conflict (task) do update set ran_at = excluded.ran_at
       returning
         coalesce(extract(epoch from ran_at - (select ran_at from last)) * 1000, 0)::float8 as "gapMs"`,
      {},
    );
    if (gapMs > maxGapMs) await extendTimeouts(transaction, gapMs);
    else if (gapMs < -maxStepBackMs) {
      await extendTimeouts(transaction, gapMs);
      await moveDueTimes(transaction, gapMs);
    } else return 0;
    return gapMs;
  });
}

/** Time that passed for the clock only, or without any process, does not count towards `BATCH_TIMEOUT`. */
async function extendTimeouts(transaction: Database, gapMs: number): Promise<void> {
  await queryRows(
    transaction,
    `update batch_jobs set uncounted = uncounted + cast(:gapMs as float8) * interval '1 millisecond'
     where status = 'PROCESSING'`,
    { gapMs },
  );
}

/** After a step back, due times would come late by the step. Moved forward ones come early at most once. */
async function moveDueTimes(transaction: Database, gapMs: number): Promise<void> {
  await queryRows(
    transaction,
    `update batch_jobs set progressed_at = progressed_at + cast(:gapMs as float8) * interval '1 millisecond'
     where status in ('PENDING', 'PROCESSING') and progressed_at > now()`,
    { gapMs },
  );
  for (const table of ['callback_deliveries', 'webhook_deliveries']) {
    await queryRows(
      transaction,
      `update ${table}
       set next_attempt_at = next_attempt_at + cast(:gapMs as float8) * interval '1 millisecond'
       where status = 'PENDING' and next_attempt_at > now()`,
      { gapMs },
    );
  }
  await queryRows(
    transaction,
    `select from (
       select id, run_at + cast(:gapMs as float8) * interval '1 millisecond' as run_at
       from graphile_worker.jobs where locked_at is null and run_at > now()
     ) t
     cross join lateral graphile_worker.reschedule_jobs(array[t.id], run_at => t.run_at)`,
    { gapMs },
  );
}
