import type { TemplateDocument } from '../../../generated/template.ts';
import { checkCode } from '../../render/codes/check-code.ts';
import { checkCodeInThread, type CodeCheck } from '../../render/codes/check-code-in-thread.ts';
import { checkVariables, MAX_UNDECLARED, type VariableCheck } from './check-values.ts';

/** Checking a code means encoding it. Up to this length, that takes a few milliseconds at most. */
const maxInlineCharacters = 60;

/**
 * As `checkVariables`, but checks large codes in a worker thread: each takes up to a second and would block
 * other requests. A pass collects the codes without a result; the next pass uses their results.
 */
export async function checkVariablesInThread(
  document: TemplateDocument,
  given: Readonly<Record<string, unknown>>,
  maxUndeclared = MAX_UNDECLARED,
): Promise<VariableCheck> {
  const results = new Map<string, string | null>();
  for (;;) {
    const pending = new Map<string, CodeCheck>();
    const check: typeof checkCode = (symbology, value, errorCorrection) => {
      if (value.length <= maxInlineCharacters) return checkCode(symbology, value, errorCorrection);
      const key = JSON.stringify([symbology, errorCorrection ?? '', value]);
      const result = results.get(key);
      if (result === undefined) pending.set(key, { symbology, value, errorCorrection });
      return result ?? null;
    };
    const checked = checkVariables(document, given, check, maxUndeclared);
    if (pending.size === 0) return checked;
    for (const [key, code] of pending) results.set(key, await checkCodeInThread(code));
  }
}
