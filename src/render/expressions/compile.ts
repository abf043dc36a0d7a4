import { Environment, type ASTNode } from '@marcbachmann/cel-js';
import type { TemplateVariable } from '../../../generated/template.ts';
import type { StepBudget } from './budget.ts';
import { entryTypeName, type EntryType } from './entries.ts';
import {
  asNode,
  childrenOf,
  countingEvaluator,
  variableOf,
  type Evaluation,
  type Evaluator,
  type ExpressionNode,
  type OptionalPlaces,
  type Scope,
} from './evaluator.ts';
import { ExpressionError } from './expression-error.ts';
import type { ExtraTypes } from './extra-names.ts';
import { functionList } from './function-list.ts';
import { registerFunctions, type Moment } from './functions.ts';
import { isIdentifier } from './tokens.ts';

/** Characters of one expression. */
export const MAX_EXPRESSION_LENGTH = 2_000;

const timestamp = 'google.protobuf.Timestamp';

/** Why an expression is refused. */
export interface ExpressionProblem {
  /** Where in the expression. */
  readonly offset: number;
  /** A whole sentence. */
  readonly detail: string;
  /** The name that nothing has, for suggestions. */
  readonly unknown?: {
    readonly kind: 'variable' | 'function' | 'field';
    readonly name: string;
    /** What there is, of fields. */
    readonly names?: readonly string[];
  };
}

/** The types of results that a template can use. `entries`: some of a list's, which cannot be shown. */
export type ResultType = 'text' | 'number' | 'boolean' | 'date' | 'any' | 'entries';

/** An expression that is ready to be evaluated. */
export interface CompiledExpression {
  readonly source: string;
  readonly type: ResultType;
  /** The list whose entries the result has, if its type is `entries`. */
  readonly list: string | null;
  /** @throws ExpressionError */
  evaluate(values: ReadonlyMap<string, unknown>, budget: StepBudget, moment: Moment): unknown;
}

export type Compilation =
  | { readonly ok: true; readonly expression: CompiledExpression }
  | { readonly ok: false; readonly problem: ExpressionProblem };

/** The evaluation that runs: evaluating is synchronous, so there is one at a time. */
let running: (Evaluation & { readonly moment: Moment; readonly optionalPlaces: OptionalPlaces }) | null =
  null;

function current(): NonNullable<typeof running> {
  if (running === null) throw new Error('No expression is being evaluated.');
  return running;
}

/** The macro that evaluates its argument with the counting evaluator. */
const guard = 'platen';
const guardStart = `${guard}(`;

let shared: Environment | undefined;

/** CEL with our functions, and without the variables of a template. */
function sharedEnvironment(): Environment {
  if (shared !== undefined) return shared;
  shared = new Environment({ homogeneousAggregateLiterals: false });
  registerFunctions(shared, () => current().moment);
  registerArithmetic(shared);
  shared.registerFunction(`${guard}(ast): dyn`, ({ args: [node] }: { args: [ExpressionNode] }) => ({
    typeCheck: (checker: { check(node: ExpressionNode, scope: Scope): unknown }, _: unknown, scope: Scope) =>
      checker.check(node, scope),
    evaluate: (evaluator: Evaluator, _: unknown, scope: Scope) =>
      countingEvaluator(evaluator, current(), current().optionalPlaces).run(node, scope),
  }));
  return shared;
}

/** Whole numbers beside doubles: `price * 2`. CEL has only `price * 2.0`. */
function registerArithmetic(environment: Environment): void {
  const operations: Record<string, (a: number, b: number) => number> = {
    '+': (a, b) => a + b,
    '-': (a, b) => a - b,
    '*': (a, b) => a * b,
    '/': (a, b) => a / b,
  };
  for (const [operator, apply] of Object.entries(operations)) {
    const handler = (a: number | bigint, b: number | bigint) => apply(Number(a), Number(b));
    environment.registerOperator(`double ${operator} int: double`, handler);
    environment.registerOperator(`int ${operator} double: double`, handler);
  }
  environment.registerOperator('double == int', (a: number, b: bigint) => a === Number(b));
  for (const type of ['double', timestamp]) {
    environment.registerOperator(`${type} == null`, (value: unknown) => value === null);
  }
}

/** Compiles the expressions of one template. */
export class ExpressionCompiler {
  readonly #variables: ReadonlyMap<string, TemplateVariable>;
  readonly #entryTypes: ReadonlyMap<string, EntryType>;
  readonly #extra: ExtraTypes;
  #environment: Environment | undefined;

  /**
   * @param entryTypes of the lists, by their names
   * @param extra the types of names beside the variables
   */
  constructor(
    variables: readonly TemplateVariable[],
    entryTypes: ReadonlyMap<string, EntryType> = new Map(),
    extra: ExtraTypes = new Map(),
  ) {
    this.#variables = new Map(variables.map((variable) => [variable.name, variable]));
    this.#entryTypes = entryTypes;
    this.#extra = extra;
  }

  /** Parses an expression and checks its types. */
  compile(source: string): Compilation {
    if (source.length > MAX_EXPRESSION_LENGTH) {
      const detail =
        `The expression has ${source.length.toLocaleString('en')} characters; ` +
        `it may have ${MAX_EXPRESSION_LENGTH.toLocaleString('en')}.`;
      return { ok: false, problem: { offset: 0, detail } };
    }
    try {
      // Alone first: behind the guard, a bracket too many would close the guard.
      const environment = (this.#environment ??= this.#createEnvironment());
      environment.parse(source);
      const parsed = environment.parse(`${guardStart}${source}\n)`);
      const [, [root]] = parsed.ast.args as [string, [ASTNode]];
      const refused = this.#findRefused(asNode(root));
      if (refused !== null) return { ok: false, problem: refused };
      const { valid, type = '', error } = parsed.check();
      if (!valid) return { ok: false, problem: this.#describe(error, source, guardStart.length) };
      const list = this.#listOf(type);
      const resultType = list === null ? resultTypes[type] : 'entries';
      if (resultType === undefined) return { ok: false, problem: describeResult(type) };
      const optionalPlaces = findOptionalPlaces(asNode(root));
      return {
        ok: true,
        expression: {
          source,
          type: resultType,
          list,
          evaluate: (values, budget, moment) =>
            this.#evaluate(parsed, source, { values, budget, moment, optionalPlaces }),
        },
      };
    } catch (error) {
      return { ok: false, problem: this.#describe(error, source, 0) };
    }
  }

  #createEnvironment(): Environment {
    const environment = sharedEnvironment().clone();
    for (const { name, ctor, fields } of this.#entryTypes.values()) {
      const types = Object.fromEntries(fields.entries().map(([field, type]) => [field, celType(type)]));
      environment.registerType(name, { ctor, fields: types });
    }
    const schema = Object.create(null) as Record<string, string>;
    for (const [name, { type }] of this.#variables) {
      const entryType = this.#entryTypes.get(name);
      const declared = entryType === undefined ? celType(type) : `list<${entryType.name}>`;
      schema[name] = declared;
      if (isIdentifier(name)) environment.registerVariable(name, declared);
    }
    for (const [name, type] of this.#extra) {
      if (this.#variables.has(name) || !isIdentifier(name)) continue;
      const declared = typeof type === 'string' ? type : this.#entryTypes.get(type.entryOf)?.name;
      if (declared !== undefined) environment.registerVariable(name, declared);
    }
    if (!this.#hasName('now')) environment.registerVariable('now', timestamp);
    if (!this.#hasName('vars')) environment.registerVariable({ name: 'vars', schema });
    return environment;
  }

  #hasName(name: string): boolean {
    return this.#variables.has(name) || this.#extra.has(name);
  }

  /** The list of a type `list<ListEntry0>`. */
  #listOf(type: string): string | null {
    const types = this.#entryTypes.values();
    return types.find(({ name }) => type === `list<${name}>`)?.list ?? null;
  }

  #evaluate(
    parsed: (context: object) => unknown,
    source: string,
    evaluation: NonNullable<typeof running>,
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
      throw new ExpressionError(`fails: ${shorten(summaryOf(error))}`, source);
    } finally {
      running = null;
    }
  }

  /** What CEL has, but templates do not. */
  #findRefused(node: ExpressionNode, parent?: ExpressionNode): ExpressionProblem | null {
    const offset = Math.max(0, node.start - guardStart.length);
    if (node.op === 'rcall') {
      const [name, , args] = node.args as [string, ExpressionNode, ExpressionNode[]];
      if (/^get(?:Date|Day|Full|Hours|Milli|Minutes|Month|Seconds)/u.test(name) && args.length > 0)
        return { offset, detail: `Dates are in UTC: ${name}() takes no time zone.` };
    }
    if (node.op === 'id' && node.args === 'optional' && !this.#hasName('optional'))
      return { offset, detail: 'Templates have no optional values: write price == null ? "" : …' };
    const isVars = node.op === 'id' && node.args === 'vars' && !this.#hasName('vars');
    if (isVars && (parent === undefined || variableOf(parent) === null))
      return { offset, detail: 'vars takes the name of a variable in quotes: vars["name"].' };
    for (const child of childrenOf(node)) {
      const refused = this.#findRefused(child, node);
      if (refused !== null) return refused;
    }
    return null;
  }

  #describe(error: unknown, source: string, shift: number): ExpressionProblem {
    const { code, range } = error as { code?: string; range?: { start: number } };
    const offset = Math.min(Math.max(0, (range?.start ?? 0) - shift), source.length);
    const place = `character ${offset + 1} of the expression`;
    const summary = summaryOf(error).replaceAll(timestamp, 'date').replaceAll(entryTypes, 'entry');
    if (code === 'no_such_key' && !isOfVars(source, offset)) {
      const name = /: (.*)$/su.exec(summary)?.[1] ?? '';
      const names = [...this.#entryTypes.values()].flatMap(({ fields }) => [...fields.keys()]);
      return {
        offset,
        detail: `Entries have no field ${JSON.stringify(name)} (${place}).`,
        unknown: { kind: 'field', name, names },
      };
    }
    if (code === 'unknown_variable' || code === 'no_such_key') {
      const name = /: (.*)$/su.exec(summary)?.[1] ?? '';
      return {
        offset,
        detail: `No variable ${JSON.stringify(name)} is declared (${place}).`,
        unknown: { kind: 'variable', name },
      };
    }
    const called = /^found no matching overload for '(?:.*\.)?(\w+)\(/su.exec(summary)?.[1];
    if (called !== undefined && !this.#hasFunction(called)) {
      return {
        offset,
        detail: `There is no function ${called}() (${place}).`,
        unknown: { kind: 'function', name: called },
      };
    }
    const hidden = [...this.#variables.keys()].find((name) => summary.includes(`: ${name} `));
    const hint =
      hidden === undefined || isIdentifier(hidden) ? '' : ` The variable is vars[${JSON.stringify(hidden)}].`;
    const advice = advices.find(({ summary: pattern }) => pattern.test(summary))?.advice ?? '';
    return { offset, detail: `The expression is not valid at ${place}: ${summary}.${hint}${advice}` };
  }

  #hasFunction(name: string): boolean {
    return sharedEnvironment()
      .getDefinitions()
      .functions.some((each) => each.name === name);
  }
}

/** Whether a key that there is not was read of `vars`. */
function isOfVars(source: string, offset: number): boolean {
  return /^vars\b/u.test(source.slice(offset)) || /\bvars\s*[.[]\s*$/u.test(source.slice(0, offset));
}

/** What to write instead, for what people know from other languages. */
const advices = [
  { summary: /no such overload: !string/u, advice: ' A text is neither true nor false: write name == "".' },
  { summary: /Reserved identifier: if/iu, advice: ' Write condition ? a : b.' },
];

/** Functions of CEL's optional values, which templates do not have. */
const ofOptionals = new Set(['hasValue', 'value', 'none', 'of', 'or', 'orValue']);

/** The names of all functions, for suggestions. */
export function functionNames(): string[] {
  const names = sharedEnvironment()
    .getDefinitions()
    .functions.map(({ name }) => name);
  const all = new Set([...functionList.map(({ name }) => name), ...names]);
  return [...all.difference(ofOptionals)].filter((name) => name !== guard);
}

/** In messages, all types of entries look the same. */
const entryTypes = new RegExp(`${entryTypeName}\\d+`, 'gu');

function celType(type: TemplateVariable['type']): string {
  return type === 'number' ? 'double' : type === 'date' ? timestamp : 'string';
}

const resultTypes: Readonly<Record<string, ResultType>> = {
  string: 'text',
  double: 'number',
  int: 'number',
  uint: 'number',
  bool: 'boolean',
  null: 'text',
  [timestamp]: 'date',
  dyn: 'any',
};

const hints: Readonly<Record<string, string>> = {
  list: ' join() or list() make a text of a list.',
  entry: ' Write one of its fields: item.name.',
};

function describeResult(type: string): ExpressionProblem {
  const kind = type
    .replaceAll(entryTypes, 'entry')
    .replace(/<.*$/su, '')
    .replace(/^google\.protobuf\./u, '')
    .toLowerCase();
  const hint = hints[kind] ?? '';
  const article = kind === 'entry' ? 'an' : 'a';
  return { offset: 0, detail: `The result is ${article} ${kind}, which cannot be shown.${hint}` };
}

/** Errors may quote values, which may be of any length. */
function shorten(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

function summaryOf(error: unknown): string {
  const { summary } = error as { summary?: unknown };
  if (typeof summary === 'string') return summary.replace(/\.$/u, '');
  return error instanceof Error ? error.message : String(error);
}

/** Functions that accept a value that was not given. */
const formatting = new Set(functionList.map(({ name }) => name));

/** The places where a variable may have no value: the result, `== null`, and arguments of our functions. */
function findOptionalPlaces(root: ExpressionNode): OptionalPlaces {
  const places: OptionalPlaces = new WeakSet();
  const visit = (node: ExpressionNode, isOptional: boolean): void => {
    const { op, args } = node;
    if (isOptional && (op === 'id' || op === '.' || op === '[]')) places.add(node);
    if (variableOf(node) !== null) return;
    if (op === '?:') {
      const [condition, left, right] = args as [ExpressionNode, ExpressionNode, ExpressionNode];
      visit(condition, false);
      visit(left, isOptional);
      visit(right, isOptional);
      return;
    }
    const acceptsNone =
      ((op === '==' || op === '!=') && childrenOf(node).some(isNull)) ||
      (op === 'call' && formatting.has((args as [string])[0]));
    for (const child of childrenOf(node)) visit(child, acceptsNone);
  };
  visit(root, true);
  return places;
}

function isNull({ op, args }: ExpressionNode): boolean {
  return op === 'value' && args === null;
}
