/**
 * Parsers for the values of options: each returns the value or says what is accepted.
 */
import { InvalidArgumentError, Option } from 'commander';
import { PLAN_NAMES } from '../domain/plans.ts';

/** The id of something, as the commands that made it told. */
export function parseId(text: string): string {
  if (!/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)) {
    throw new InvalidArgumentError('It must be a UUID.');
  }
  return text.toLowerCase();
}

/** A name for people: something that can be seen, at most 200 characters, without control characters. */
export function parseName(text: string): string {
  const name = text.trim();
  if (name === '' || name.length > 200 || !isPlainText(name)) {
    throw new InvalidArgumentError('It must be 1 to 200 characters without control characters.');
  }
  return name;
}

/** A text for people; may be empty. */
export function parseDescription(text: string): string {
  if (text.length > 2_000 || !isPlainText(text.replaceAll('\n', ''))) {
    throw new InvalidArgumentError('It must be at most 2000 characters without control characters.');
  }
  return text;
}

/** A parser of whole numbers, both ends included. */
export function parseIntegerBetween(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < least || value > most) {
      throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
    }
    return value;
  };
}

/** Values of `--format`. */
export const OUTPUT_FORMATS = ['png', 'jpeg', 'webp', 'pdf'] as const;

/** `--plan`. */
export function planOption(): Option {
  return new Option('--plan <plan>', 'what the workspace may do').choices(PLAN_NAMES).makeOptionMandatory();
}

/** `--visibility`. */
export function visibilityOption(description: string): Option {
  return new Option('--visibility <visibility>', description).choices(['PRIVATE', 'SHARED']);
}

function isPlainText(text: string): boolean {
  return text.isWellFormed() && !/\p{Cc}/u.test(text);
}
