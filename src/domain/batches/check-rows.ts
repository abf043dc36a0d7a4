import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TemplateDocument } from '../../../generated/template.ts';
import { bindTemplate } from '../../render/bind/bind-template.ts';
import { problems } from '../problems/catalogue.ts';
import type { FieldError } from '../problems/problem.ts';
import { toFieldError } from '../problems/to-problem.ts';
import { checkVariablesInThread } from '../variables/check-values-in-thread.ts';
import type { VariableValues } from '../variables/check-values.ts';

/** How long other requests may wait for this one. */
const turnMs = 10;

/**
 * Checks every row of a submission as for a single render, and returns the values with defaults applied.
 *
 * @param signal aborts when the client has disconnected.
 * @throws Problem VARIABLE_VALIDATION_FAILED with all errors of the first invalid row.
 */
export async function checkRows(
  document: TemplateDocument,
  rows: readonly Readonly<Record<string, unknown>>[],
  signal: AbortSignal,
): Promise<VariableValues[]> {
  const checked: VariableValues[] = [];
  let turnEndsAt = performance.now() + turnMs;
  for (const [rowIndex, row] of rows.entries()) {
    checked.push(await checkRow(document, row, rowIndex));
    if (performance.now() < turnEndsAt) continue;
    await nextTurn();
    signal.throwIfAborted();
    turnEndsAt = performance.now() + turnMs;
  }
  return checked;
}

async function checkRow(
  document: TemplateDocument,
  row: Readonly<Record<string, unknown>>,
  rowIndex: number,
): Promise<VariableValues> {
  const checked = await checkVariablesInThread(document, row);
  if (!checked.ok) throw refuse(rowIndex, checked.problems);
  try {
    bindTemplate(document, checked.values);
    return checked.values;
  } catch (error) {
    const fieldError = toFieldError(error);
    throw fieldError === null ? error : refuse(rowIndex, [fieldError]);
  }
}

/** The place of a variable in a single request becomes that in its row. */
function refuse(rowIndex: number, errors: readonly FieldError[]): Error {
  return problems.rowRefused(
    rowIndex,
    errors.map(({ pointer, detail }) => ({
      pointer: `/rows/${rowIndex}${pointer.replace(/^\/variables/, '')}`,
      detail,
    })),
  );
}
