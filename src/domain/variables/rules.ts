import { RE2JS } from 're2js';
import type { ListField, TemplateVariable } from '../../../generated/template.ts';
import { countCodePoints } from './shorten.ts';
import { quoteValue } from './types.ts';

/** Of a value with a `pattern`. Matching takes about 0.1 µs per character. */
const maxPatternCharacters = 10_000;

/** A compiled `pattern` rule. It matches in linear time for any expression and value. */
export interface CompiledPattern {
  readonly source: string;
  readonly matchesWhole: (value: string) => boolean;
}

/**
 * Compiles a `pattern` rule: an RE2 expression that has to match the whole value. Throws an Error with the
 * reason if it is not a valid expression; RE2 has no lookaround and no backreferences.
 */
export function compilePattern(source: string): CompiledPattern {
  const expression = RE2JS.compile(source);
  return { source, matchesWhole: (value) => expression.matches(value) };
}

/**
 * Checks a value against the variable's rules. The value has the variable's type and is not empty.
 *
 * @returns the end of a sentence ("must …"), or null if every rule is satisfied
 */
export function checkRules(
  variable: TemplateVariable | ListField,
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
  if (pattern !== undefined && value.length > maxPatternCharacters) {
    return `must have at most ${characters(maxPatternCharacters)} (it has ${value.length})`;
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
