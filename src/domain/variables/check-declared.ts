import type { ListField, TemplateVariable } from '../../../generated/template.ts';
import type { BoundValues, ListEntry, VariableValue } from '../../common/values/values.ts';
import { escapePointer } from '../../common/text/json-text.ts';
import { readDecimalComma } from '../../common/values/decimal-comma.ts';
import {
  checkEntryCount,
  completeEntry,
  readDefault,
  listShape,
  readList,
} from '../../common/values/lists.ts';
import { suggest } from '../../common/names/nearest-name.ts';
import { checkRules, compilePattern, type CompiledPattern } from './rules.ts';
import { suggestPicture, type TemplatePictures } from './template-pictures.ts';
import { quoteValue, typeProblem } from './types.ts';

export interface VariableProblem {
  /** JSON pointer into the request body: `/variables/NAME`, in a list `/variables/NAME/3/FIELD`. */
  readonly pointer: string;
  readonly variable: string;
  /** The place in a list: `items[3].price`. */
  readonly place?: string;
  /** Whole sentences: the variable, the given value (shortened) and what is accepted. */
  readonly detail: string;
}

/** Undeclared names, and problems of a list, that are reported: describing each of thousands takes time. */
export const MAX_UNDECLARED = 100;

/** Declarations, prepared for checks. */
export interface CompiledVariables {
  readonly byName: ReadonlyMap<string, TemplateVariable>;
  readonly patterns: ReadonlyMap<string, CompiledPattern>;
  /** The fields of lists, by the name of the list. */
  readonly lists: ReadonlyMap<string, CompiledVariables>;
}

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
  for (const [name, variable] of compiled.byName) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    const fields = compiled.lists.get(name);
    if (fields !== undefined) {
      const checked = checkList(variable, value, fields, checks, maxReported);
      if (checked.problemCount === 0) values.set(name, checked.entries);
      problems.push(...checked.problems);
      unreported += checked.problemCount - checked.problems.length;
      continue;
    }
    const detail = checkGiven(variable, value, compiled.patterns.get(name), checks);
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

interface CheckedList {
  readonly entries: readonly ListEntry[];
  readonly problems: readonly VariableProblem[];
  /** All problems, also those that are not reported. */
  readonly problemCount: number;
}

/** Checks the entries of a list and applies the defaults of their fields. */
function checkList(
  variable: TemplateVariable,
  value: unknown,
  { byName, patterns }: CompiledVariables,
  checks: ValueChecks,
  maxReported: number,
): CheckedList {
  const { name, fields = [] } = variable;
  const problems: VariableProblem[] = [];
  let problemCount = 0;
  const report = (path: readonly (string | number)[], describe: (place: string) => string) => {
    problemCount += 1;
    if (problems.length >= maxReported) return;
    const pointer = ['/variables', ...[name, ...path].map((key) => escapePointer(String(key)))].join('/');
    const [index, field] = path;
    if (index === undefined) return problems.push({ pointer, variable: name, detail: describe(name) });
    const place = `${name}[${index}]${field === undefined ? '' : `.${field}`}`;
    return problems.push({ pointer, variable: name, place, detail: describe(place) });
  };
  const refuse = (detail: string): CheckedList => {
    report([], (place) => `Variable "${place}" ${detail}`);
    return { entries: [], problems, problemCount };
  };

  if (value === undefined && variable.required !== true)
    return { entries: readDefault(variable) as readonly ListEntry[], problems, problemCount };
  if (value === undefined) return refuse('is required and no value was given.');
  const read = readList(value);
  if (read === null) return refuse(`must be ${listShape}, but received ${describeGiven(value)}.`);
  if (read.length === 0)
    return variable.required === true ? refuse('is required, but received an empty list.') : { ...none };
  const wrongCount = checkEntryCount(variable, read.length);
  if (wrongCount !== null) return refuse(wrongCount);
  for (const [index, entry] of read.entries()) {
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
      report(
        [index],
        (place) => `Variable "${place}" must be an object of strings, but received ${describeGiven(entry)}.`,
      );
      continue;
    }
    const given = entry as Readonly<Record<string, unknown>>;
    for (const [field, declaration] of byName) {
      const fieldValue = Object.hasOwn(given, field) ? given[field] : undefined;
      const detail = checkGiven(declaration, fieldValue, patterns.get(field), checks);
      if (detail !== null) report([index, field], (place) => `Variable "${place}" ${detail}`);
    }
    for (const field in given) {
      if (Object.hasOwn(given, field) && !byName.has(field))
        report([index, field], () => describeUnknownField(name, field, [...byName.keys()]));
    }
  }
  if (problemCount > 0) return { entries: [], problems, problemCount };
  const entries = read.map((entry) => completeEntry(fields, entry as ListEntry));
  return { entries, problems, problemCount };
}

const none: CheckedList = { entries: [], problems: [], problemCount: 0 };

function describeUnknownField(list: string, field: string, declared: readonly string[]): string {
  const meant = suggest(field, declared) ?? '';
  const listed = declared.map((each) => `"${each}"`).join(', ');
  return `Entries of "${list}" have no field ${quoteValue(field)}.${meant} They have ${listed}.`;
}

/**
 * Checks the entries of a list that stands in a template: a default.
 *
 * @returns the place in the list, as a pointer, and whole sentences
 */
export function checkListValue(
  variable: TemplateVariable,
  value: unknown,
  pictures: TemplatePictures,
): { readonly pointer: string; readonly detail: string }[] {
  const { problems } = checkList(
    { ...variable, required: false },
    value,
    compileVariables(variable.fields ?? []),
    { checkQrCode: () => null, pictures },
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
): string | null {
  const wrongType = typeProblem(variable.type, value, pictures);
  if (wrongType !== null) {
    const meant = variable.type === 'image' ? suggestPicture(pictures, value) : '';
    return `${wrongType}, but received ${quoteValue(value)}${suggestNumber(variable, value)}.${meant}`;
  }
  const brokenRule = checkRules(variable, value, pattern);
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
): string | null {
  if (value === undefined) return variable.required === true ? 'is required and no value was given.' : null;
  if (typeof value !== 'string') return `must be a string, but received ${describeGiven(value)}.`;
  if (value === '') return variable.required === true ? 'is required, but received an empty string.' : null;
  if (!value.isWellFormed() || value.includes('\0')) {
    return 'must be text without NUL characters and without lone surrogates.';
  }
  return (
    checkValue(variable, value, pattern, pictures) ?? (variable.type === 'qrcode' ? checkQrCode(value) : null)
  );
}

/** Describes a value, so that the number 1 does not look like the string "1". */
function describeGiven(value: unknown): string {
  if (typeof value === 'string') return quoteValue(value);
  const kind = value === null ? 'null' : Array.isArray(value) ? 'an array' : typeof value;
  if (kind === 'number' || kind === 'boolean') return `the ${kind} ${String(value)}`;
  return kind === 'object' ? 'an object' : kind;
}

/** Prepares declarations for checks. Throws an Error for an invalid pattern. */
export function compileVariables(variables: readonly TemplateVariable[]): CompiledVariables {
  const byName = new Map(variables.map((variable) => [variable.name, variable]));
  const patterns = new Map<string, CompiledPattern>();
  const lists = new Map<string, CompiledVariables>();
  for (const { name, type, validation, fields = [] } of byName.values()) {
    if (type === 'list') lists.set(name, compileVariables(fields));
    else if (validation?.pattern !== undefined) patterns.set(name, compilePattern(validation.pattern));
  }
  return { byName, patterns, lists };
}

function describeUndeclared(name: string, declared: readonly string[]): string {
  const meant = suggest(name, declared) ?? '';
  if (declared.length === 0) return `The template declares no variables, but received ${quoteValue(name)}.`;
  const shown = declared.slice(0, 20);
  const more = declared.length > shown.length ? ` and ${declared.length - shown.length} more` : '';
  const listed = `${shown.map((each) => `"${each}"`).join(', ')}${more}`;
  return `The template declares no variable ${quoteValue(name)}.${meant} It declares ${listed}.`;
}
