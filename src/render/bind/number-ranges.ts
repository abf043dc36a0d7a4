import { Decimal } from '../../common/expressions/decimal.ts';

/** The range of numbers that a key accepts. */
export interface NumberRange {
  readonly key: string;
  /** Refused itself. */
  readonly above?: number;
  readonly min?: number;
  readonly max?: number;
  readonly isWhole?: true;
  /** In place of a number that expressions do not make, in pictures without values. */
  readonly fallback: number;
}

/** As the schema bounds numbers. */
export const MAX_NUMBER = 1_000_000;

/** What the keys that may be bound accept, as the schema has it, and what they are without a value. */
export const numberRanges = {
  x: { key: 'x', fallback: 0 },
  y: { key: 'y', fallback: 0 },
  width: { key: 'width', min: 0, fallback: 0 },
  height: { key: 'height', min: 0, fallback: 0 },
  rotation: { key: 'rotation', fallback: 0 },
  opacity: { key: 'opacity', min: 0, max: 1, fallback: 1 },
  fontSize: { key: 'fontSize', above: 0, fallback: 16 },
  fontWeight: { key: 'fontWeight', min: 100, max: 900, isWhole: true, fallback: 400 },
} as const satisfies Record<string, NumberRange>;

export type NumberKey = keyof typeof numberRanges;

/** The words that a key accepts. */
export interface WordChoice<Word extends string = string> {
  readonly key: string;
  /** The first one stands in for a word that expressions do not make, in pictures without values. */
  readonly words: readonly [Word, ...Word[]];
}

/** What the keys accept whose words may be bound, as the schema has it. */
export const wordChoices = {
  fontStyle: { key: 'fontStyle', words: ['normal', 'italic'] },
  decoration: { key: 'decoration', words: ['none', 'underline', 'line-through'] },
} as const satisfies Record<string, WordChoice>;

/** The number that an expression or a variable has made; null if it is none, or not of the range. */
export function readInRange(made: unknown, range: NumberRange): number | null {
  const number = typeof made === 'bigint' ? Number(made) : readNumber(made);
  const { above = -Infinity, min = -MAX_NUMBER, max = MAX_NUMBER, isWhole } = range;
  const isAccepted = number !== null && number > above && number >= min && number <= max;
  return isAccepted && (isWhole !== true || Number.isInteger(number)) ? number : null;
}

function readNumber(value: unknown): number | null {
  if (value instanceof Decimal) return value.toNumber();
  if (typeof value !== 'string' || value.trim() === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}
