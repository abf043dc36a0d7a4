import type { TemplateDocument, TemplateVariable } from '../../../generated/template.ts';
import { checkCode } from '../../render/codes/check-code.ts';
import { escapePointer } from '../json-text.ts';
import { checkCodes, collectCodeUses, qrCodeProblem, type CodeCheck, type CodeUse } from './codes.ts';
import { readDecimalComma } from './decimal-comma.ts';
import { suggest } from './nearest-name.ts';
import { checkRules, compilePattern, type CompiledPattern } from './rules.ts';
import { quoteValue, typeProblem } from './types.ts';

/** The value of every declared variable, defaults applied. A missing value is the empty string. */
export type VariableValues = ReadonlyMap<string, string>;

export interface VariableProblem {
  /** JSON pointer into the request body: `/variables/NAME`. */
  readonly pointer: string;
  readonly variable: string;
  /** Whole sentences: the variable, the given value (shortened) and what is accepted. */
  readonly detail: string;
}

export type VariableCheck =
  | { readonly ok: true; readonly values: VariableValues }
  | {
      readonly ok: false;
      readonly problems: readonly VariableProblem[];
      /** All problems, also the undeclared names that are not reported. */
      readonly problemCount: number;
    };

/** Undeclared names that are reported. A request may have thousands, and describing each takes time. */
export const MAX_UNDECLARED = 100;

/** Derived from a template's declarations, once per document. */
interface CompiledVariables {
  readonly byName: ReadonlyMap<string, TemplateVariable>;
  readonly patterns: ReadonlyMap<string, CompiledPattern>;
  readonly codes: readonly CodeUse[];
}

/** A stored document never changes. Entries are removed together with their document. */
const compiledByDocument = new WeakMap<TemplateDocument, CompiledVariables>();

/**
 * Checks the values of one request or row against the template's declarations and applies defaults. Returns
 * one problem per variable, in the order of declaration; the first undeclared names come last.
 *
 * @param given the parsed map of the request; values other than strings are refused
 * @param check checks whether a value can be drawn as a code
 * @param maxUndeclared how many undeclared names are reported; the others are only counted
 */
export function checkVariables(
  document: TemplateDocument,
  given: Readonly<Record<string, unknown>>,
  check: CodeCheck = checkCode,
  maxUndeclared = MAX_UNDECLARED,
): VariableCheck {
  const variables = compile(document);
  const problems: VariableProblem[] = [];
  const values = new Map<string, string>();
  const report = (variable: string, detail: string) => {
    problems.push({ pointer: `/variables/${escapePointer(variable)}`, variable, detail });
  };

  for (const [name, variable] of variables.byName) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    const detail = checkGiven(variable, value, variables.patterns.get(name), check);
    if (detail === null) values.set(name, typeof value === 'string' ? value : (variable.defaultValue ?? ''));
    else report(name, `Variable "${name}" ${detail}`);
  }
  for (const { variable, detail } of checkCodes(variables.codes, values, check)) {
    if (problems.every((problem) => problem.variable !== variable)) report(variable, detail);
  }
  const declared = [...variables.byName.keys()];
  const undeclared = Object.keys(given).filter((name) => !variables.byName.has(name));
  const problemCount = problems.length + undeclared.length;
  if (problemCount === 0) return { ok: true, values };
  for (const name of undeclared.slice(0, maxUndeclared)) report(name, describeUndeclared(name, declared));
  return { ok: false, problems, problemCount };
}

/**
 * Checks a value against the variable's type and rules. Codes are checked elsewhere, since their capacity
 * depends on the elements that show them.
 *
 * @returns the end of a sentence that starts with the variable; null if the value is valid
 */
export function checkValue(
  variable: TemplateVariable,
  value: string,
  pattern: CompiledPattern | undefined,
): string | null {
  const wrongType = typeProblem(variable.type, value);
  if (wrongType !== null)
    return `${wrongType}, but received ${quoteValue(value)}${suggestNumber(variable, value)}.`;
  const brokenRule = checkRules(variable, value, pattern);
  return brokenRule === null ? null : `${brokenRule}, but received ${quoteValue(value)}.`;
}

/** Names the number that a value with a decimal comma means. */
function suggestNumber({ type }: TemplateVariable, value: string): string {
  const number = type === 'number' ? readDecimalComma(value) : null;
  return number === null ? '' : `: use ${number}`;
}

function checkGiven(
  variable: TemplateVariable,
  value: unknown,
  pattern: CompiledPattern | undefined,
  check: CodeCheck,
): string | null {
  if (value === undefined) return variable.required === true ? 'is required and no value was given.' : null;
  if (typeof value !== 'string') return `must be a string, but received ${describeNonString(value)}.`;
  if (value === '') return variable.required === true ? 'is required, but received an empty string.' : null;
  if (!value.isWellFormed() || value.includes('\0')) {
    return 'must be text without NUL characters and without lone surrogates.';
  }
  return (
    checkValue(variable, value, pattern) ?? (variable.type === 'qrcode' ? qrCodeProblem(value, check) : null)
  );
}

/** Describes a value that is not a string, so that the number 1 does not look like the string "1". */
function describeNonString(value: unknown): string {
  const kind = value === null ? 'null' : Array.isArray(value) ? 'an array' : typeof value;
  return kind === 'number' || kind === 'boolean'
    ? `the ${kind} ${String(value)}`
    : kind === 'object'
      ? 'an object'
      : kind;
}

function compile(document: TemplateDocument): CompiledVariables {
  const cached = compiledByDocument.get(document);
  if (cached !== undefined) return cached;
  const byName = new Map((document.variables ?? []).map((variable) => [variable.name, variable]));
  const patterns = new Map<string, CompiledPattern>();
  for (const { name, validation } of byName.values()) {
    if (validation?.pattern !== undefined) patterns.set(name, compilePattern(validation.pattern));
  }
  const compiled = { byName, patterns, codes: collectCodeUses(document.elements, document.variables ?? []) };
  compiledByDocument.set(document, compiled);
  return compiled;
}

function describeUndeclared(name: string, declared: readonly string[]): string {
  const meant = suggest(name, declared) ?? '';
  if (declared.length === 0) return `The template declares no variables, but received ${quoteValue(name)}.`;
  const shown = declared.slice(0, 20);
  const more = declared.length > shown.length ? ` and ${declared.length - shown.length} more` : '';
  const listed = `${shown.map((each) => `"${each}"`).join(', ')}${more}`;
  return `The template declares no variable ${quoteValue(name)}.${meant} It declares ${listed}.`;
}
