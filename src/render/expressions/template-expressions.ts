import type { TemplateDocument, TemplateVariable } from '../../../generated/template.ts';
import { StepBudget } from './budget.ts';
import { ExpressionCompiler, type Compilation } from './compile.ts';
import { ExpressionError } from './expression-error.ts';
import type { Moment } from './functions.ts';
import { emptyValue, type BoundValues, type VariableValue } from '../bind/values.ts';

/** The expressions of one template, compiled when first needed. */
export class TemplateExpressions {
  readonly #types: ReadonlyMap<string, TemplateVariable['type']>;
  readonly #compiler: ExpressionCompiler;
  readonly #compiled = new Map<string, Compilation>();

  constructor(variables: readonly TemplateVariable[]) {
    this.#types = new Map(variables.map(({ name, type }) => [name, type]));
    this.#compiler = new ExpressionCompiler(variables);
  }

  compile(source: string): Compilation {
    const known = this.#compiled.get(source);
    if (known !== undefined) return known;
    const compiled = this.#compiler.compile(source);
    this.#compiled.set(source, compiled);
    return compiled;
  }

  /** Prepares the evaluation of one page's expressions, which share a budget of steps. */
  forValues(values: BoundValues, moment: Moment, budget = new StepBudget()): (source: string) => unknown {
    let typed: Map<string, unknown> | undefined;
    return (source) => {
      const compiled = this.compile(source);
      if (!compiled.ok)
        throw new ExpressionError(`is refused: ${compiled.problem.detail.replace(/\.$/u, '')}`, source);
      typed ??= this.#toTyped(values, moment);
      return compiled.expression.evaluate(typed, budget, moment);
    };
  }

  #toTyped(values: BoundValues, { now }: Moment): Map<string, unknown> {
    const typed = new Map<string, unknown>([
      ['now', now],
      ['vars', {}],
    ]);
    for (const [name, type] of this.#types)
      typed.set(name, typedValue(type, values.get(name) ?? emptyValue(type)));
    return typed;
  }
}

/** A value as expressions see it. */
function typedValue(type: TemplateVariable['type'], value: VariableValue): unknown {
  if (typeof value !== 'string' || (type !== 'number' && type !== 'date')) return value;
  if (value === '') return null;
  if (type === 'number') return Number(value);
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** The result of an expression as a text. */
export function textOf(value: unknown): string {
  if (value === null) return '';
  if (value instanceof Date) return value.toISOString().replace(/T00:00:00\.000Z$/u, '');
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value);
    default:
      throw new ExpressionError('makes something that cannot be shown');
  }
}

/** A stored document never changes. Entries are removed together with their document. */
const byDocument = new WeakMap<object, TemplateExpressions>();

/** The expressions of a document, compiled once per document. */
export function expressionsOf(document: Pick<TemplateDocument, 'variables'>): TemplateExpressions {
  const known = byDocument.get(document);
  if (known !== undefined) return known;
  const expressions = new TemplateExpressions(document.variables ?? []);
  byDocument.set(document, expressions);
  return expressions;
}
