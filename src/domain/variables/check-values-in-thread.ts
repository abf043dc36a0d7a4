import type { TemplateDocument } from '../../../generated/template.ts';
import { checkVariables, MAX_UNDECLARED, type VariableCheck } from './check-values.ts';
import { withCodesInThread } from './codes-in-thread.ts';

/** As `checkVariables`, but checks large codes in a worker thread. */
export async function checkVariablesInThread(
  document: TemplateDocument,
  given: Readonly<Record<string, unknown>>,
  maxUndeclared = MAX_UNDECLARED,
): Promise<VariableCheck> {
  return await withCodesInThread((check) => checkVariables(document, given, check, maxUndeclared));
}
