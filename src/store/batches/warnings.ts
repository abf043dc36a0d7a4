/** The warnings of a batch job's rows. */
import { queryRows, type Database } from '../database.ts';

/** A code, and the rows and elements that have it. */
export interface WarningSummary {
  readonly code: string;
  /** In order. */
  readonly rowIndexes: readonly number[];
  readonly elementIds: readonly string[];
}

/** The listed warnings of a job's rows, by code; the code of the first row comes first. */
export async function summarizeWarnings(db: Database, jobId: string): Promise<WarningSummary[]> {
  return await queryRows<WarningSummary>(
    db,
    `select w.code, array_agg(distinct r.row_index order by r.row_index) as "rowIndexes",
       array_agg(distinct w."elementId" order by w."elementId") as "elementIds"
     from batch_rows r
       cross join lateral jsonb_to_recordset(r.warnings) as w (code text, "elementId" text)
     where r.job_id = :jobId and r.warnings is not null
     group by w.code order by min(r.row_index), w.code`,
    { jobId },
  );
}
