import { MAX_UNDECLARED } from './check-declared.ts';
import { checkVariables, type TemplateToFill, type VariableCheck } from './check-values.ts';
import { withCodesInWorker } from './codes-in-worker.ts';

/** As `checkVariables`, but checks large codes in a worker thread. */
export async function checkVariablesInWorker(
  template: TemplateToFill,
  given: Readonly<Record<string, unknown>>,
  maxUndeclared = MAX_UNDECLARED,
): Promise<VariableCheck> {
  return await withCodesInWorker((check) => checkVariables(template, given, check, maxUndeclared));
}
