import type { ListField, TemplateVariable } from '../../../generated/template.ts';
import type { BoundValues, VariableValue } from '../../common/values/values.ts';
import { escapePointer } from '../../common/text/json-text.ts';
import { readDecimalComma } from '../../common/values/decimal-comma.ts';
import { readDefault } from '../../common/values/lists.ts';
import { suggest } from '../../common/names/nearest-name.ts';
import { checkList, describeGiven, type FieldCheck, type VariableProblem } from './check-list.ts';
import { compileVariables, type CompiledVariables } from './compile-variables.ts';
import { checkRules, PatternBudget, type CompiledPattern } from './rules.ts';
import { suggestPicture, type TemplatePictures } from './template-pictures.ts';
import { quoteValue, typeProblem } from './types.ts';

/** Undeclared names, and problems of a list, that are reported: describing each of thousands takes time. */
export const MAX_UNDECLARED = 100;

/** Checks whether a value fits a QR code. Returns the end of a sentence, or null. */
export type QrCodeCheck = (value: string) => string | null;

/** What values are checked with, beside their declarations. */
export interface ValueChecks {
  readonly checkQrCode: QrCodeCheck;
  /** Those of the template. */
  readonly pictures: TemplatePictures;
}

/** The values of declared variables, defaults applied, and what is wrong with the others. */
export interface DeclaredCheck {
  readonly values: BoundValues;
  readonly problems: readonly VariableProblem[];
  /** Problems that are only counted. */
  readonly unreported: number;
}

/**
 * Checks values against declarations and applies defaults. Returns one problem per variable, in the order of
 * declaration, and those of each place in a list. Undeclared names are ignored.
 *
 * @param given the parsed map of the request; values other than strings, and lists, are refused
 * @param maxReported problems of one list that are reported; the others are only counted
 */
export function checkDeclared(
  compiled: CompiledVariables,
  given: Readonly<Record<string, unknown>>,
  checks: ValueChecks,
  maxReported: number,
): DeclaredCheck {
  const problems: VariableProblem[] = [];
  const values = new Map<string, VariableValue>();
  let unreported = 0;
  const budget = new PatternBudget();
  const checkOne: FieldCheck = (field, value, pattern) => checkGiven(field, value, pattern, checks, budget);
  for (const [name, variable] of compiled.byName) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    const fields = compiled.lists.get(name);
    if (fields !== undefined) {
      const checked = checkList(variable, value, fields, checkOne, maxReported);
      if (checked.problemCount === 0) values.set(name, checked.entries);
      problems.push(...checked.problems);
      unreported += checked.problemCount - checked.problems.length;
      continue;
    }
    const detail = checkOne(variable, value, compiled.patterns.get(name));
    if (detail === null) values.set(name, typeof value === 'string' ? value : readDefault(variable));
    else problems.push(variableProblem(name, `Variable "${name}" ${detail}`));
  }
  return { values, problems, unreported };
}

/** Describes each of the undeclared names. */
export function undeclaredProblems(
  { byName }: CompiledVariables,
  undeclared: readonly string[],
): VariableProblem[] {
  const declared = [...byName.keys()];
  return undeclared.map((name) => variableProblem(name, describeUndeclared(name, declared)));
}

/** A problem of a variable as a whole. */
export function variableProblem(variable: string, detail: string): VariableProblem {
  return { pointer: `/variables/${escapePointer(variable)}`, variable, detail };
}

/**
 * Checks the entries of a list that stands in a template: a default.
 *
 * @returns the place in the list, as a pointer, and whole sentences
 */
export function checkListValue(
  variable: TemplateVariable | ListField,
  value: unknown,
  { pictures, patterns }: { readonly pictures: TemplatePictures; readonly patterns: PatternBudget },
): { readonly pointer: string; readonly detail: string }[] {
  const checks = { checkQrCode: () => null, pictures };
  const { problems } = checkList(
    { ...variable, required: false },
    value,
    compileVariables(variable.fields ?? []),
    (field, given, pattern) => checkGiven(field, given, pattern, checks, patterns),
    MAX_UNDECLARED,
  );
  const start = `/variables/${escapePointer(variable.name)}`;
  return problems.map(({ pointer, detail }) => ({ pointer: pointer.slice(start.length), detail }));
}

/**
 * Checks a value against the variable's type and rules. Codes are checked elsewhere, since their capacity
 * depends on the elements that show them.
 *
 * @returns the end of a sentence that starts with the variable; null if the value is valid
 */
export function checkValue(
  variable: TemplateVariable | ListField,
  value: string,
  pattern: CompiledPattern | undefined,
  pictures: TemplatePictures,
  budget: PatternBudget,
): string | null {
  const wrongType = typeProblem(variable.type, value, pictures);
  if (wrongType !== null) {
    const meant = variable.type === 'image' ? suggestPicture(pictures, value) : '';
    return `${wrongType}, but received ${quoteValue(value)}${suggestNumber(variable, value)}.${meant}`;
  }
  const brokenRule = checkRules(variable, value, pattern, budget);
  return brokenRule === null ? null : `${brokenRule}, but received ${quoteValue(value)}.`;
}

/** Names the number that a value with a decimal comma means. */
function suggestNumber({ type }: TemplateVariable | ListField, value: string): string {
  const number = type === 'number' ? readDecimalComma(value) : null;
  return number === null ? '' : `: use ${number}`;
}

function checkGiven(
  variable: TemplateVariable | ListField,
  value: unknown,
  pattern: CompiledPattern | undefined,
  { checkQrCode, pictures }: ValueChecks,
  budget: PatternBudget,
): string | null {
  if (value === undefined) return variable.required === true ? 'is required and no value was given.' : null;
  if (typeof value !== 'string') return `must be a string, but received ${describeGiven(value)}.`;
  if (value === '') return variable.required === true ? 'is required, but received an empty string.' : null;
  if (!value.isWellFormed() || value.includes('\0')) {
    return 'must be text without NUL characters and without lone surrogates.';
  }
  return (
    checkValue(variable, value, pattern, pictures, budget) ??
    (variable.type === 'qrcode' ? checkQrCode(value) : null)
  );
}

function describeUndeclared(name: string, declared: readonly string[]): string {
  const meant = suggest(name, declared) ?? '';
  if (declared.length === 0) return `The template declares no variables, but received ${quoteValue(name)}.`;
  const shown = declared.slice(0, 20);
  const more = declared.length > shown.length ? ` and ${declared.length - shown.length} more` : '';
  const listed = `${shown.map((each) => `"${each}"`).join(', ')}${more}`;
  return `The template declares no variable ${quoteValue(name)}.${meant} It declares ${listed}.`;
}
