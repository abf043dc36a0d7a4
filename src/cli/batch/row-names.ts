import { listRowLines } from '../../store/batches/items.ts';
import type { Database } from '../../store/database.ts';

/** Names the rows of a job, which count from 0. */
export interface RowNames {
  /** As messages have it: `row 7`, `line 7`. */
  readonly nameRow: (index: number) => string;
  /** In the file that the row comes from; null if it is not known. */
  readonly lineOf: (index: number) => number | null;
}

/** The names of a job's rows where the submitted file is not at hand. */
export async function readRowNames(db: Database, jobId: string): Promise<RowNames> {
  const lines = await listRowLines(db, jobId);
  const getLine = (index: number): number | null => lines.get(index) ?? null;
  return {
    lineOf: getLine,
    nameRow(index) {
      const line = getLine(index);
      return line === null ? `row ${index + 1} of those submitted` : `row ${line} of the file`;
    },
  };
}
