import type { TemplateDocument, TemplateVariable } from '../../../generated/template.ts';
import { StepBudget } from './budget.ts';
import { ExpressionCompiler, type Compilation } from './compile.ts';
import { findEntryTypes, toEntries, typedText, type Entry, type EntryType } from './entries.ts';
import type { SharedValues } from './evaluation.ts';
import { ExpressionError } from './expression-error.ts';
import { toExtraKey, listTypes, type ExtraTypes, type ExtraValues } from './extra-names.ts';
import { Decimal } from './decimal.ts';
import { writeDate } from './formats.ts';
import type { Moment } from './functions.ts';
import type { PlaceUse } from './place-uses.ts';
import { inZone } from './time-zones.ts';
import { countEntriesOf, showListKey } from '../values/lists.ts';
import { namesOfSize, type SizeSource } from '../sizes/size-names.ts';
import { emptyValue, type BoundValues, type ListEntry } from '../values/values.ts';

/**
 * Evaluates an expression of a part of the template, with the names known there.
 *
 * @param formatted takes the texts that formats have made
 */
export type Evaluate = (expression: string, extra?: ExtraValues, formatted?: string[]) => unknown;

/** The expressions of one template, compiled when first needed. */
export class TemplateExpressions {
  readonly #variables: readonly TemplateVariable[];
  readonly #entryTypes: ReadonlyMap<string, EntryType>;
  readonly #compiler: ExpressionCompiler;
  readonly #compiled = new Map<string, Compilation>();
  readonly #placeUses = new Map<string, readonly PlaceUse[]>();
  readonly #within = new Map<string, TemplateExpressions>();
  readonly #ofDocument: ExtraValues;

  /**
   * @param ofDocument names that the whole of the template knows beside the variables
   * @param extra names that a part of it knows, which win over those
   */
  constructor(
    variables: readonly TemplateVariable[],
    ofDocument: ExtraValues = new Map(),
    entryTypes = findEntryTypes(variables),
    extra: ExtraTypes = new Map(),
  ) {
    this.#variables = variables;
    this.#entryTypes = entryTypes;
    this.#ofDocument = ofDocument;
    const names = ofDocument.size === 0 ? extra : new Map([...listTypes(ofDocument), ...extra]);
    this.#compiler = new ExpressionCompiler(variables, entryTypes, names);
  }

  /**
   * The expressions of a part of the template, where more names are known: all that are known there, also
   * those of the parts around it.
   */
  within(extra: ExtraTypes): TemplateExpressions {
    const key = toExtraKey(extra);
    const known = this.#within.get(key);
    if (known !== undefined) return known;
    const within = new TemplateExpressions(this.#variables, this.#ofDocument, this.#entryTypes, extra);
    this.#within.set(key, within);
    return within;
  }

  /** One that makes entries of a list compiles, but cannot be shown: see `CompiledExpression.list`. */
  compile(source: string): Compilation {
    const known = this.#compiled.get(source);
    if (known !== undefined) return known;
    const compiled = this.#compiler.compile(source);
    this.#compiled.set(source, compiled);
    return compiled;
  }

  /** Where an expression takes items of lists by names, whether or not these are known. */
  findPlaceUses(source: string): readonly PlaceUse[] {
    const known = this.#placeUses.get(source);
    if (known !== undefined) return known;
    const uses = this.#compiler.findPlaceUses(source);
    this.#placeUses.set(source, uses);
    return uses;
  }

  /** The values of a request as expressions see them. */
  toTyped(values: BoundValues, { now, timeZone }: Moment): Map<string, unknown> {
    const typed = new Map<string, unknown>([
      ['now', timeZone === undefined ? now : inZone(now, timeZone)],
      ['vars', {}],
    ]);
    for (const { name, type } of this.#variables) {
      const value = values.get(name) ?? emptyValue(type);
      typed.set(name, typeof value === 'string' ? typedText(type, value) : this.toEntries(name, value));
    }
    return typed;
  }

  /** The entries of a list as expressions see them. @param list its key: see `innerListKey` */
  toEntries(list: string, entries: readonly ListEntry[]): readonly Entry[] {
    const type = this.#entryTypes.get(list);
    return type === undefined ? [] : toEntries(type, showListKey(list), entries);
  }

  /**
   * Prepares the evaluation of one page's expressions, which share a budget of steps.
   *
   * @param extra values of the names beside the variables, of the types given to `within`
   */
  forValues(values: BoundValues, moment: Moment, budget = new StepBudget(countEntries(values))): Evaluate {
    let typed: ReadonlyMap<string, unknown> | undefined;
    const ofDocument = this.#ofDocument;
    const typedOnce = () => (typed ??= this.toTyped(values, moment));
    let whole: Part | undefined;
    const openWhole = (): Part => {
      const all = () => (ofDocument.size === 0 ? typedOnce() : withExtra(typedOnce(), ofDocument));
      return (whole ??= { expressions: this, typed: all() });
    };
    // Entries follow each other: a map of all would keep what thousands of rows know.
    let last: { readonly extra: ExtraValues; readonly part: Part } | undefined;
    const shared: SharedValues = new Map();
    const openPart = (extra: ExtraValues): Part => {
      if (last?.extra !== extra) {
        const names = ofDocument.size === 0 ? extra : new Map([...ofDocument, ...extra]);
        const part = { expressions: this.within(listTypes(extra)), typed: withExtra(typedOnce(), names) };
        last = { extra, part };
      }
      return last.part;
    };
    return (source, extra, formatted) => {
      budget.grantExpression();
      const part = extra === undefined ? openWhole() : openPart(extra);
      const compiled = part.expressions.compile(source);
      if (!compiled.ok)
        throw new ExpressionError(`is refused: ${compiled.problem.detail.replace(/\.$/u, '')}`, source);
      return compiled.expression.evaluate(part.typed, budget, moment, shared, formatted);
    };
  }
}

/** The expressions and values of a part of a template. */
interface Part {
  readonly expressions: TemplateExpressions;
  readonly typed: ReadonlyMap<string, unknown>;
}

function withExtra(typed: ReadonlyMap<string, unknown>, extra: ExtraValues): ReadonlyMap<string, unknown> {
  const values = new Map<string, unknown>();
  // CEL's whole numbers are bigints.
  for (const [name, value] of extra) values.set(name, typeof value === 'number' ? BigInt(value) : value);
  for (const [name, value] of typed) values.set(name, value);
  return values;
}

/** The entries of all lists, those of lists in them included. */
export function countEntries(values: BoundValues): number {
  return values.values().reduce((count, value) => count + countEntriesOf(value), 0);
}

/**
 * The result of an expression as a text.
 *
 * @throws ExpressionError for what cannot be shown
 */
export function toText(value: unknown): string {
  if (value === null) return '';
  if (value instanceof Decimal) return value.toShown();
  if (value instanceof Date) return writeDate(value);
  switch (typeof value) {
    case 'string':
    case 'bigint':
    case 'boolean':
      return String(value);
    case 'undefined':
    case 'number':
    case 'object':
    case 'function':
    case 'symbol':
    default:
      throw new ExpressionError('makes something that cannot be shown');
  }
}

/** A stored document never changes. Entries are removed together with their document. */
const byDocument = new WeakMap<object, TemplateExpressions>();

/** The expressions of a document, compiled once per document. */
export function collectExpressions(
  document: Pick<TemplateDocument, 'variables'> & SizeSource,
): TemplateExpressions {
  const known = byDocument.get(document);
  if (known !== undefined) return known;
  const expressions = new TemplateExpressions(document.variables ?? [], namesOfSize(document));
  byDocument.set(document, expressions);
  return expressions;
}
