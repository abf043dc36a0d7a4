import { VariableError } from '../errors.ts';
import { StepBudget } from '../../common/expressions/budget.ts';
import type { Moment } from '../../common/expressions/functions.ts';
import { Decimal } from '../../common/expressions/decimal.ts';
import { Entry } from '../../common/expressions/entries.ts';
import { ExpressionError } from '../../common/expressions/expression-error.ts';
import type { Compilation } from '../../common/expressions/compile.ts';
import { listTypes, type ExtraValue, type ExtraValues } from '../../common/expressions/extra-names.ts';
import {
  collectExpressions,
  countEntries,
  toText,
  type Evaluate,
} from '../../common/expressions/template-expressions.ts';
import { isInkNotation } from '../../common/colors/ink-colors.ts';
import type { Color } from '../scene/paint.ts';
import { chartData, type ChartData } from './chart-data.ts';
import { COLOR_KINDS, readColor, type Palette } from './colors.ts';
import { paletteOf, type PaletteSource } from './palette.ts';
import { findFormatted, joinFilled, plainFilled, wholeFilled, type FilledText } from './filled-text.ts';
import {
  fillPlaceholders,
  parsePlaceholders,
  variablesIn,
  wholePlaceholder,
  type Piece,
} from '../../common/placeholders/placeholders.ts';
import { emptyValue, textValue, type BoundValues } from '../../common/values/values.ts';
import { namesIn, referenceTo } from '../../common/expressions/tokens.ts';
import { fillField } from './sent-field.ts';
import { type NumberRange, type WordChoice, MAX_NUMBER } from './number-ranges.ts';

const transparent: Color = '#00000000';

interface ParsedString {
  readonly pieces: readonly Piece[];
  /** The placeholder that the string is, without its braces; null for any other string. */
  readonly whole: string | null;
}

/**
 * Fills the placeholders of a template's strings with the values of one request.
 *
 * In a part of the template more names may be known: `within` adds them, for example
 * `variables.within({ item: entry, i: index })` for each entry of `variables.entries(repeat.each)`, or
 * `variables.within({ page: 1, pages: 3 })`. The import check has the same names by `checkStrings`' `extra`.
 * All parts share the steps of one page.
 */
export class VariableValues {
  readonly #values: BoundValues;
  readonly #document: PaletteSource;
  readonly #moment: Moment;
  readonly #isLenient: boolean;
  readonly #extra: ExtraValues | undefined;
  readonly #budget: StepBudget;
  readonly #evaluator: () => Evaluate;
  /** The strings that were filled: cells of a table have those of their columns. */
  readonly #parsed: Map<string, ParsedString>;
  #types: ReadonlyMap<string, string> | undefined;

  /** @param part the extra names of a part, and how the whole template evaluates; or its budget of steps */
  constructor(
    values: BoundValues,
    document: PaletteSource,
    moment: Moment,
    isLenient = false,
    part?: {
      readonly extra?: ExtraValues;
      readonly evaluator?: () => Evaluate;
      readonly budget?: StepBudget;
      readonly parsed?: Map<string, ParsedString>;
    },
  ) {
    this.#values = withDeclared(values, document);
    this.#document = document;
    this.#moment = moment;
    this.#isLenient = isLenient;
    this.#extra = part?.extra;
    this.#budget = part?.budget ?? new StepBudget(countEntries(values));
    this.#parsed = part?.parsed ?? new Map<string, ParsedString>();
    this.#evaluator =
      part?.evaluator ??
      once(() => {
        const evaluate = collectExpressions(document).forValues(values, moment, this.#budget);
        return isLenient ? emptyIfFailed(evaluate) : evaluate;
      });
  }

  /** The values in a part of the template, where these names are known beside those that are known here. */
  within(names: Readonly<Record<string, ExtraValue>>): VariableValues {
    const extra = new Map([...(this.#extra ?? []), ...Object.entries(names)]);
    const part = { extra, evaluator: this.#evaluator, budget: this.#budget, parsed: this.#parsed };
    return new VariableValues(this.#values, this.#document, this.#moment, this.#isLenient, part);
  }

  /** The same values, where expressions that fail are empty. */
  asLenient(): VariableValues {
    const evaluator = () => emptyIfFailed(this.#evaluator());
    const part = {
      ...(this.#extra === undefined ? {} : { extra: this.#extra }),
      evaluator,
      budget: this.#budget,
    };
    return new VariableValues(this.#values, this.#document, this.#moment, true, part);
  }

  /**
   * The entries that a placeholder makes: `"{{ items }}"`, or an expression such as
   * `"{{ items.filter(i, i.price > 0.0) }}"`.
   *
   * @throws ExpressionError
   */
  entries(template: string): readonly Entry[] {
    const inner = wholePlaceholder(template, this.#values) ?? '';
    const value = this.#values.get(inner);
    if (typeof value === 'object') return collectExpressions(this.#document).toEntries(inner, value);
    // Of an expression that fails, a lenient evaluation makes null.
    return (this.#work(inner) ?? []) as readonly Entry[];
  }

  /** @throws ExpressionError */
  text(template: string): string {
    return fillPlaceholders(template, this.#values, (expression) => this.#toText(expression));
  }

  /**
   * As `text`, with the parts that no line may divide: numbers, dates, and what formats make of them.
   *
   * @throws ExpressionError
   */
  filled(template: string): FilledText {
    if (!template.includes('{{')) return plainFilled(template);
    return joinFilled(
      this.#parse(template).pieces.map((piece) => {
        if ('literal' in piece) return plainFilled(piece.literal);
        if ('expression' in piece) return this.#fill(piece.expression);
        const text = textValue(this.#values.get(piece.variable));
        return oneWordTypes.has(this.#typeOf(piece.variable)) ? wholeFilled(text) : plainFilled(text);
      }),
    );
  }

  /** Whether a string is one placeholder, with nothing before or after it. */
  isOnePlaceholder(template: string): boolean {
    return wholePlaceholder(template, this.#values) !== null;
  }

  /**
   * What the placeholder that a string consists of makes: a number, a date, a text; null for a number or a
   * date that was not given.
   *
   * @throws ExpressionError
   */
  value(template: string): unknown {
    const inner = this.#parse(template).whole ?? '';
    return this.#work(this.#values.has(inner) ? referenceTo(inner) : inner);
  }

  /** What `value` makes, written in a format of `Intl`, which takes steps as those of expressions do. */
  formatted(template: string, write: (value: unknown) => string): string {
    const value = this.value(template);
    const text = write(value);
    this.#budget.takeFormat(text, this.#parse(template).whole ?? '');
    return text;
  }

  /** The inks that the document declares. */
  get palette(): Palette {
    return paletteOf(this.#document);
  }

  #parse(template: string): ParsedString {
    let parsed = this.#parsed.get(template);
    if (parsed === undefined) {
      const declared = this.#values;
      parsed = { pieces: parsePlaceholders(template, declared), whole: wholePlaceholder(template, declared) };
      this.#parsed.set(template, parsed);
    }
    return parsed;
  }

  /** The template's time zone. */
  get timeZone(): string | undefined {
    return this.#moment.timeZone;
  }

  /** Whether an expression of a string has one of these names, which are not variables. */
  hasName(template: string, names: ReadonlySet<string>): boolean {
    return variablesIn(template, this.#values, names).some((name) => names.has(name));
  }

  /** The declared variables that a string uses; in the place of an entry, its list. */
  namesIn(template: string): string[] {
    const [values, extra] = [this.#values, this.#extra];
    if (extra === undefined) return variablesIn(template, values);
    const names = variablesIn(template, values, { has: (name) => values.has(name) || extra.has(name) });
    const declared = names.flatMap((name) => {
      if (values.has(name)) return [name];
      const value = extra.get(name);
      return listsOf(value);
    });
    return [...new Set(declared)];
  }

  /**
   * The declared variables whose values a string shows; in the place of an entry, its list. Those that an
   * expression only compares are not among them.
   */
  shownNamesIn(template: string): string[] {
    if (!template.includes('{{')) return [];
    const [values, extra] = [this.#values, this.#extra ?? new Map<string, never>()];
    const names = parsePlaceholders(template, values).flatMap((piece) => {
      if ('variable' in piece) return [piece.variable];
      return 'expression' in piece ? this.#shownBy(piece.expression) : [];
    });
    return [
      ...new Set(
        names.flatMap((name) => {
          if (values.has(name)) return [name];
          const value = extra.get(name);
          return listsOf(value);
        }),
      ),
    ];
  }

  /** Where a string takes items of lists by a name: each expression with the list. */
  findPlaceUses(template: string, name: string): { readonly expression: string; readonly list: string }[] {
    if (!template.includes('{{') || !template.includes('[')) return [];
    const expressions = collectExpressions(this.#document);
    return parsePlaceholders(template, this.#values).flatMap((piece) => {
      if (!('expression' in piece)) return [];
      const { expression } = piece;
      const uses = expressions.findPlaceUses(expression).filter((use) => use.name === name);
      return uses.map(({ list }) => ({ expression, list }));
    });
  }

  /** The entries that an expression makes; none if it makes something else, or if it fails. */
  findEntries(expression: string): readonly Entry[] {
    if (!this.#compile(expression).ok) return [];
    const made = this.asLenient().#work(expression);
    return Array.isArray(made) ? made.filter((item) => item instanceof Entry) : [];
  }

  #compile(expression: string): Compilation {
    const all = collectExpressions(this.#document);
    const part = this.#extra === undefined ? all : all.within(listTypes(this.#extra));
    return part.compile(expression);
  }

  #shownBy(expression: string): readonly string[] {
    const compiled = this.#compile(expression);
    // Cells of tables name entries that are not known here.
    return compiled.ok ? compiled.expression.shownNames : namesIn(expression, this.#values);
  }

  /** A string is visible unless it is empty, `false` or `0` after filling. */
  isVisible(visible: string | boolean | undefined): boolean {
    if (typeof visible !== 'string') return visible ?? true;
    return !['', 'false', '0'].includes(this.text(visible));
  }

  /**
   * A colour as `#rrggbbaa`; an empty text is transparent.
   *
   * @throws VariableError for a variable that is none, ExpressionError for an expression that makes none
   */
  readonly color = (template: string): Color => {
    const filled = this.text(template).trim();
    if (filled === '') return transparent;
    const read = readColor(filled, this.palette);
    if ('color' in read) return read.color;
    const [name] = this.namesIn(template);
    const shown = JSON.stringify(filled.length > 40 ? `${filled.slice(0, 40)}…` : filled);
    const reason = isInkNotation(filled) ? `: it ${read.wrong}` : '';
    const isExpression = parsePlaceholders(template, this.#values).some(
      (piece) => 'expression' in piece && !this.#values.has(piece.expression),
    );
    if (isExpression)
      throw new ExpressionError(
        `is used as a colour and must make ${COLOR_KINDS}, but made ${shown}${reason}`,
        wholePlaceholder(template, this.#values) ?? template,
        name ?? null,
      );
    if (name === undefined)
      throw new VariableError(null, `The template has ${shown} where it needs ${COLOR_KINDS}${reason}.`);
    const use = `Variable "${name}" is used as a colour and must make ${COLOR_KINDS}`;
    throw new VariableError(name, `${use}, but received ${shown}${reason}.`);
  };

  /**
   * A number of the template, or what its placeholder makes.
   *
   * @param range what the key accepts
   * @throws ExpressionError for a result that is no number of that range
   */
  number(value: number | string, range: NumberRange): number {
    if (typeof value === 'number') return value;
    const inner = wholePlaceholder(value, this.#values) ?? '';
    const result = this.#values.has(inner) ? this.#values.get(inner) : this.#work(inner);
    const number = typeof result === 'bigint' ? Number(result) : readNumber(result);
    const { key, above = -Infinity, min = -MAX_NUMBER, max = MAX_NUMBER, isWhole, fallback } = range;
    const isAccepted = number !== null && number > above && number >= min && number <= max;
    if (isAccepted && (isWhole !== true || Number.isInteger(number))) return number;
    if (this.#isLenient) return fallback;
    const [variable = null] = this.namesIn(value);
    const accepted = above === -Infinity ? `from ${min} to ${max}` : `above ${above}, up to ${max}`;
    const kind = isWhole === true ? 'whole number' : 'number';
    throw new ExpressionError(
      `is used as ${key} and must make a ${kind} ${accepted}, but made ${describe(result)}`,
      inner,
      variable,
    );
  }

  /**
   * A word of the template, or what its placeholder makes.
   *
   * @throws ExpressionError for a result that the key does not accept
   */
  word<Word extends string>(value: string, { key, words }: WordChoice<Word>): Word {
    const made = value.includes('{{') ? this.text(value).trim() : value;
    const word = words.find((each) => each === made);
    if (word !== undefined) return word;
    if (this.#isLenient) return words[0];
    const [variable = null] = this.namesIn(value);
    const accepted = words.map((each) => JSON.stringify(each)).join(', ');
    throw new ExpressionError(
      `is used as ${key} and must make one of ${accepted}, but made ${describe(made)}`,
      wholePlaceholder(value, this.#values) ?? value,
      variable,
    );
  }

  /** What the specification of a chart names. */
  chartData(isNamed: (name: string) => boolean): ChartData {
    return chartData(this.#document.variables ?? [], this.#values, isNamed, this.#extra);
  }

  #work(expression: string, formatted?: string[]): unknown {
    return this.#evaluator()(expression, this.#extra, formatted);
  }

  #typeOf(name: string): string {
    this.#types ??= new Map(this.#document.variables?.map(({ name: each, type }) => [each, type]));
    return this.#types.get(name) ?? 'text';
  }

  #fill(expression: string): FilledText {
    const sent = this.#sentField(expression);
    if (sent !== undefined) return sent;
    const formatted: string[] = [];
    const value = this.#work(expression, formatted);
    const text = toText(value);
    if (typeof value !== 'string') return wholeFilled(text);
    return findFormatted(text, formatted, () => this.#budget.take(Math.ceil(text.length / lettersPerStep)));
  }

  #toText(expression: string): string {
    return this.#sentField(expression)?.text ?? toText(this.#work(expression));
  }

  /** A field of an entry alone is shown as it was sent, as a variable is. */
  #sentField(expression: string): FilledText | undefined {
    return this.#extra === undefined ? undefined : fillField(expression, this.#extra);
  }
}

/** The variable of an entry, or of several. */
function listsOf(value: ExtraValue | undefined): string[] {
  const [entry] = [value].flat();
  return entry instanceof Entry ? [entry.variable] : [];
}

/** Characters that a search goes through in a step. */
const lettersPerStep = 2_000;

/** Values of variables of these types are one word. */
const oneWordTypes: ReadonlySet<string> = new Set(['number', 'date']);

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

function emptyIfFailed(evaluate: Evaluate): Evaluate {
  return (...parts) => {
    try {
      return evaluate(...parts);
    } catch (error) {
      if (error instanceof ExpressionError) return null;
      throw error;
    }
  };
}

/** The values of all declared variables: one without a value is empty. */
function withDeclared(values: BoundValues, { variables = [] }: PaletteSource): BoundValues {
  if (variables.every(({ name }) => values.has(name))) return values;
  return new Map([...variables.map(({ name, type }) => [name, emptyValue(type)] as const), ...values]);
}

function readNumber(value: unknown): number | null {
  if (value instanceof Decimal) return value.toNumber();
  if (typeof value !== 'string' || value.trim() === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

function describe(value: unknown): string {
  if (value === null || value === '') return 'no value';
  const text = typeof value === 'string' ? JSON.stringify(value) : toText(value);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
