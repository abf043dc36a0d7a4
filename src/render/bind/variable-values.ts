import type { TemplateDocument } from '../../../generated/template.ts';
import { VariableError } from '../errors.ts';
import type { Moment } from '../expressions/functions.ts';
import { ExpressionError } from '../expressions/expression-error.ts';
import { expressionsOf, textOf } from '../expressions/template-expressions.ts';
import type { Color } from '../scene.ts';
import { canonicalColor, COLOR_KINDS } from './colors.ts';
import { fillPlaceholders, variablesIn, wholePlaceholder } from './placeholders.ts';
import { emptyValue, type BoundValues } from './values.ts';

const transparent: Color = '#00000000';

/** Fills the placeholders of a template's strings with the values of one request. */
export class VariableValues {
  readonly #values: BoundValues;
  readonly #prepare: () => (expression: string) => unknown;
  readonly #isLenient: boolean;
  #evaluate: ((expression: string) => unknown) | undefined;

  constructor(
    values: BoundValues,
    document: Pick<TemplateDocument, 'variables'>,
    moment: Moment,
    isLenient = false,
  ) {
    this.#values = withDeclared(values, document);
    this.#isLenient = isLenient;
    this.#prepare = () => {
      const evaluate = expressionsOf(document).forValues(values, moment);
      return isLenient ? emptyIfFailed(evaluate) : evaluate;
    };
  }

  /** @throws ExpressionError */
  text(template: string): string {
    return fillPlaceholders(template, this.#values, (expression) => textOf(this.#work(expression)));
  }

  /** The declared variables that a string uses. */
  namesIn(template: string): string[] {
    return variablesIn(template, this.#values);
  }

  /** A string is visible unless it is empty, `false` or `0` after filling. */
  isVisible(visible: string | boolean | undefined): boolean {
    if (typeof visible !== 'string') return visible ?? true;
    return !['', 'false', '0'].includes(this.text(visible));
  }

  /** A colour as `#rrggbbaa`; an empty text is transparent. Throws VariableError for anything else. */
  readonly color = (template: string): Color => {
    const filled = this.text(template).trim();
    if (filled === '') return transparent;
    const color = canonicalColor(filled);
    if (color !== null) return color;
    const [name] = this.namesIn(template);
    const shown = JSON.stringify(filled.length > 40 ? `${filled.slice(0, 40)}…` : filled);
    throw name === undefined
      ? new VariableError(null, `The template has ${shown} where it needs ${COLOR_KINDS}.`)
      : new VariableError(
          name,
          `Variable "${name}" is used as a colour and must make ${COLOR_KINDS}, but received ${shown}.`,
        );
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
    const { key, above = -Infinity, min = -MAX_NUMBER, max = MAX_NUMBER, fallback } = range;
    if (number !== null && number > above && number >= min && number <= max) return number;
    if (this.#isLenient) return fallback;
    const [variable = null] = this.namesIn(value);
    const accepted = above === -Infinity ? `from ${min} to ${max}` : `above ${above}, up to ${max}`;
    throw new ExpressionError(
      `is used as ${key} and must make a number ${accepted}, but made ${describe(result)}`,
      inner,
      variable,
    );
  }

  #work(expression: string): unknown {
    this.#evaluate ??= this.#prepare();
    return this.#evaluate(expression);
  }
}

function emptyIfFailed(evaluate: (expression: string) => unknown): (expression: string) => unknown {
  return (expression) => {
    try {
      return evaluate(expression);
    } catch (error) {
      if (error instanceof ExpressionError) return null;
      throw error;
    }
  };
}

/** The values of all declared variables: one without a value is empty. */
function withDeclared(
  values: BoundValues,
  { variables = [] }: Pick<TemplateDocument, 'variables'>,
): BoundValues {
  if (variables.every(({ name }) => values.has(name))) return values;
  return new Map([...variables.map(({ name, type }) => [name, emptyValue(type)] as const), ...values]);
}

/** The range of numbers that a key accepts. */
export interface NumberRange {
  readonly key: string;
  /** Refused itself. */
  readonly above?: number;
  readonly min?: number;
  readonly max?: number;
  /** In place of a number that expressions do not make, in pictures without values. */
  readonly fallback: number;
}

/** As the schema bounds numbers. */
const MAX_NUMBER = 1_000_000;

function readNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || value.trim() === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

function describe(value: unknown): string {
  if (value === null || value === '') return 'no value';
  const text = typeof value === 'string' ? JSON.stringify(value) : textOf(value);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
