import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BoundValues } from '../../common/values/values.ts';
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
  /** Counts rows that are refused, after this time of a thread. */
  readonly countRefused: (workMs: number) => Promise<void>;
}

/**
 * Checks every row of a submission as for a single render.
 *
 * @returns of each row the values of variables that are no lists, with defaults applied
 * @throws Problem VARIABLE_VALIDATION_FAILED with the first errors over all rows, and the number of all.
 */
export async function checkRows(
  template: TemplateToFill,
  rows: RowsToCheck['rows'],
  { options, lines, workspaceId, signal, countRefused }: CheckOptions,
): Promise<BoundValues[]> {
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
    signal.throwIfAborted();
  }
  if (refused.rows === 0) return texts;
  await countRefused(spentMs);
  throw problems.rowsRefused(refused);
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
