import type { TemplateVariable } from '../../../../generated/template.ts';
import { MAX_STEPS, StepBudget } from '../../../render/expressions/budget.ts';
import { functionNames, type ExpressionProblem } from '../../../render/expressions/compile.ts';
import { ExpressionError } from '../../../render/expressions/expression-error.ts';
import { textOf, type TemplateExpressions } from '../../../render/expressions/template-expressions.ts';
import { namesIn } from '../../../render/expressions/tokens.ts';
import type { BoundValues, VariableValue } from '../../../render/bind/values.ts';
import { defaultOf } from '../../variables/lists.ts';
import { suggest } from '../../variables/nearest-name.ts';
import { quoteValue } from '../../variables/types.ts';
import { findingsOf, type Findings } from './problem.ts';

/** Where an expression stands: in the string at a pointer, from an offset on. */
export interface ExpressionPlace {
  readonly pointer: string;
  readonly offset: number;
}

/** Checks an expression: its syntax, names and types. Warns about one that fails without values. */
export function checkExpression(
  source: string,
  { pointer, offset }: ExpressionPlace,
  variables: readonly TemplateVariable[],
  expressions: TemplateExpressions,
): Findings {
  const compiled = expressions.compile(source);
  if (!compiled.ok) {
    const detail = describe(source, compiled.problem, variables);
    return findingsOf({ problems: [{ pointer, detail, offset: offset + compiled.problem.offset }] });
  }
  const failure =
    failureWithoutValues(source, variables, expressions) ?? failureOfItself(source, variables, expressions);
  if (failure === null) return findingsOf({});
  return findingsOf({
    warnings: [{ pointer, detail: `The expression {{ ${source} }} ${failure}.`, offset }],
  });
}

/** What is not written like an expression was meant to be a name. */
const nameShape = /^[^()[\]{}"'+*/%<>=!&|?:,]*$/u;

function describe(
  source: string,
  { detail, unknown }: ExpressionProblem,
  variables: readonly TemplateVariable[],
): string {
  const declared = variables.map(({ name }) => name);
  if (nameShape.test(source)) {
    const meant = suggest(source, declared) ?? ' For a literal "{{" write "\\{{".';
    return `No variable ${quoteValue(source)} is declared.${meant}`;
  }
  if (unknown === undefined) return detail;
  const names = unknown.kind === 'function' ? functionNames() : declared;
  return `${detail}${suggest(unknown.name, names) ?? ''}`;
}

/** The steps of trying a document's expressions: after so many, the rest is not tried. */
const maxTrialSteps = 8 * MAX_STEPS;
const trials = new WeakMap<TemplateExpressions, { steps: number }>();

/** What an expression says if the optional variables have their defaults only; null if it does not fail. */
function failureWithoutValues(
  source: string,
  variables: readonly TemplateVariable[],
  expressions: TemplateExpressions,
): string | null {
  const values = new Map(
    variables.map((variable) => {
      const { name, required = false } = variable;
      return [name, required ? exampleOf(variable) : defaultOf(variable)];
    }),
  );
  const error = evaluationError(source, values, expressions);
  return error === null || error.variable === null ? null : error.message;
}

/** What an expression says that fails whatever the values are, for example for an unknown currency. */
function failureOfItself(
  source: string,
  variables: readonly TemplateVariable[],
  expressions: TemplateExpressions,
): string | null {
  const values = new Map(variables.map((variable) => [variable.name, exampleOf(variable)]));
  const isOfTexts = namesIn(source, values).some((name) =>
    variables.some((each) => each.name === name && each.type !== 'number' && each.type !== 'date'),
  );
  return isOfTexts ? null : (evaluationError(source, values, expressions)?.message ?? null);
}

function exampleOf({ type, fields = [] }: TemplateVariable): VariableValue {
  if (type === 'list') return [Object.fromEntries(fields.map((field) => [field.name, textOfType(field)]))];
  return textOfType({ type });
}

function textOfType({ type }: Pick<TemplateVariable, 'type'>): string {
  return type === 'number' ? '1' : type === 'date' ? '2026-01-01' : 'Text';
}

function evaluationError(
  source: string,
  values: BoundValues,
  expressions: TemplateExpressions,
): ExpressionError | null {
  const trial = trials.get(expressions) ?? { steps: 0 };
  trials.set(expressions, trial);
  if (trial.steps > maxTrialSteps) return null;
  const budget = new StepBudget();
  try {
    textOf(expressions.forValues(values, { locale: 'en', now: new Date() }, budget)(source));
    return null;
  } catch (error) {
    if (error instanceof ExpressionError) return error;
    throw error;
  } finally {
    trial.steps += budget.taken;
  }
}
