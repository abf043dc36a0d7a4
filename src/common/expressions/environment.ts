import { Environment } from '@marcbachmann/cel-js';
import type { TemplateVariable } from '../../../generated/template.ts';
import { registerArithmetic } from './arithmetic.ts';
import { DECIMAL } from './decimal.ts';
import type { EntryType } from './entries.ts';
import type { Evaluation, Evaluator, OptionalPlaces, Scope } from './evaluation.ts';
import { countingEvaluator } from './evaluator.ts';
import { ExpressionError } from './expression-error.ts';
import { describeFailure, TIMESTAMP } from './expression-problem.ts';
import type { ExtraTypes } from './extra-names.ts';
import { functionList } from './function-list.ts';
import { registerFunctions, type Moment } from './functions.ts';
import type { ExpressionNode } from './nodes.ts';
import { isIdentifier } from './tokens.ts';

/** Creates an environment with the variables and the other names of a template. */
export function createEnvironment({ variables, entryTypes, extra }: TemplateNames): Environment {
  const hasName = (name: string) => variables.has(name) || extra.has(name);
  const environment = sharedEnvironment().clone();
  for (const { name, ctor, fields, lists } of entryTypes.values()) {
    const types = Object.fromEntries(
      fields.entries().map(([field, type]) => [field, fieldType(type, lists.get(field))]),
    );
    environment.registerType(name, { ctor, fields: types });
  }
  const schema = Object.create(null) as Record<string, string>;
  for (const [name, { type }] of variables) {
    const entryType = entryTypes.get(name);
    const declared = fieldType(type, entryType);
    schema[name] = declared;
    if (isIdentifier(name)) environment.registerVariable(name, declared);
  }
  for (const [name, type] of extra) {
    if (variables.has(name) || !isIdentifier(name)) continue;
    const entry = typeof type === 'string' ? type : entryTypes.get(type.entryOf)?.name;
    const isList = typeof type === 'object' && type.isList === true;
    const declared = isList && entry !== undefined ? `list<${entry}>` : entry;
    if (declared !== undefined) environment.registerVariable(name, declared);
  }
  if (!hasName('now')) environment.registerVariable('now', TIMESTAMP);
  if (!hasName('vars')) environment.registerVariable({ name: 'vars', schema });
  return environment;
}

/** What an environment knows of a template. */
export interface TemplateNames {
  readonly variables: ReadonlyMap<string, TemplateVariable>;
  /** The types of the entries of its lists, by the names of the lists. */
  readonly entryTypes: ReadonlyMap<string, EntryType>;
  /** The types of names beside the variables. */
  readonly extra: ExtraTypes;
}

function fieldType(type: TemplateVariable['type'], entryType: EntryType | undefined): string {
  return entryType === undefined ? celType(type) : `list<${entryType.name}>`;
}

function celType(type: TemplateVariable['type']): string {
  return type === 'number' ? DECIMAL : type === 'date' ? TIMESTAMP : 'string';
}

let shared: Environment | undefined;

/** CEL with our functions, and without the variables of a template. */
function sharedEnvironment(): Environment {
  if (shared !== undefined) return shared;
  shared = new Environment({ homogeneousAggregateLiterals: false });
  registerArithmetic(shared);
  registerFunctions(shared, current);
  shared.registerFunction(`${guard}(ast): dyn`, ({ args: [node] }: { args: [ExpressionNode] }) => ({
    typeCheck: (checker: { check(node: ExpressionNode, scope: Scope): unknown }, _: unknown, scope: Scope) =>
      checker.check(node, scope),
    evaluate: (evaluator: Evaluator, _: unknown, scope: Scope) =>
      countingEvaluator(evaluator, current(), current().optionalPlaces).run(node, scope),
  }));
  shared.registerFunction(`${noEntries}(): list<dyn>`, () => [], { async: false });
  return shared;
}

/** CEL has no expression for an empty list whose entries are of any type. */
const noEntries = 'platenNoEntries';
export const emptyList = `${noEntries}()`;

/** The macro that evaluates its argument with the counting evaluator. */
const guard = 'platen';
export const guardStart = `${guard}(`;

/** What the functions of an evaluation that runs need. */
interface RunningEvaluation extends Evaluation {
  readonly moment: Moment;
  readonly optionalPlaces: OptionalPlaces;
}

/** The evaluation that runs: evaluating is synchronous, so there is one at a time. */
let running: RunningEvaluation | null = null;

function current(): RunningEvaluation {
  if (running === null) throw new Error('No expression is being evaluated.');
  return running;
}

/**
 * Evaluates a parsed expression.
 *
 * @throws ExpressionError with its source
 */
export function evaluateParsed(
  parsed: (context: object) => unknown,
  source: string,
  evaluation: RunningEvaluation,
): unknown {
  running = evaluation;
  try {
    const result = parsed(evaluation.values) as object | null | undefined;
    // Unsigned integers are objects.
    const primitive: unknown = result?.valueOf();
    return typeof primitive === 'bigint' ? primitive : result;
  } catch (error) {
    if (error instanceof ExpressionError) throw new ExpressionError(error.message, source, error.variable);
    if (error instanceof RangeError && error.message.includes('call stack'))
      throw new ExpressionError('is nested too deeply', source);
    throw new ExpressionError(`fails: ${describeFailure(error)}`, source);
  } finally {
    running = null;
  }
}

/** Functions of CEL's optional values, which templates do not have. */
const ofOptionals = new Set(['hasValue', 'value', 'none', 'of', 'or', 'orValue']);

/** The names of all functions, for suggestions. */
export function functionNames(): string[] {
  const all = new Set([...functionList.map(({ name }) => name), ...listRegistered()]);
  return [...all.difference(ofOptionals)].filter((name) => name !== guard && name !== noEntries);
}

/** Whether expressions have a function of this name. */
export function hasFunction(name: string): boolean {
  return listRegistered().includes(name);
}

function listRegistered(): string[] {
  const { functions } = sharedEnvironment().getDefinitions();
  return functions.map(({ name }) => name);
}
