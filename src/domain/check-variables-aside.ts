import type { TemplateDocument } from '../../generated/template.ts';
import { checkCode } from '../render/codes/check.ts';
import { checkCodeAside, type CodeQuestion } from '../render/codes/check-aside.ts';
import { checkVariables, type VariableCheck } from './variables.ts';

/** Codes of so many characters are encoded, which is the one way to check them, in a few milliseconds at most. */
const quicklyChecked = 60;

/**
 * As `checkVariables`, but with large codes checked on another thread: each takes up to a second, for which no other request is
 * to wait.
 */
export async function checkVariablesAside(
  document: TemplateDocument,
  given: Readonly<Record<string, unknown>>,
): Promise<VariableCheck> {
  const answers = new Map<string, string | null>();
  for (;;) {
    const open = new Map<string, CodeQuestion>();
    const checked = checkVariables(document, given, (symbology, value, errorCorrection) => {
      if (value.length <= quicklyChecked) return checkCode(symbology, value, errorCorrection);
      const key = JSON.stringify([symbology, errorCorrection ?? '', value]);
      const answer = answers.get(key);
      if (answer === undefined) open.set(key, { symbology, value, errorCorrection });
      return answer ?? null;
    });
    if (open.size === 0) return checked;
    for (const [key, question] of open) answers.set(key, await checkCodeAside(question));
  }
}
