import { StepBudget } from '../../common/expressions/budget.ts';
import { Entry } from '../../common/expressions/entries.ts';
import type { ExtraValue } from '../../common/expressions/extra-names.ts';
import type { Moment } from '../../common/expressions/functions.ts';
import { collectExpressions, countEntries, toText } from '../../common/expressions/template-expressions.ts';
import { referenceTo } from '../../common/expressions/tokens.ts';
import {
  fillPlaceholders,
  parsePlaceholders,
  wholePlaceholder,
  type Piece,
} from '../../common/placeholders/placeholders.ts';
import { textValue, type BoundValues } from '../../common/values/values.ts';
import type { Color } from '../scene/paint.ts';
import { chartData, type ChartData } from './chart-data.ts';
import { readColor, type Palette } from './colors.ts';
import { findFormatted, joinFilled, plainFilled, wholeFilled, type FilledText } from './filled-text.ts';
import { readInRange, type NumberRange, type WordChoice } from './number-ranges.ts';
import { paletteOf, type PaletteSource } from './palette.ts';
import { fillDeclared, PartNames } from './part-names.ts';
import { refuseColor, refuseNumber, refuseWord } from './refused-values.ts';
import { fillField } from './sent-field.ts';
import { TemplateEvaluation } from './template-evaluation.ts';

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
  /** The names that are known, and which of them strings use. */
  readonly names: PartNames;
  readonly #evaluation: TemplateEvaluation;
  /** The strings that were filled: cells of a table have those of their columns. */
  readonly #parsed: Map<string, ParsedString>;
  #types: ReadonlyMap<string, string> | undefined;

  constructor(names: PartNames, evaluation: TemplateEvaluation, parsed = new Map<string, ParsedString>()) {
    this.names = names;
    this.#evaluation = evaluation;
    this.#parsed = parsed;
  }

  /** The values in a part of the template, where these names are known beside those that are known here. */
  within(names: Readonly<Record<string, ExtraValue>>): VariableValues {
    return new VariableValues(this.names.within(names), this.#evaluation, this.#parsed);
  }

  /** The same values, where expressions that fail are empty. */
  asLenient(): VariableValues {
    return new VariableValues(this.names, this.#evaluation.asLenient());
  }

  /**
   * The entries that a placeholder makes: `"{{ items }}"`, or an expression such as
   * `"{{ items.filter(i, i.price > 0.0) }}"`.
   *
   * @throws ExpressionError
   */
  entries(template: string): readonly Entry[] {
    const inner = wholePlaceholder(template, this.names.values) ?? '';
    const value = this.names.values.get(inner);
    if (typeof value === 'object') return collectExpressions(this.names.document).toEntries(inner, value);
    // A lenient evaluation makes null of an expression that fails.
    return (this.#work(inner) ?? []) as readonly Entry[];
  }

  /** @throws ExpressionError */
  text(template: string): string {
    return fillPlaceholders(template, this.names.values, (expression) => this.#toText(expression));
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
        const text = textValue(this.names.values.get(piece.variable));
        return oneWordTypes.has(this.#typeOf(piece.variable)) ? wholeFilled(text) : plainFilled(text);
      }),
    );
  }

  /** Whether a string is one placeholder, with nothing before or after it. */
  isOnePlaceholder(template: string): boolean {
    return this.#parse(template).whole !== null;
  }

  /**
   * What the placeholder that a string consists of makes: a number, a date, a text; null for a number or a
   * date that was not given.
   *
   * @throws ExpressionError
   */
  value(template: string): unknown {
    const inner = this.#parse(template).whole ?? '';
    return this.#work(this.names.values.has(inner) ? referenceTo(inner) : inner);
  }

  /** What `value` makes, written in a format of `Intl`, which takes steps as those of expressions do. */
  formatted(template: string, write: (value: unknown) => string): string {
    const value = this.value(template);
    const text = write(value);
    this.#evaluation.budget.takeFormat(text, this.#parse(template).whole ?? '');
    return text;
  }

  #parse(template: string): ParsedString {
    let parsed = this.#parsed.get(template);
    if (parsed === undefined) {
      const declared = this.names.values;
      parsed = { pieces: parsePlaceholders(template, declared), whole: wholePlaceholder(template, declared) };
      this.#parsed.set(template, parsed);
    }
    return parsed;
  }

  /** The template's time zone. */
  get timeZone(): string | undefined {
    return this.#evaluation.timeZone;
  }

  /** The inks that the document declares. */
  get palette(): Palette {
    return paletteOf(this.names.document);
  }

  /** The entries that an expression makes; none if it makes something else, or if it fails. */
  findEntries(expression: string): readonly Entry[] {
    if (!this.names.compile(expression).ok) return [];
    const made = this.asLenient().#work(expression);
    return Array.isArray(made) ? made.filter((item) => item instanceof Entry) : [];
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
    throw refuseColor(this.names, template, { filled, wrong: read.wrong });
  };

  /**
   * A number of the template, or what its placeholder makes.
   *
   * @param range what the key accepts
   * @throws ExpressionError for a result that is no number of that range
   */
  number(value: number | string, range: NumberRange): number {
    if (typeof value === 'number') return value;
    const inner = wholePlaceholder(value, this.names.values) ?? '';
    const result = this.names.values.has(inner) ? this.names.values.get(inner) : this.#work(inner);
    const number = readInRange(result, range);
    if (number !== null) return number;
    if (this.#evaluation.isLenient) return range.fallback;
    throw refuseNumber(this.names, value, { range, made: result });
  }

  /**
   * A word of the template, or what its placeholder makes.
   *
   * @throws ExpressionError for a result that the key does not accept
   */
  word<Word extends string>(value: string, choice: WordChoice<Word>): Word {
    const { words } = choice;
    const made = value.includes('{{') ? this.text(value).trim() : value;
    const word = words.find((each) => each === made);
    if (word !== undefined) return word;
    if (this.#evaluation.isLenient) return words[0];
    throw refuseWord(this.names, value, { choice, made });
  }

  /** What the specification of a chart names. */
  chartData(isNamed: (name: string) => boolean): ChartData {
    return chartData(this.names.document.variables ?? [], this.names.values, isNamed, this.names.extra);
  }

  #work(expression: string, formatted?: string[]): unknown {
    return this.#evaluation.evaluate(expression, this.names.extra, formatted);
  }

  #typeOf(name: string): string {
    this.#types ??= new Map(this.names.document.variables?.map(({ name: each, type }) => [each, type]));
    return this.#types.get(name) ?? 'text';
  }

  #fill(expression: string): FilledText {
    const sent = this.#sentField(expression);
    if (sent !== undefined) return sent;
    const formatted: string[] = [];
    const value = this.#work(expression, formatted);
    const text = toText(value);
    if (typeof value !== 'string') return wholeFilled(text);
    return findFormatted(text, formatted, () =>
      this.#evaluation.budget.take(Math.ceil(text.length / lettersPerStep)),
    );
  }

  #toText(expression: string): string {
    return this.#sentField(expression)?.text ?? toText(this.#work(expression));
  }

  /** A field of an entry alone is shown as it was sent, as a variable is. */
  #sentField(expression: string): FilledText | undefined {
    return this.names.extra === undefined ? undefined : fillField(expression, this.names.extra);
  }
}

/**
 * The values of one request in the whole of a template.
 *
 * @param isLenient whether expressions that fail are empty
 * @param budget the steps that they may take
 */
export function createVariableValues(
  values: BoundValues,
  document: PaletteSource,
  moment: Moment,
  isLenient = false,
  budget = new StepBudget(countEntries(values)),
): VariableValues {
  const names = new PartNames(fillDeclared(values, document), document);
  return new VariableValues(names, new TemplateEvaluation({ document, values, moment, budget }, isLenient));
}

/** Characters that a search goes through in a step. */
const lettersPerStep = 2_000;

/** Values of variables of these types are one word. */
const oneWordTypes: ReadonlySet<string> = new Set(['number', 'date']);
