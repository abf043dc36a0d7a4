import type { Schema } from '../../api/client.ts';
import { patternWords } from '../../words/patterns.ts';
import { previewWords } from '../../words/previews.ts';
import { describePattern } from './describe-pattern.ts';

type Variable = Schema<'Variable'>;

/** Exact, and years as people write them: 2026, but 20,000. */
const numbers = new Intl.NumberFormat(undefined, { useGrouping: 'min2', maximumFractionDigits: 20 });

/** The rules of a variable, as `template.schema.json` has them. */
export interface Rules {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: string;
  readonly options?: readonly string[];
}

/** The rules that a variable has. */
export function readRules({ validation }: Variable): Rules {
  return validation ?? {};
}

/** The rules of a variable in words; null without any. The service checks them. */
export function describeRules(variable: Variable): string | null {
  const { minLength, maxLength, min, max, pattern, options } = readRules(variable);
  const { rules } = previewWords;
  const words = [
    ...(variable.type === 'list'
      ? between(minLength, maxLength, rules.entries, rules.minEntries, rules.maxEntries)
      : between(minLength, maxLength, rules.characters, rules.minCharacters, rules.maxCharacters)),
    ...between(min, max, rules.between, rules.min, rules.max),
    ...(pattern === undefined || options !== undefined ? [] : [inWords(pattern)]),
  ];
  return words.length === 0 ? null : words.join(' · ');
}

/** A pattern in words with an example, or as it is. */
function inWords(pattern: string): string {
  const described = describePattern(pattern);
  if (described === null) return previewWords.rules.pattern(pattern);
  return patternWords.withExample(described.words, described.example);
}

function between(
  least: number | undefined,
  most: number | undefined,
  both: (least: string, most: string) => string,
  atLeast: (least: string) => string,
  atMost: (most: string) => string,
): string[] {
  if (least !== undefined && most !== undefined) return [both(numbers.format(least), numbers.format(most))];
  if (least !== undefined) return [atLeast(numbers.format(least))];
  return most === undefined ? [] : [atMost(numbers.format(most))];
}
