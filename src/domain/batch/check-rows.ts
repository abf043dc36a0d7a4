import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TemplateDocument } from '../../../generated/template.ts';
import { bindTemplate } from '../../render/bind.ts';
import { problems, type FieldError } from '../errors.ts';
import { refusalOf } from '../render-problems.ts';
import { checkVariablesAside } from '../check-variables-aside.ts';
import type { VariableValues } from '../variables.ts';

/** How long other requests may wait for this one. */
const turnMs = 10;

/**
 * Checks every row of a submission as a render of it would be checked, and returns their values with defaults applied.
 *
 * @param signal aborted when nobody waits for the outcome any more.
 * @throws Problem VARIABLE_VALIDATION_FAILED, which tells all that is wrong with the first row that does not fit.
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
  const checked = await checkVariablesAside(document, row);
  if (!checked.ok) throw refuse(rowIndex, checked.problems);
  try {
    bindTemplate(document, checked.values);
    return checked.values;
  } catch (error) {
    const refusal = refusalOf(error);
    throw refusal === null ? error : refuse(rowIndex, [refusal]);
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
