import { Environment, type ASTNode } from '@marcbachmann/cel-js';
import type { TemplateVariable } from '../../../generated/template.ts';
import type { StepBudget } from './budget.ts';
import type { EntryType } from './entries.ts';
import {
  asNode,
  listChildren,
  countingEvaluator,
  findVariable,
  type Evaluation,
  type Evaluator,
  type ExpressionNode,
  type OptionalPlaces,
  type Scope,
  type SharedValues,
} from './evaluator.ts';
import { ExpressionError } from './expression-error.ts';
import type { ExtraTypes } from './extra-names.ts';
import {
  describeFailure,
  describeProblem,
  describeResult,
  TIMESTAMP,
  type ExpressionProblem,
  type KnownNames,
} from './expression-problem.ts';
import { findDateField, findFieldUses, type FieldUse } from './field-uses.ts';
import { functionList } from './function-list.ts';
import { registerFunctions, type Moment } from './functions.ts';
import { DECIMAL } from './decimal.ts';
import { checkTypes } from './check-types.ts';
import { adaptLiterals, findRoundedNumber } from './adapt-literals.ts';
import { findOptionalPlaces } from './optional-places.ts';
import { findShownNames } from './shown-names.ts';
import { findPlaceUses, type PlaceUse } from './place-uses.ts';
import { findSharedParts } from './shared-parts.ts';
import { isIdentifier } from './tokens.ts';
import { registerArithmetic } from './arithmetic.ts';

/** Characters of one expression. */
export const MAX_EXPRESSION_LENGTH = 2_000;

/** The types of results that a template can use. `entries`: some of a list's, which cannot be shown. */
export type ResultType = 'text' | 'number' | 'boolean' | 'date' | 'any' | 'entries';

/** An expression that is ready to be evaluated. */
export interface CompiledExpression {
  readonly source: string;
  readonly type: ResultType;
  /** The key of the list whose entries the result has, if its type is `entries`: see `innerListKey`. */
  readonly list: string | null;
  /** The names whose values its result has: not those that it only compares. */
  readonly shownNames: readonly string[];
  /** Where it names fields of the entries of a list. */
  fieldsOf(list: string): readonly FieldUse[];
  /** @throws ExpressionError */
  evaluate(
    values: ReadonlyMap<string, unknown>,
    budget: StepBudget,
    moment: Moment,
    /** What parts that are the same in each row have made, with the values of one page. */
    shared?: SharedValues,
    /** Takes the texts that formats have made: amounts, dates. */
    formatted?: string[],
  ): unknown;
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
const emptyList = `${noEntries}()`;

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
      const rounded = findRoundedNumber(asNode(root), guardStart + source, guardStart.length);
      if (rounded !== null) return { ok: false, problem: rounded };
      adaptLiterals(asNode(root), guardStart + source, () => environment.parse(emptyList).ast);
      const { valid, type = '', error } = checkTypes(parsed, () => environment.parse('decimal(0.0)').ast);
      if (!valid)
        return { ok: false, problem: describeProblem(error, source, guardStart.length, this.#knownNames()) };
      const dateField = findDateField(asNode(root), guardStart.length);
      if (dateField !== null) return { ok: false, problem: dateField };
      const list = this.#listOf(type);
      const resultType = list === null ? resultTypes[type] : 'entries';
      if (resultType === undefined) return { ok: false, problem: describeResult(type) };
      const optionalPlaces = findOptionalPlaces(asNode(root));
      const sharedParts = findSharedParts(
        asNode(root),
        (name) => this.#variables.has(name) || (name === 'now' && !this.#extra.has(name)),
        (name) => this.#extra.has(name),
      );
      return {
        ok: true,
        expression: {
          source,
          type: resultType,
          list,
          shownNames: findShownNames(asNode(root)),
          fieldsOf: (of) => this.#fieldUses(asNode(root), source, of),
          evaluate: (values, budget, moment, shared: SharedValues = new Map(), formatted = []) =>
            this.#evaluate(parsed, source, {
              values,
              budget,
              moment,
              timeZone: moment.timeZone,
              optionalPlaces,
              sharedParts,
              shared,
              formatted,
            }),
        },
      };
    } catch (error) {
      return { ok: false, problem: describeProblem(error, source, 0, this.#knownNames()) };
    }
  }

  /** Where an expression takes items of lists by names, whether or not these are known. */
  findPlaceUses(source: string): readonly PlaceUse[] {
    try {
      const { ast } = (this.#environment ??= this.#createEnvironment()).parse(source);
      return findPlaceUses(asNode(ast), source);
    } catch {
      return [];
    }
  }

  #fieldUses(root: ExpressionNode, source: string, list: string): FieldUse[] {
    const type = this.#entryTypes.get(list);
    if (type === undefined) return [];
    const before = guardStart.length;
    const uses = findFieldUses(root, guardStart + source, type.name);
    return uses.map(({ name, start, end }) => ({ name, start: start - before, end: end - before }));
  }

  #createEnvironment(): Environment {
    const environment = sharedEnvironment().clone();
    for (const { name, ctor, fields, lists } of this.#entryTypes.values()) {
      const types = Object.fromEntries(
        fields.entries().map(([field, type]) => [field, fieldType(type, lists.get(field))]),
      );
      environment.registerType(name, { ctor, fields: types });
    }
    const schema = Object.create(null) as Record<string, string>;
    for (const [name, { type }] of this.#variables) {
      const entryType = this.#entryTypes.get(name);
      const declared = fieldType(type, entryType);
      schema[name] = declared;
      if (isIdentifier(name)) environment.registerVariable(name, declared);
    }
    for (const [name, type] of this.#extra) {
      if (this.#variables.has(name) || !isIdentifier(name)) continue;
      const entry = typeof type === 'string' ? type : this.#entryTypes.get(type.entryOf)?.name;
      const isList = typeof type === 'object' && type.isList === true;
      const declared = isList && entry !== undefined ? `list<${entry}>` : entry;
      if (declared !== undefined) environment.registerVariable(name, declared);
    }
    if (!this.#hasName('now')) environment.registerVariable('now', TIMESTAMP);
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
      throw new ExpressionError(`fails: ${describeFailure(error)}`, source);
    } finally {
      running = null;
    }
  }

  /** What CEL has, but templates do not. */
  #findRefused(node: ExpressionNode, parent?: ExpressionNode): ExpressionProblem | null {
    const offset = Math.max(0, node.start - guardStart.length);
    if (node.op === 'id' && node.args === 'optional' && !this.#hasName('optional'))
      return { offset, detail: 'Templates have no optional values: write price == null ? "" : …' };
    const isVars = node.op === 'id' && node.args === 'vars' && !this.#hasName('vars');
    if (isVars && (parent === undefined || findVariable(parent) === null))
      return { offset, detail: 'vars takes the name of a variable in quotes: vars["name"].' };
    for (const child of listChildren(node)) {
      const refused = this.#findRefused(child, node);
      if (refused !== null) return refused;
    }
    return null;
  }

  #knownNames(): KnownNames {
    return {
      variables: [...this.#variables.keys()],
      fields: [...this.#entryTypes.values()].flatMap(({ fields }) => [...fields.keys()]),
      hasFunction: (name) =>
        sharedEnvironment()
          .getDefinitions()
          .functions.some((each) => each.name === name),
    };
  }
}

/** Functions of CEL's optional values, which templates do not have. */
const ofOptionals = new Set(['hasValue', 'value', 'none', 'of', 'or', 'orValue']);

/** The names of all functions, for suggestions. */
export function functionNames(): string[] {
  const names = sharedEnvironment()
    .getDefinitions()
    .functions.map(({ name }) => name);
  const all = new Set([...functionList.map(({ name }) => name), ...names]);
  return [...all.difference(ofOptionals)].filter((name) => name !== guard && name !== noEntries);
}

function fieldType(type: TemplateVariable['type'], entryType: EntryType | undefined): string {
  return entryType === undefined ? celType(type) : `list<${entryType.name}>`;
}

function celType(type: TemplateVariable['type']): string {
  return type === 'number' ? DECIMAL : type === 'date' ? TIMESTAMP : 'string';
}

const resultTypes: Readonly<Record<string, ResultType>> = {
  string: 'text',
  [DECIMAL]: 'number',
  int: 'number',
  uint: 'number',
  bool: 'boolean',
  null: 'text',
  [TIMESTAMP]: 'date',
  dyn: 'any',
};
