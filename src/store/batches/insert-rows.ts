/** The rows of a new job. */
import { queryRows, type Database } from '../database.ts';
import type { Metadata } from './job-status.ts';

export interface SubmittedRow {
  readonly variables: object;
  readonly filename: string;
  /** In the file that the row comes from; null if it is not known. */
  readonly line: number | null;
  /** How many cells of sheets the row fills. */
  readonly copies: number;
  /** A cell for each name of the job's `otherColumns`; null without such columns. */
  readonly otherCells: readonly string[] | null;
  readonly metadata: Metadata | null;
}

/** Rows of one statement have about this many characters: writing a statement holds the event loop. */
const maxStatementCharacters = 1_000_000;

/** Inserts the rows of a job, in its transaction. */
export async function insertRows(
  transaction: Database,
  { jobId, rows }: { readonly jobId: string; readonly rows: readonly SubmittedRow[] },
): Promise<void> {
  let texts: string[] = [];
  let characters = 0;
  for (const [index, { otherCells: cells, metadata, ...row }] of rows.entries()) {
    // As text: jsonb would sort its keys.
    const kept = metadata === null ? null : JSON.stringify(metadata);
    const text = JSON.stringify({ index, ...row, cells, metadata: kept });
    texts.push(text);
    characters += text.length;
    if (characters < maxStatementCharacters && index < rows.length - 1) continue;
    await queryRows(
      transaction,
      `insert into batch_rows
         (job_id, row_index, variables, filename, source_line, copies, other_cells, metadata)
       select :jobId, r.index, r.variables, r.filename, r.line, r.copies,
              case when jsonb_typeof(r.cells) = 'array' then r.cells end, cast(r.metadata as json)
       from jsonb_to_recordset(cast(:rows as jsonb))
         as r (index integer, variables jsonb, filename text, line integer, copies integer,
               cells jsonb, metadata text)`,
      { jobId, rows: `[${texts.join(',')}]` },
    );
    [texts, characters] = [[], 0];
  }
}
