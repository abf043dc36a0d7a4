import { RE2JS } from 're2js';
import { patternSize } from '../../common/expressions/pattern-size.ts';
import type { ListField, TemplateVariable } from '../../../generated/template.ts';
import { countCodePoints } from './shorten.ts';
import { quoteValue } from './types.ts';

/** Of a value with a `pattern`. Matching takes about 0.1 µs per character. */
const maxPatternCharacters = 10_000;

/** Steps of patterns that the values of one request may take, one for each state and character: 0.7 s. */
const maxPatternSteps = 50_000_000;

/** Compiling a pattern takes as many for each of its states. */
const stepsToCompile = 500;

/** Counts the steps of the patterns of one request or document, before they are taken. */
export class PatternBudget {
  #left = maxPatternSteps;

  /** Counts the match of a value. False: there are too many steps. */
  takeMatch({ size }: CompiledPattern, value: string): boolean {
    return this.#take(size * value.length);
  }

  /** Counts the compilation of a pattern. False: there are too many steps. */
  takePattern(source: string): boolean {
    return this.#take(patternSize(source) * stepsToCompile);
  }

  #take(steps: number): boolean {
    this.#left -= steps;
    return this.#left >= 0;
  }
}

/** A compiled `pattern` rule. It matches in linear time for any expression and value. */
export interface CompiledPattern {
  readonly source: string;
  /** Its states, about. Matching a character takes 15 ns for each. */
  readonly size: number;
  readonly matchesWhole: (value: string) => boolean;
}

/**
 * Compiles a `pattern` rule: an RE2 expression that has to match the whole value. Throws an Error with the
 * reason if it is not a valid expression; RE2 has no lookaround and no backreferences.
 */
export function compilePattern(source: string): CompiledPattern {
  const expression = RE2JS.compile(source);
  return { source, size: patternSize(source), matchesWhole: (value) => expression.matches(value) };
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
  budget: PatternBudget,
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
  if (pattern !== undefined && !budget.takeMatch(pattern, value)) {
    const max = maxPatternSteps.toLocaleString('en');
    return `takes too long to match the pattern ${pattern.source}: the values may take ${max} steps together`;
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
