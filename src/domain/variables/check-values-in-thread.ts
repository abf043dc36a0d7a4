import { MAX_UNDECLARED } from './check-declared.ts';
import { checkVariables, type TemplateToFill, type VariableCheck } from './check-values.ts';
import { withCodesInThread } from './codes-in-thread.ts';

/** As `checkVariables`, but checks large codes in a worker thread. */
export async function checkVariablesInThread(
  template: TemplateToFill,
  given: Readonly<Record<string, unknown>>,
  maxUndeclared = MAX_UNDECLARED,
): Promise<VariableCheck> {
  return await withCodesInThread((check) => checkVariables(template, given, check, maxUndeclared));
}
