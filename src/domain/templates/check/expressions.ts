import type { ListField, TemplateDocument, TemplateVariable } from '../../../../generated/template.ts';
import { MAX_STEPS, StepBudget } from '../../../common/expressions/budget.ts';
import { functionNames } from '../../../common/expressions/environment.ts';
import type { ExpressionProblem } from '../../../common/expressions/expression-problem.ts';
import { ExpressionError } from '../../../common/expressions/expression-error.ts';
import {
  collectExpressions,
  toText,
  type TemplateExpressions,
} from '../../../common/expressions/template-expressions.ts';
import { namesIn } from '../../../common/expressions/tokens.ts';
import { pageNames } from '../../../render/bind/running.ts';
import type { ListEntry, VariableValue } from '../../../common/values/values.ts';
import { namesOfSize, type SizeSource } from '../../../common/sizes/size-names.ts';
import type { ExtraTypes, ExtraValue, ExtraValues } from '../../../common/expressions/extra-names.ts';
import { findList, readDefault, showListKey } from '../../../common/values/lists.ts';
import { suggest } from '../../../common/names/nearest-name.ts';
import { quoteValue } from '../../variables/types.ts';
import { toFindings, type Findings } from './problem.ts';

/** Where an expression stands: in the string at a pointer, from an offset on. */
export interface ExpressionPlace {
  readonly pointer: string;
  readonly offset: number;
}

/**
 * Checks an expression: its syntax, names and types. Warns about one that fails without values.
 *
 * @param extra the names that are known there beside the variables
 * @param makesEntries whether the place is one for entries of a list
 */
export function checkExpression(
  source: string,
  { pointer, offset }: ExpressionPlace,
  document: Pick<TemplateDocument, 'variables'> & SizeSource,
  extra: ExtraTypes,
  makesEntries = false,
): Findings {
  const { variables = [] } = document;
  const expressions = collectExpressions(document);
  const compiled = expressions.within(extra).compile(source);
  if (!compiled.ok) {
    const detail = describe(source, compiled.problem, [
      ...variables.map(({ name }) => name),
      ...extra.keys(),
      ...namesOfSize(document).keys(),
    ]);
    return toFindings({ problems: [{ pointer, detail, offset: offset + compiled.problem.offset }] });
  }
  const { list } = compiled.expression;
  if (list !== null && !makesEntries) {
    const detail = `The result is entries of "${showListKey(list)}", which cannot be shown.`;
    return toFindings({ problems: [{ pointer, detail, offset }] });
  }
  const trial = { source, variables, expressions, extra };
  // A check knows no values: what it says of them is that they may be missing.
  const missing = failureWithoutValues(trial)?.replace(/ was not given$/u, ' may be left out');
  const failure = missing ?? failureOfItself(trial);
  if (failure === null) return toFindings({});
  return toFindings({
    warnings: [{ pointer, detail: `The expression {{ ${source} }} ${failure}.`, offset }],
  });
}

/** A placeholder that is not written like an expression is taken for a name. */
const nameShape = /^[^()[\]{}"'+*/%<>=!&|?:,]*$/u;

function describe(
  source: string,
  { detail, unknown }: ExpressionProblem,
  declared: readonly string[],
): string {
  const unknownName = unknown?.kind === 'variable' ? unknown.name : source;
  if (pageNames.includes(unknownName))
    return (
      `The name "${unknownName}" is known only in the texts, conditions and numbers ` +
      "of a page's header and footer."
    );
  if (nameShape.test(source) && unknown?.kind !== 'field') {
    const meant = suggest(source, declared) ?? ' For a literal "{{" write "\\{{".';
    return `No variable ${quoteValue(source)} is declared.${meant}`;
  }
  if (unknown === undefined) return detail;
  const names = unknown.kind === 'variable' ? declared : (unknown.names ?? functionNames());
  return `${detail}${suggest(unknown.name, names) ?? ''}`;
}

/** The most steps of trying a document's expressions; after them the rest is skipped. */
const maxTrialSteps = 8 * MAX_STEPS;
const trials = new WeakMap<TemplateExpressions, { steps: number }>();

/** An expression that is tried with made-up values. */
interface Trial {
  readonly source: string;
  readonly variables: readonly TemplateVariable[];
  readonly expressions: TemplateExpressions;
  readonly extra: ExtraTypes;
}

/** What an expression says if the optional variables have their defaults only; null if it does not fail. */
function failureWithoutValues(trial: Trial): string | null {
  const getValue: ValueOf = (variable) =>
    variable.required === true ? getExample(variable) : readDefault(variable);
  const error = evaluationError(trial, getValue);
  return error === null || error.variable === null ? null : error.message;
}

/** What an expression says that fails whatever the values are, for example for an unknown currency. */
function failureOfItself(trial: Trial): string | null {
  const { source, variables, extra } = trial;
  const names = new Map<string, unknown>([
    ...extra,
    ...variables.map(({ name, type }) => [name, type] as const),
  ]);
  const isOfTexts = namesIn(source, names).some((name) => {
    const type = names.get(name);
    return type !== 'number' && type !== 'date' && type !== 'int';
  });
  return isOfTexts ? null : (evaluationError(trial, getExample)?.message ?? null);
}

function getExample({ type, fields = [] }: TemplateVariable | ListField): VariableValue {
  if (type === 'list') return [getEntry(fields, getExample)];
  return type === 'number' ? '1' : type === 'date' ? '2026-01-01' : 'Text';
}

type ValueOf = (variable: TemplateVariable | ListField) => VariableValue;

function getEntry(fields: readonly ListField[], valueOf: ValueOf): ListEntry {
  return Object.fromEntries(fields.map((field) => [field.name, valueOf(field)]));
}

function evaluationError(
  { source, variables, expressions, extra }: Trial,
  valueOf: ValueOf,
): ExpressionError | null {
  const trial = trials.get(expressions) ?? { steps: 0 };
  trials.set(expressions, trial);
  if (trial.steps > maxTrialSteps) return null;
  const budget = new StepBudget();
  const values = new Map(variables.map((variable) => [variable.name, valueOf(variable)]));
  try {
    const result = expressions.forValues(
      values,
      { locale: 'en', now: new Date() },
      budget,
    )(source, extra.size === 0 ? undefined : extraValues({ variables, expressions, extra }, valueOf));
    if (!Array.isArray(result)) toText(result);
    return null;
  } catch (error) {
    if (error instanceof ExpressionError) return error;
    throw error;
  } finally {
    trial.steps += budget.taken;
  }
}

function extraValues(
  { variables, expressions, extra }: Pick<Trial, 'variables' | 'expressions' | 'extra'>,
  valueOf: ValueOf,
): ExtraValues {
  const values = new Map<string, ExtraValue>();
  for (const [name, type] of extra) {
    if (type === 'int') values.set(name, 1);
    else if (type === 'string') values.set(name, 'Text');
    else {
      const fields = findList(variables, type.entryOf)?.fields ?? [];
      // The entries of a group have values, as those of a list have: its default has no entries.
      const isGroup = type.isList === true;
      const [entry] = expressions.toEntries(type.entryOf, [getEntry(fields, isGroup ? getExample : valueOf)]);
      if (entry !== undefined) values.set(name, isGroup ? [entry] : entry);
    }
  }
  return values;
}
