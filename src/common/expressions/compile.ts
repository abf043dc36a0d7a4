import type { ASTNode, Environment } from '@marcbachmann/cel-js';
import type { TemplateVariable } from '../../../generated/template.ts';
import { adaptLiterals, findRoundedNumber } from './adapt-literals.ts';
import type { StepBudget } from './budget.ts';
import { checkTypes } from './check-types.ts';
import { DECIMAL } from './decimal.ts';
import type { EntryType } from './entries.ts';
import {
  createEnvironment,
  emptyList,
  evaluateParsed,
  guardStart,
  hasFunction,
  type TemplateNames,
} from './environment.ts';
import type { SharedValues } from './evaluation.ts';
import {
  describeProblem,
  describeResult,
  TIMESTAMP,
  type ExpressionProblem,
  type KnownNames,
} from './expression-problem.ts';
import type { ExtraTypes } from './extra-names.ts';
import { findDateField, findFieldUses, type FieldUse } from './field-uses.ts';
import type { Moment } from './functions.ts';
import { asNode, findVariable, listChildren, type ExpressionNode } from './nodes.ts';
import { findOptionalPlaces } from './optional-places.ts';
import { findPlaceUses, type PlaceUse } from './place-uses.ts';
import { findSharedParts } from './shared-parts.ts';
import { findShownNames } from './shown-names.ts';

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

/** Compiles the expressions of one template. */
export class ExpressionCompiler {
  readonly #names: TemplateNames;
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
    this.#names = {
      variables: new Map(variables.map((variable) => [variable.name, variable])),
      entryTypes,
      extra,
    };
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
      const environment = (this.#environment ??= createEnvironment(this.#names));
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
      const { variables, extra } = this.#names;
      const sharedParts = findSharedParts(
        asNode(root),
        (name) => variables.has(name) || (name === 'now' && !extra.has(name)),
        (name) => extra.has(name),
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
            evaluateParsed(parsed, source, {
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
      const { ast } = (this.#environment ??= createEnvironment(this.#names)).parse(source);
      return findPlaceUses(asNode(ast), source);
    } catch {
      return [];
    }
  }

  #fieldUses(root: ExpressionNode, source: string, list: string): FieldUse[] {
    const type = this.#names.entryTypes.get(list);
    if (type === undefined) return [];
    const before = guardStart.length;
    const uses = findFieldUses(root, guardStart + source, type.name);
    return uses.map(({ name, start, end }) => ({ name, start: start - before, end: end - before }));
  }

  #hasName(name: string): boolean {
    return this.#names.variables.has(name) || this.#names.extra.has(name);
  }

  /** The list of a type `list<ListEntry0>`. */
  #listOf(type: string): string | null {
    const types = this.#names.entryTypes.values();
    return types.find(({ name }) => type === `list<${name}>`)?.list ?? null;
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
      variables: [...this.#names.variables.keys()],
      fields: [...this.#names.entryTypes.values()].flatMap(({ fields }) => [...fields.keys()]),
      hasFunction,
    };
  }
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
