import { Decimal as Library } from 'decimal.js';
import { ExpressionError } from './expression-error.ts';

/**
 * The numbers of expressions, where CEL has doubles: exact decimals of 34 significant digits, as IEEE 754's
 * decimal128. Halves round away from zero; zero has no sign. All are finite: what would be NaN or infinity,
 * such as a division by zero, is an error.
 *
 * They have two forms, as Java's `BigDecimal`: compact, a safe integer and how many of its digits are
 * decimals, which nearly all amounts are; or inflated, a number of decimal.js.
 */
export class Decimal {
  readonly unscaled: number;
  readonly scale: number;
  readonly inflated: Library | null;
  /** It has the digits of a text, with none that a division leaves. */
  readonly #isWritten: boolean;

  private constructor(unscaled: number, scale: number, inflated: Library | null = null, isWritten = false) {
    this.unscaled = unscaled;
    this.scale = scale;
    this.inflated = inflated;
    this.#isWritten = isWritten;
  }

  /** Whether a text that is a number has no more digits, and is no larger or smaller, than these can be. */
  static canHold(text: string): boolean {
    const digits = text.replace(/e.*$/iu, '').replaceAll(/\D/gu, '').replace(/^0+/u, '').replace(/0+$/u, '');
    const nearest = Number(text);
    return digits.length <= MAX_DIGITS && Number.isFinite(nearest) && (nearest !== 0 || digits === '');
  }

  /** The number that a text has; null for a text that has none. One that `canHold` refuses is rounded. */
  static read(text: string): Decimal | null {
    const point = text.indexOf('.');
    if (text.length <= maxCompactLength && (point === -1 || !/e/iu.test(text))) {
      const unscaled = Number(point === -1 ? text : text.slice(0, point) + text.slice(point + 1));
      const scale = point === -1 ? 0 : text.length - point - 1;
      if (Number.isSafeInteger(unscaled) && scale <= maxScale) return Decimal.#compact(unscaled, scale);
    }
    const read = readInflated(text);
    if (read === null) return null;
    const value = Decimal.#deflate(read);
    return value.inflated === null ? value : new Decimal(0, 0, value.inflated, true);
  }

  /** A finite number of JavaScript: the decimal with the digits that it is written with. */
  static from(value: number | bigint): Decimal {
    const number = Number(value);
    if (Number.isSafeInteger(number)) return Decimal.#compact(number, 0);
    return Decimal.read(String(value)) ?? refuse(value);
  }

  static #compact(unscaled: number, scale: number): Decimal {
    // A sum with zero is never -0.
    return new Decimal(unscaled + 0, scale);
  }

  /** The compact form where the number has one. @throws ExpressionError for a number that is not finite */
  static #deflate(value: Library): Decimal {
    if (!value.isFinite()) refuse(value.toNumber());
    if (value.e >= Inflated.maxE && value.abs().gt(Number.MAX_VALUE)) refuse(value.s * Infinity);
    const scale = value.decimalPlaces();
    if (scale > maxScale || value.precision(true) > maxScale) return new Decimal(0, 0, value);
    return Decimal.#compact(Number(value.toFixed().replace('.', '')), scale);
  }

  plus(other: Decimal): Decimal {
    const scale = Math.max(this.scale, other.scale);
    const [a, b] = [this.#scaledTo(scale), other.#scaledTo(scale)];
    const sum = a + b;
    if (Number.isSafeInteger(sum) && areSafe(a, b)) return Decimal.#compact(sum, scale);
    return Decimal.#deflate(this.#inflate().plus(other.#inflate()));
  }

  minus(other: Decimal): Decimal {
    return this.plus(other.neg());
  }

  times(other: Decimal): Decimal {
    const scale = this.scale + other.scale;
    const product = this.#own * other.#own;
    if (Number.isSafeInteger(product) && scale <= maxScale) return Decimal.#compact(product, scale);
    return Decimal.#deflate(this.#inflate().times(other.#inflate()));
  }

  /** @throws ExpressionError for a division by zero */
  div(other: Decimal): Decimal {
    for (const extra of quotientDecimals) {
      const scale = this.scale + extra - other.scale;
      const dividend = this.#scaledTo(this.scale + extra);
      if (scale >= 0 && scale <= maxScale && Number.isSafeInteger(dividend) && dividend % other.#own === 0)
        return Decimal.#compact(dividend / other.#own, scale);
    }
    return Decimal.#deflate(this.#inflate().div(other.#inflate()));
  }

  /** What a division leaves, with the sign of this number. @throws ExpressionError for a division by zero */
  rem(other: Decimal): Decimal {
    const scale = Math.max(this.scale, other.scale);
    const [a, b] = [this.#scaledTo(scale), other.#scaledTo(scale)];
    if (areSafe(a, b) && b !== 0) return Decimal.#compact(a % b, scale);
    return Decimal.#deflate(this.#inflate().mod(other.#inflate()));
  }

  neg(): Decimal {
    if (this.inflated !== null) return new Decimal(0, 0, this.inflated.neg());
    return Decimal.#compact(-this.unscaled, this.scale);
  }

  abs(): Decimal {
    return this.compare(zero) < 0 ? this.neg() : this;
  }

  /** Below, at or above 0 as this number is below, equal to or above the other. */
  compare(other: Decimal): number {
    const scale = Math.max(this.scale, other.scale);
    const [a, b] = [this.#scaledTo(scale), other.#scaledTo(scale)];
    return areSafe(a, b) ? a - b : this.#inflate().cmp(other.#inflate());
  }

  /** With at most some decimals; with -2 of them, a number of hundreds. */
  round(decimals: number, rounding: Rounding = 'half'): Decimal {
    if (decimals < 0)
      return Decimal.#deflate(this.#inflate().toNearest(`1e${-decimals}`, libraryRounding[rounding]));
    if (this.inflated !== null)
      return Decimal.#deflate(this.inflated.toDecimalPlaces(decimals, libraryRounding[rounding]));
    if (this.scale <= decimals) return this;
    const unit = powers[this.scale - decimals]!;
    const rest = this.unscaled % unit;
    const whole = (this.unscaled - rest) / unit;
    return Decimal.#compact(whole + stepOf(rest, unit, rounding), decimals);
  }

  /** The whole number, without the decimals. */
  toBigInt(): bigint {
    return BigInt(
      this.round(0, this.compare(zero) < 0 ? 'ceil' : 'floor')
        .#inflate()
        .toFixed(),
    );
  }

  /** The nearest double. */
  toNumber(): number {
    return this.inflated === null ? this.unscaled / powers[this.scale]! : this.inflated.toNumber();
  }

  /** All digits, without an exponent: people read these numbers. */
  toString(): string {
    // Of at most 15 digits, the nearest double is written with the same ones.
    if (this.inflated === null && Math.abs(this.unscaled) < maxDoubleDigits) {
      const number = this.toNumber();
      if (Math.abs(number) >= minPlainDouble || number === 0) return String(number);
    }
    return this.#inflate().toFixed();
  }

  /**
   * The digits that a page shows: of a result 30 at most, so that what a division leaves is not, as of
   * `x / 3 * 3`; before the point all.
   */
  toShown(): string {
    if (this.inflated === null || this.#isWritten) return this.toString();
    return this.inflated.toSignificantDigits(Math.max(maxShownDigits, this.inflated.e + 1)).toFixed();
  }

  /** The compact number; NaN if it has no such form, as in all that is worked out of it. */
  get #own(): number {
    return this.inflated === null ? this.unscaled : NaN;
  }

  #scaledTo(scale: number): number {
    return this.#own * powers[scale - this.scale]!;
  }

  #inflate(): Library {
    return this.inflated ?? new Inflated(`${this.unscaled}e-${this.scale}`);
  }
}

/** Significant digits that a number may have. */
export const MAX_DIGITS = 34;

/** What a text has that `canHold` refuses, for messages. */
export const beyondNumbers = `more than ${MAX_DIGITS} digits, or is below 5e-324 or above 1.8e308`;

/** In the range of doubles: the text of a number is never long. */
const Inflated = Library.clone({
  precision: MAX_DIGITS,
  rounding: Library.ROUND_HALF_UP,
  maxE: 308,
  minE: -324,
});

const libraryRounding = {
  half: Library.ROUND_HALF_UP,
  floor: Library.ROUND_FLOOR,
  ceil: Library.ROUND_CEIL,
} as const;

/** How decimals are dropped: halves away from zero, down, or up. */
export type Rounding = keyof typeof libraryRounding;

/** CEL's name of the type. */
export const DECIMAL = 'Decimal';

const maxScale = 15;
const powers = Array.from({ length: maxScale + 1 }, (_, exponent) => 10 ** exponent);
/** Decimals beyond those of the dividend that quotients mostly have. */
const quotientDecimals = [0, 2, 4, 6, 8];
const maxDoubleDigits = 1e15;
/** Smaller ones are written with an exponent. */
const minPlainDouble = 1e-6;
const maxShownDigits = 30;
/** 15 digits with a point and a sign. */
const maxCompactLength = 17;

export const zero = Decimal.from(0);

function areSafe(a: number, b: number): boolean {
  return Number.isSafeInteger(a) && Number.isSafeInteger(b);
}

function readInflated(text: string): Library | null {
  try {
    const value = new Inflated(text);
    if (!value.isFinite()) return null;
    return value.precision() > Inflated.precision ? value.toSignificantDigits(Inflated.precision) : value;
  } catch {
    return null;
  }
}

function refuse(value: number | bigint): never {
  throw new ExpressionError(`makes ${value}, which is no number: check for a division by zero`);
}

/** What rounding adds to the whole part of a number. */
function stepOf(rest: number, unit: number, rounding: Rounding): number {
  switch (rounding) {
    case 'half':
      return Math.abs(rest) * 2 >= unit ? Math.sign(rest) : 0;
    case 'floor':
      return rest < 0 ? -1 : 0;
    case 'ceil':
      return rest > 0 ? 1 : 0;
    default:
      return rounding satisfies never;
  }
}
