/** What is typed into fields of numbers, checked by the rule of the key. */
import { roundLength } from '../../model/placement.ts';
import { convertLength, parseAmount, type Amount, type Unit } from '../../model/amount.ts';
import type { Rule } from './schema.ts';

/** Why a number is not accepted. */
export type NumberFault = 'syntax' | 'range' | 'required';

/** A field of a number: its rule, and how it is measured. */
export interface NumberField {
  readonly rule: Rule;
  readonly isLength: boolean;
  readonly unit: Unit;
  /** The default in CSS pixels where the rule has none. */
  readonly presetPx: number | null;
}

/** The number that counts where the key is not set; null: there is none. */
export function readPreset({ rule, unit, presetPx }: NumberField): number | null {
  if (presetPx !== null) return roundLength(convertLength(presetPx, 'px', unit));
  return typeof rule.default === 'number' ? rule.default : null;
}

/**
 * What a text does to each of the current values: the new ones (undefined removes a key), or why it is
 * refused.
 */
export type NumberChange =
  | { readonly apply: (current: unknown) => number | undefined }
  | { readonly fault: NumberFault };

/** Reads a text for values that are there. Nothing is changed if it fits one of them not. */
export function readNumber(text: string, field: NumberField, values: readonly unknown[]): NumberChange {
  const { rule, isLength, unit } = field;
  if (text.trim() === '') return rule.isRequired ? { fault: 'required' } : { apply: () => undefined };
  const amount = parseAmount(text, isLength ? unit : null);
  if (amount === null) return { fault: 'syntax' };
  const apply = (current: unknown): number => result(amount, current, field);
  return values.every((current) => isInRange(apply(current), rule)) ? { apply } : { fault: 'range' };
}

/** Adds to the current value, within the range. */
export function stepNumber(current: unknown, distance: number, field: NumberField): number {
  const { rule } = field;
  const next = result((number) => number + distance, current, field);
  if (next <= rule.minimum && rule.isAboveMinimum) return typeof current === 'number' ? current : next;
  return Math.min(rule.maximum, Math.max(rule.minimum, next));
}

function result(amount: Amount, current: unknown, field: NumberField): number {
  const number = amount(typeof current === 'number' ? current : (readPreset(field) ?? 0));
  return field.rule.isWhole ? Math.round(number) : roundLength(number);
}

function isInRange(number: number, { minimum, maximum, isAboveMinimum }: Rule): boolean {
  if (!Number.isFinite(number)) return false;
  return (isAboveMinimum ? number > minimum : number >= minimum) && number <= maximum;
}

/** Reads a list of numbers with spaces or commas between them; null: there is something else in it. */
export function readNumbers(text: string, field: NumberField): readonly number[] | null {
  const texts = text.split(/[\s,]+/u).filter((part) => part !== '');
  const numbers = texts.map((part) => parseAmount(part, field.isLength ? field.unit : null)?.(0) ?? NaN);
  return numbers.every((number) => isInRange(number, field.rule)) ? numbers.map(roundLength) : null;
}
