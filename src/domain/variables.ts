import type { TemplateDocument, TemplateVariable } from '../../generated/template.ts';
import { checkCode } from '../render/codes/check.ts';
import {
  checkCodes,
  collectCodeUses,
  qrCodeProblem,
  type CodeCheck,
  type CodeUse,
} from './variables-codes.ts';
import { nearestName } from './variables-nearest.ts';
import { checkRules, compilePattern, type CompiledPattern } from './variables-rules.ts';
import { quoteValue, typeProblem } from './variables-types.ts';

/** Every declared variable's value, defaults applied; the empty string where there is none. */
export type VariableValues = ReadonlyMap<string, string>;

/** A value that the template does not accept. */
export interface VariableProblem {
  /** JSON pointer into the request body: `/variables/NAME`. */
  readonly pointer: string;
  readonly variable: string;
  /** Whole sentences: names the variable, what was given (shortened) and what is accepted. */
  readonly detail: string;
}

export type VariableCheck =
  | { readonly ok: true; readonly values: VariableValues }
  | { readonly ok: false; readonly problems: readonly VariableProblem[] };

/** What is worth keeping between requests: compiled patterns, and where the template makes codes of its variables. */
interface CompiledVariables {
  readonly byName: ReadonlyMap<string, TemplateVariable>;
  readonly patterns: ReadonlyMap<string, CompiledPattern>;
  readonly codes: readonly CodeUse[];
}

/** A stored version's document never changes, so what was compiled from it lives as long as the document is cached. */
const compiled = new WeakMap<TemplateDocument, CompiledVariables>();

/**
 * Checks the values of one request or row against the template's declarations and applies the defaults. Every problem is
 * listed, one for each variable, in the order of declaration; names that are not declared come last.
 *
 * @param given the request's map as it was parsed; anything that is not a string is refused
 * @param check tells whether a value can be drawn as a code
 */
export function checkVariables(
  document: TemplateDocument,
  given: Readonly<Record<string, unknown>>,
  check: CodeCheck = checkCode,
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
  for (const name of Object.keys(given)) {
    if (!variables.byName.has(name)) report(name, undeclared(name, [...variables.byName.keys()]));
  }
  return problems.length === 0 ? { ok: true, values } : { ok: false, problems };
}

/**
 * Why a value breaks the variable's type or rules, as the end of a sentence that begins with the variable; null where it
 * does not. Codes are not looked at here: what they can hold depends on the elements that show them.
 */
export function checkValue(
  variable: TemplateVariable,
  value: string,
  pattern: CompiledPattern | undefined,
): string | null {
  const wrongType = typeProblem(variable.type, value);
  if (wrongType !== null) return `${wrongType}, but received ${quoteValue(value)}.`;
  const brokenRule = checkRules(variable, value, pattern);
  return brokenRule === null ? null : `${brokenRule}, but received ${quoteValue(value)}.`;
}

function checkGiven(
  variable: TemplateVariable,
  value: unknown,
  pattern: CompiledPattern | undefined,
  check: CodeCheck,
): string | null {
  if (value === undefined) return variable.required === true ? 'is required and no value was given.' : null;
  if (typeof value !== 'string') return `must be a string, but received ${describeOther(value)}.`;
  if (value === '') return variable.required === true ? 'is required, but received an empty string.' : null;
  if (!value.isWellFormed() || value.includes('\0')) {
    return 'must be text without NUL characters and without halves of surrogate pairs.';
  }
  return (
    checkValue(variable, value, pattern) ?? (variable.type === 'qrcode' ? qrCodeProblem(value, check) : null)
  );
}

/** What JSON can hold besides strings, so that the number 1 does not read as the string "1". */
function describeOther(value: unknown): string {
  const kind = value === null ? 'null' : Array.isArray(value) ? 'an array' : typeof value;
  return kind === 'number' || kind === 'boolean'
    ? `the ${kind} ${String(value)}`
    : kind === 'object'
      ? 'an object'
      : kind;
}

function compile(document: TemplateDocument): CompiledVariables {
  const known = compiled.get(document);
  if (known !== undefined) return known;
  const byName = new Map((document.variables ?? []).map((variable) => [variable.name, variable]));
  const patterns = new Map<string, CompiledPattern>();
  for (const { name, validation } of byName.values()) {
    if (validation?.pattern !== undefined) patterns.set(name, compilePattern(validation.pattern));
  }
  const made = { byName, patterns, codes: collectCodeUses(document.elements, document.variables ?? []) };
  compiled.set(document, made);
  return made;
}

function undeclared(name: string, declared: readonly string[]): string {
  const nearest = nearestName(name, declared);
  const meant = nearest === null ? '' : ` Did you mean "${nearest}"?`;
  if (declared.length === 0) return `The template declares no variables, but received ${quoteValue(name)}.`;
  const listed = declared.slice(0, 20).map((each) => `"${each}"`);
  const more = declared.length > listed.length ? ` and ${declared.length - listed.length} more` : '';
  return `The template declares no variable ${quoteValue(name)}.${meant} It declares ${listed.join(', ')}${more}.`;
}

/** RFC 6901, section 3. */
function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
