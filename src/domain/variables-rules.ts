import { RE2JS } from 're2js';
import type { TemplateVariable } from '../../generated/template.ts';
import { quoteValue } from './variables-types.ts';

/** A `pattern` rule, ready for use: linear time, whatever the expression and the value. */
export interface CompiledPattern {
  readonly source: string;
  readonly matchesWhole: (value: string) => boolean;
}

/**
 * Compiles a `pattern` rule, an RE2 expression for the whole value. Throws an Error with the reason where it is none;
 * lookaround and backreferences are among the things that RE2 does not have.
 */
export function compilePattern(source: string): CompiledPattern {
  const expression = RE2JS.compile(source);
  return { source, matchesWhole: (value) => expression.matches(value) };
}

/**
 * Which of the variable's rules a value breaks, as the end of a sentence ("must …"); null where none. The value is of the
 * variable's type already and not empty.
 */
export function checkRules(
  variable: TemplateVariable,
  value: string,
  pattern: CompiledPattern | undefined,
): string | null {
  const { minLength, maxLength, min, max, options } = variable.validation ?? {};
  const length = minLength === undefined && maxLength === undefined ? 0 : countCodePoints(value);
  if (minLength !== undefined && length < minLength)
    return `must have at least ${characters(minLength)} (it has ${length})`;
  if (maxLength !== undefined && length > maxLength)
    return `must have at most ${characters(maxLength)} (it has ${length})`;
  if (variable.type === 'number') {
    if (min !== undefined && Number(value) < min) return `must be at least ${min}`;
    if (max !== undefined && Number(value) > max) return `must be at most ${max}`;
  }
  if (pattern !== undefined && !pattern.matchesWhole(value)) {
    return `must match the pattern ${pattern.source} from its first to its last character`;
  }
  if (options !== undefined && !options.includes(value))
    return `must be one of ${options.map(quoteValue).join(', ')}`;
  return null;
}

function characters(count: number): string {
  return count === 1 ? '1 character' : `${count} characters`;
}

function countCodePoints(value: string): number {
  let count = 0;
  for (const _ of value) count++;
  return count;
}
