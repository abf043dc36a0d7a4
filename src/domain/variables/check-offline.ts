import type { TemplateVariable } from '../../../generated/template.ts';
import { checkDeclared, MAX_UNDECLARED, undeclaredProblems } from './check-declared.ts';
import type { VariableProblem } from './check-list.ts';
import { compileVariables } from './compile-variables.ts';
import { fitValues } from './fit-values.ts';

/** A value that its template would refuse. */
export interface OfflineProblem extends VariableProblem {
  /** The value cut at a word, if it is a text that is only too long. */
  readonly shortened: string | null;
}

/**
 * Checks values against the declarations of a template alone, as the client does before it signs a URL. These
 * are the rules of the service, except for whether a value fits the codes that show it, and whether the
 * template has a picture of that name.
 *
 * @param isFitted whether the service shortens texts, as it does for URL keys with `fit`
 */
export function checkOffline(
  variables: readonly TemplateVariable[],
  given: Readonly<Record<string, unknown>>,
  isFitted: boolean,
): OfflineProblem[] {
  const compiled = compileVariables(variables);
  const check = (values: Readonly<Record<string, unknown>>) =>
    checkDeclared(compiled, values, { checkQrCode: () => null, pictures: null }, MAX_UNDECLARED).problems;
  const { values, fitted } = fitValues(variables, given);
  const remaining = new Set(check(values).map(({ pointer }) => pointer));
  const texts = new Map(fitted.map(({ pointer, text }) => [pointer, text]));
  const undeclared = Object.keys(given).filter((name) => !compiled.byName.has(name));
  return [...check(isFitted ? values : given), ...undeclaredProblems(compiled, undeclared)].map(
    (problem) => ({
      ...problem,
      shortened: remaining.has(problem.pointer) ? null : (texts.get(problem.pointer) ?? null),
    }),
  );
}
