import type { FileProblem } from '../../../../../../src/common/rows/table.ts';
import { batchWords } from '../../../words/batch.ts';
import { askWorker } from '../ask-worker.ts';
import type { RowSource } from '../row-source.ts';

const words = batchWords.file;

/** What the worker gets. */
export interface ReadRequest {
  readonly file: File;
  /** Null: detected. */
  readonly encoding: string | null;
  /** Of a workbook. Null: the first visible one. */
  readonly sheet: string | null;
  /** The line of a table's header. Null: found. */
  readonly headerLine: number | null;
}

/** What the worker answers. */
export type ReadAnswer =
  | { readonly source: RowSource }
  | { readonly refusal: string; readonly problems: readonly FileProblem[] };

/** A file that cannot be used; the message says why. */
export class UnusableFile extends Error {
  override readonly name = 'UnusableFile';
  readonly problems: readonly FileProblem[];

  constructor(message: string, problems: readonly FileProblem[] = []) {
    super(message);
    this.problems = problems;
  }
}

/** The largest files take a tenth of this. */
const maxMs = 60_000;

/**
 * Reads the rows of a file, or of one of its sheets, in a web worker.
 *
 * @throws UnusableFile
 */
export async function readFile(request: ReadRequest): Promise<RowSource> {
  const worker = new Worker(new URL('./read-worker.ts', import.meta.url), { type: 'module' });
  const answer = await askWorker<ReadRequest, ReadAnswer>(worker, request, {
    maxMs,
    toError: (cause) => new UnusableFile(cause === 'late' ? words.tooSlow : words.unreadable),
  });
  if ('refusal' in answer) throw new UnusableFile(answer.refusal, answer.problems);
  return { ...answer.source, file: request.file };
}
