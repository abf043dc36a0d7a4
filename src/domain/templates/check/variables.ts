import type { ListField, TemplateDocument, TemplateVariable } from '../../../../generated/template.ts';
import { listElements } from '../../../render/bind/document-pages.ts';
import type { TemplateProblem } from './problem.ts';
import { checkCodes, collectCodeUses, type CodeCheck } from '../../variables/codes.ts';
import { compilePattern, PatternBudget } from '../../variables/rules.ts';
import { picturePaths, type TemplatePictures } from '../../variables/template-pictures.ts';
import { checkListValue, checkValue } from '../../variables/check-declared.ts';
import { MAX_ENTRIES, MAX_LIST_DEPTH } from '../../../common/values/lists.ts';

/**
 * Checks declarations: unique names, consistent rules, valid defaults and options.
 *
 * @param files the template's files by their paths
 */
export function checkDeclarations(
  document: TemplateDocument,
  files: ReadonlyMap<string, unknown>,
  check: CodeCheck,
): TemplateProblem[] {
  const variables = document.variables ?? [];
  const pictures = new Set(picturePaths([...files.keys()]));
  const problems = checkAll(variables, '/variables', { pictures, patterns: new PatternBudget() });
  return problems.length > 0 ? problems : checkDefaultsInCodes(document, check);
}

/** What all declarations of a template share. */
interface Shared {
  readonly pictures: TemplatePictures;
  readonly patterns: PatternBudget;
}

/** Checks variables, or the fields of a list. @param depth the lists around them */
function checkAll(
  variables: readonly (TemplateVariable | ListField)[],
  start: string,
  shared: Shared,
  depth = 0,
): TemplateProblem[] {
  const problems: TemplateProblem[] = [];
  const places = new Map<string, string>();
  for (const [index, variable] of variables.entries()) {
    const pointer = `${start}/${index}`;
    const earlier = places.get(variable.name);
    if (earlier !== undefined) {
      problems.push({
        pointer: `${pointer}/name`,
        detail: `"${variable.name}" is declared already, at ${earlier}.`,
      });
    }
    places.set(variable.name, pointer);
    problems.push(...checkDeclaration(variable, pointer, shared, depth));
  }
  return problems;
}

function checkDeclaration(
  variable: TemplateVariable | ListField,
  pointer: string,
  shared: Shared,
  depth: number,
): TemplateProblem[] {
  const { type, fields, defaultValue = '', validation } = variable;
  if (type !== 'list' && fields !== undefined) {
    const detail = `fields are those of a list; "${variable.name}" is of type ${type}.`;
    return [{ pointer: `${pointer}/fields`, detail }];
  }
  const rules = checkRules(variable, `${pointer}/validation`, shared);
  if (rules.length > 0) return rules;
  if (type === 'list') return checkList(variable, pointer, shared, depth + 1);
  if (typeof defaultValue !== 'string') {
    const detail = `Only a list has entries for a default; "${variable.name}" is of type ${type}.`;
    return [{ pointer: `${pointer}/defaultValue`, detail }];
  }
  const pattern = validation?.pattern === undefined ? undefined : compilePattern(validation.pattern);
  const { pictures, patterns } = shared;
  const check = (value: string) =>
    value === '' ? null : checkValue(variable, value, pattern, pictures, patterns);
  return [...checkDefault(defaultValue, check, pointer), ...checkOptions(variable, check, pointer)];
}

function checkList(
  variable: TemplateVariable | ListField,
  pointer: string,
  shared: Shared,
  depth: number,
): TemplateProblem[] {
  const { name, fields, defaultValue = '' } = variable;
  if (fields === undefined) {
    const detail = `"${name}" is a list, which needs the key "fields": the values of each entry.`;
    return [{ pointer: `${pointer}/fields`, detail }];
  }
  if (depth > MAX_LIST_DEPTH) {
    const detail = `Lists may be ${MAX_LIST_DEPTH} deep in each other; "${name}" is one more.`;
    return [{ pointer: `${pointer}/type`, detail }];
  }
  const inFields = checkAll(fields, `${pointer}/fields`, shared, depth);
  if (inFields.length > 0) return inFields;
  return checkListValue(variable, defaultValue, shared).map(({ pointer: place, detail }) => ({
    // The places of a string's JSON are not in the document.
    pointer: `${pointer}/defaultValue${typeof defaultValue === 'string' ? '' : place}`,
    detail: `The default is refused: ${detail}`,
  }));
}

function checkRules(
  { name, type, validation = {} }: TemplateVariable | ListField,
  pointer: string,
  { patterns }: Shared,
): TemplateProblem[] {
  const { minLength, maxLength, min, max, pattern, options } = validation;
  const problems: TemplateProblem[] = [];
  const report = (key: string, detail: string) => problems.push({ pointer: `${pointer}/${key}`, detail });
  if (minLength !== undefined && maxLength !== undefined && minLength > maxLength) {
    report(
      'minLength',
      `minLength (${minLength}) is greater than maxLength (${maxLength}): no value could be valid.`,
    );
  }
  if (min !== undefined && max !== undefined && min > max) {
    report('min', `min (${min}) is greater than max (${max}): no value could be valid.`);
  }
  for (const key of ['min', 'max'] as const) {
    if (validation[key] !== undefined && type !== 'number') {
      report(
        key,
        `${key} is a rule for number variables; "${name}" is of type ${type}. ` +
          'For lengths there are minLength and maxLength.',
      );
    }
  }
  for (const key of ['pattern', 'options'] as const) {
    if (validation[key] !== undefined && type === 'list')
      report(key, `${key} is no rule of lists; it may be one of their fields.`);
  }
  if (type === 'list' && minLength !== undefined && minLength > MAX_ENTRIES) {
    const most = MAX_ENTRIES.toLocaleString('en');
    report('minLength', `minLength is ${minLength}, but a list may have at most ${most} entries.`);
  }
  if (options?.length === 0) report('options', 'options is empty: no value could be valid.');
  const patternError = pattern === undefined ? null : describePatternError(pattern, patterns);
  if (patternError !== null) report('pattern', patternError);
  return problems;
}

function describePatternError(pattern: string, budget: PatternBudget): string | null {
  if (!budget.takePattern(pattern))
    return 'The patterns of the template are too large together: repeat less in them, such as {1000}.';
  try {
    compilePattern(pattern);
    return null;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const hint = /\(\?(?:[=!]|<[=!])|\\[1-9]|\\k/u.test(pattern)
      ? ' Lookaround and backreferences do not exist in RE2; describe the accepted values instead.'
      : '';
    return `The pattern is not an RE2 expression: ${reason}.${hint}`;
  }
}

/** What is wrong with a value: the end of a sentence. */
type OneCheck = (value: string) => string | null;

function checkDefault(value: string, check: OneCheck, pointer: string): TemplateProblem[] {
  const problem = check(value);
  return problem === null ? [] : [{ pointer: `${pointer}/defaultValue`, detail: `The default ${problem}` }];
}

/** Reports options that the type or another rule refuses. */
function checkOptions(
  { validation }: TemplateVariable | ListField,
  check: OneCheck,
  pointer: string,
): TemplateProblem[] {
  const { options = [] } = validation ?? {};
  return options.flatMap((option, index) => {
    const problem = check(option);
    const at = `${pointer}/validation/options/${index}`;
    return problem === null
      ? []
      : [{ pointer: at, detail: `This option can never be chosen: it ${problem}` }];
  });
}

/** Checks codes that are filled by defaults alone. */
function checkDefaultsInCodes(document: TemplateDocument, check: CodeCheck): TemplateProblem[] {
  const variables = document.variables ?? [];
  const uses = collectCodeUses(listElements(document), variables);
  return checkCodes(uses, nonEmptyDefaults(variables), check).map(({ variable, detail }) => {
    const index = variables.findIndex(({ name }) => name === variable);
    return { pointer: `/variables/${index}/defaultValue`, detail };
  });
}

/** The defaults of variables but lists, by name. An empty default is the same as none. */
export function nonEmptyDefaults(variables: readonly TemplateVariable[]): ReadonlyMap<string, string> {
  return new Map(
    variables.flatMap(({ name, type, defaultValue = '' }) =>
      type === 'list' || typeof defaultValue !== 'string' || defaultValue === ''
        ? []
        : [[name, defaultValue] as const],
    ),
  );
}
