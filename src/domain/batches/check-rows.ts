import { setImmediate as nextTurn } from 'node:timers/promises';
import { FairSlots, SlotsFullError } from '../../async/fair-slots.ts';
import type { BoundValues } from '../../common/values/values.ts';
import { areQuickToBind } from '../../render/bind/quick-to-bind.ts';
import { VariableError } from '../../render/errors.ts';
import { problems } from '../problems/catalogue.ts';
import { MAX_FIELD_ERRORS } from '../problems/field-errors.ts';
import type { FieldError } from '../problems/problem.ts';
import { toFieldError } from '../problems/to-problem.ts';
import { checkFirstRows } from '../renders/bind-values.ts';
import type { RowCheck, RowsToCheck } from '../renders/check-rows-until.ts';
import type { TemplateToFill } from '../variables/check-values.ts';

/** What expressions depend on, whose rows they are, and the end of the check. */
export interface CheckOptions {
  readonly options: RowsToCheck['options'];
  /** Of the rows in the file that they come from. Default: not known. */
  readonly lines?: readonly number[] | undefined;
  readonly workspaceId: string;
  /** Aborts when the client has disconnected. */
  readonly signal: AbortSignal;
  /** Counts rows that are refused, or whose client has gone, after this time of a thread. */
  readonly countRefused: (workMs: number) => Promise<void>;
}

/** What the check of one submission takes at most. */
const maxCheckMs = 60_000;

/**
 * Submissions whose check takes more than a few milliseconds, of all accounts of a workspace: others of its
 * requests need the threads, too. What waits costs nothing; a refusal at once would be repeated at once.
 */
const submissions = new FairSlots({ ofOwner: 2, inAll: Infinity, maxOfOwner: 256, maxWaitMs: 20_000 });

/**
 * Checks every row of a submission as for a single render.
 *
 * @param maxMs no further row is begun after this time of a thread
 * @returns of each row the values of variables that are no lists, with defaults applied
 * @throws Problem VARIABLE_VALIDATION_FAILED with the first errors over all rows, and the number of all;
 *   SERVICE_UNAVAILABLE while others of the workspace take all its places; VALIDATION_ERROR, which names the
 *   first row that was not checked, if all take too long together
 */
export async function checkRows(
  template: TemplateToFill,
  rows: RowsToCheck['rows'],
  options: CheckOptions,
  maxMs = maxCheckMs,
): Promise<BoundValues[]> {
  const check = (): Promise<BoundValues[]> => checkInTurns(template, rows, options, maxMs);
  if (areQuickToBind(template.document, rows)) return await check();
  return await submissions.run(options.workspaceId, check).catch((error: unknown) => {
    throw error instanceof SlotsFullError ? problems.submissionsFull() : error;
  });
}

async function checkInTurns(
  template: TemplateToFill,
  rows: RowsToCheck['rows'],
  { options, lines, workspaceId, signal, countRefused }: CheckOptions,
  maxMs: number,
): Promise<BoundValues[]> {
  signal.throwIfAborted();
  const texts: BoundValues[] = [];
  const refused = { errors: [] as FieldError[], count: 0, rows: 0, firstRow: 0 };
  let done = 0;
  let spentMs = 0;
  while (done < rows.length) {
    // The rest is only counted: describing thousands of errors takes time.
    const maxProblems = MAX_FIELD_ERRORS - refused.errors.length;
    const toCheck = { ...template, rows: rows.slice(done), options, maxProblems };
    const { checks, workMs } = await checkFirstRows(toCheck, workspaceId);
    for (const [at, check] of checks.entries()) {
      const index = done + at;
      if (check.ok) texts.push(check.texts);
      else {
        if (refused.rows === 0) refused.firstRow = lines?.[index] ?? index;
        refused.rows += 1;
        const { problems: found, problemCount } = describe(check);
        refused.count += problemCount;
        const left = MAX_FIELD_ERRORS - refused.errors.length;
        refused.errors.push(...found.slice(0, left).map((error) => inRow(index, error)));
      }
    }
    done += checks.length;
    spentMs += workMs;
    await nextTurn();
    const isOver = spentMs > maxMs && done < rows.length;
    if (!signal.aborted && !isOver) continue;
    await countRefused(spentMs);
    signal.throwIfAborted();
    throw problems.invalidRequest([{ pointer: `/rows/${done}`, detail: describeEnd(maxMs) }]);
  }
  if (refused.rows === 0) return texts;
  await countRefused(spentMs);
  throw problems.rowsRefused(refused);
}

function describeEnd(maxMs: number): string {
  const seconds = maxMs / 1_000;
  const taken = `The rows before this one took ${seconds} seconds to check, the maximum of one batch.`;
  return `${taken} Submit fewer rows.`;
}

function describe(check: Exclude<RowCheck, { readonly ok: true }>): {
  readonly problems: readonly FieldError[];
  readonly problemCount: number;
} {
  if (!('unbound' in check)) return check;
  const { variable, message } = check.unbound;
  const error = toFieldError(new VariableError(variable, message));
  return { problems: error === null ? [] : [error], problemCount: 1 };
}

/** The place of a variable in a single request becomes that in its row. */
function inRow(rowIndex: number, { pointer, detail }: FieldError): FieldError {
  return { pointer: `/rows/${rowIndex}${pointer.replace(/^\/variables/, '')}`, detail };
}
