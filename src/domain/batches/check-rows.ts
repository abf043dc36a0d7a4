import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BindOptions } from '../../render/bind/bind-template.ts';
import { problems } from '../problems/catalogue.ts';
import { MAX_FIELD_ERRORS } from '../problems/field-errors.ts';
import type { FieldError } from '../problems/problem.ts';
import { toFieldError } from '../problems/to-problem.ts';
import { bindChecked } from '../renders/bind-values.ts';
import { checkVariablesInWorker } from '../variables/check-values-in-worker.ts';
import type { TemplateToFill } from '../variables/check-values.ts';
import type { VariableValues } from '../variables/check-values.ts';

/** How long other requests may wait for this one. */
const turnMs = 10;

type Row = Readonly<Record<string, unknown>>;

/** What expressions depend on, and the end of the check. */
export interface CheckOptions extends Pick<BindOptions, 'locale' | 'now'> {
  /** Of the rows in the file that they come from. Default: not known. */
  readonly lines?: readonly number[] | undefined;
  readonly workspaceId: string;
  /** Aborts when the client has disconnected. */
  readonly signal: AbortSignal;
}

type RowCheck =
  | { readonly ok: true; readonly values: VariableValues }
  | { readonly ok: false; readonly errors: readonly FieldError[]; readonly count: number };

/**
 * Checks every row of a submission as for a single render, and returns the values with defaults applied.
 *
 * @throws Problem VARIABLE_VALIDATION_FAILED with the first errors over all rows, and the number of all.
 */
export async function checkRows(
  template: TemplateToFill,
  rows: readonly Row[],
  { lines, workspaceId, signal, ...options }: CheckOptions,
): Promise<VariableValues[]> {
  const values: VariableValues[] = [];
  const refused = { errors: [] as FieldError[], count: 0, rows: 0, firstRow: 0 };
  let turnEndsAt = performance.now() + turnMs;
  for (const [rowIndex, row] of rows.entries()) {
    // The rest is only counted: describing thousands of errors takes time.
    const checked = await checkRow(
      template,
      row,
      { ...options, workspaceId },
      MAX_FIELD_ERRORS - refused.errors.length,
    );
    if (!checked.ok) {
      if (refused.rows === 0) refused.firstRow = lines?.[rowIndex] ?? rowIndex;
      refused.rows += 1;
      refused.count += checked.count;
      for (const error of checked.errors.slice(0, MAX_FIELD_ERRORS - refused.errors.length)) {
        refused.errors.push(inRow(rowIndex, error));
      }
    } else if (refused.rows === 0) {
      values.push(checked.values);
    }
    if (performance.now() < turnEndsAt) continue;
    await nextTurn();
    signal.throwIfAborted();
    turnEndsAt = performance.now() + turnMs;
  }
  if (refused.rows > 0) throw problems.rowsRefused(refused);
  return values;
}

async function checkRow(
  template: TemplateToFill,
  row: Row,
  { workspaceId, ...options }: BindOptions & Pick<CheckOptions, 'workspaceId'>,
  maxErrors: number,
): Promise<RowCheck> {
  const checked = await checkVariablesInWorker(template, row, maxErrors);
  if (!checked.ok) return { ok: false, errors: checked.problems, count: checked.problemCount };
  try {
    await bindChecked(template.document, checked.values, options, workspaceId);
    return checked;
  } catch (error) {
    const fieldError = toFieldError(error);
    if (fieldError === null) throw error;
    return { ok: false, errors: [fieldError], count: 1 };
  }
}

/** The place of a variable in a single request becomes that in its row. */
function inRow(rowIndex: number, { pointer, detail }: FieldError): FieldError {
  return { pointer: `/rows/${rowIndex}${pointer.replace(/^\/variables/, '')}`, detail };
}
