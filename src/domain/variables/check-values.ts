import type { TemplateDocument } from '../../../generated/template.ts';
import type { DefaultsUsed } from '../../render/scene/used-defaults.ts';
import type { BoundValues } from '../../common/values/values.ts';
import { listElements } from '../../render/bind/document-pages.ts';
import { checkCode } from '../../render/codes/check-code.ts';
import { checkDeclared, MAX_UNDECLARED, undeclaredProblems, variableProblem } from './check-declared.ts';
import type { VariableProblem } from './check-list.ts';
import { compileVariables, type CompiledVariables } from './compile-variables.ts';
import { listPictures } from './template-pictures.ts';
import { checkCodes, collectCodeUses, qrCodeProblem, type CodeCheck, type CodeUse } from './codes.ts';
import { findUsedDefaults } from './used-defaults.ts';

/** The value of every declared variable, defaults applied. A missing value is the empty string or list. */
export type VariableValues = BoundValues;

export type VariableCheck =
  | {
      readonly ok: true;
      readonly values: VariableValues;
      /** The defaults that stand in for values that were left out; for `bindTemplate`. */
      readonly defaults: DefaultsUsed;
    }
  | {
      readonly ok: false;
      readonly problems: readonly VariableProblem[];
      /** All problems, also the undeclared names that are not reported. */
      readonly problemCount: number;
    };

/** A template whose variables get values. */
export interface TemplateToFill {
  readonly document: TemplateDocument;
  /** The values of image variables may name the pictures among them. */
  readonly files: readonly { readonly path: string }[];
}

/** Derived from a template, once per document. */
interface CompiledDocument extends CompiledVariables {
  readonly codes: readonly CodeUse[];
}

/** A stored document never changes. Entries are removed together with their document. */
const compiledByDocument = new WeakMap<TemplateDocument, CompiledDocument>();

/**
 * Checks the values of one request or row against the template's declarations and applies defaults. Returns
 * one problem per variable, in the order of declaration, and those of each place in a list; the first
 * undeclared names come last.
 *
 * @param given the parsed map of the request; values other than strings, and lists, are refused
 * @param check checks whether a value can be drawn as a code
 * @param maxUndeclared how many undeclared names are reported; the others are only counted
 */
export function checkVariables(
  { document, files }: TemplateToFill,
  given: Readonly<Record<string, unknown>>,
  check: CodeCheck = checkCode,
  maxUndeclared = MAX_UNDECLARED,
): VariableCheck {
  const compiled = compileDocument(document);
  const checks = {
    checkQrCode: (value: string) => qrCodeProblem(value, check),
    pictures: listPictures(files),
  };
  const { values, unreported, problems: found } = checkDeclared(compiled, given, checks, maxUndeclared);
  const problems = [...found];
  for (const { variable, detail } of checkCodes(compiled.codes, values, check)) {
    if (problems.every((problem) => problem.variable !== variable))
      problems.push(variableProblem(variable, detail));
  }
  const undeclared = Object.keys(given).filter((name) => !compiled.byName.has(name));
  const problemCount = problems.length + unreported + undeclared.length;
  if (problemCount === 0)
    return { ok: true, values, defaults: findUsedDefaults(compiled.byName.values(), given) };
  problems.push(...undeclaredProblems(compiled, undeclared.slice(0, maxUndeclared)));
  return { ok: false, problems, problemCount };
}

function compileDocument(document: TemplateDocument): CompiledDocument {
  const cached = compiledByDocument.get(document);
  if (cached !== undefined) return cached;
  const { variables = [] } = document;
  const compiled = {
    ...compileVariables(variables),
    codes: collectCodeUses(listElements(document), variables),
  };
  compiledByDocument.set(document, compiled);
  return compiled;
}
