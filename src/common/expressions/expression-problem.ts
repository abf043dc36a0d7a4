import { DECIMAL } from './decimal.ts';
import { entryTypeName } from './entries.ts';
import { isIdentifier } from './tokens.ts';

/** CEL's type of dates. */
export const TIMESTAMP = 'google.protobuf.Timestamp';

/** Why an expression is refused. */
export interface ExpressionProblem {
  /** Where in the expression. */
  readonly offset: number;
  /** A whole sentence. */
  readonly detail: string;
  /** The name that nothing has, for suggestions. */
  readonly unknown?: {
    readonly kind: 'variable' | 'function' | 'field';
    readonly name: string;
    /** What there is, of fields. */
    readonly names?: readonly string[];
  };
}

/** The names that an expression may use. */
export interface KnownNames {
  readonly variables: readonly string[];
  /** Of the entries of lists. */
  readonly fields: readonly string[];
  hasFunction(name: string): boolean;
}

/**
 * What is wrong with an expression that cannot be parsed, or whose types do not fit.
 *
 * @param shift characters before the expression in what was parsed
 */
export function describeProblem(
  error: unknown,
  source: string,
  shift: number,
  known: KnownNames,
): ExpressionProblem {
  const { code, range } = error as { code?: string; range?: { start: number } };
  const offset = Math.min(Math.max(0, (range?.start ?? 0) - shift), source.length);
  const place = `character ${offset + 1} of the expression`;
  const summary = getSummary(error)
    .replaceAll(TIMESTAMP, 'date')
    .replaceAll(DECIMAL, 'double')
    .replaceAll(entryTypes, 'entry');
  if (code === 'no_such_key' && !isOfVars(source, offset)) {
    const name = /: (.*)$/su.exec(summary)?.[1] ?? '';
    if (isOfNumber(error))
      return { offset, detail: `A number has no field ${JSON.stringify(name)} (${place}).` };
    return {
      offset,
      detail: `Entries have no field ${JSON.stringify(name)} (${place}).`,
      // Another list may have it.
      unknown: { kind: 'field', name, names: known.fields.filter((field) => field !== name) },
    };
  }
  if (code === 'unknown_variable' || code === 'no_such_key') {
    const name = /: (.*)$/su.exec(summary)?.[1] ?? '';
    return {
      offset,
      detail: `No variable ${JSON.stringify(name)} is declared (${place}).`,
      unknown: { kind: 'variable', name },
    };
  }
  const called = /^found no matching overload for '(?:.*\.)?(\w+)\(/su.exec(summary)?.[1];
  if (called !== undefined && !known.hasFunction(called)) {
    return {
      offset,
      detail: `There is no function ${called}() (${place}).`,
      unknown: { kind: 'function', name: called },
    };
  }
  const hidden = known.variables.find((name) => summary.includes(`: ${name} `));
  const hint =
    hidden === undefined || isIdentifier(hidden) ? '' : ` The variable is vars[${JSON.stringify(hidden)}].`;
  const advice = advices.find(({ summary: pattern }) => pattern.test(summary))?.advice ?? '';
  return { offset, detail: `The expression is not valid at ${place}: ${summary}.${hint}${advice}` };
}

/** Whether a key that there is not was read of `vars`. */
function isOfVars(source: string, offset: number): boolean {
  return /^vars\b/u.test(source.slice(offset)) || /\bvars\s*[.[]\s*$/u.test(source.slice(0, offset));
}

/** What to write instead, for what people know from other languages. */
const advices = [
  { summary: /no such overload: !string/u, advice: ' A text is neither true nor false: write name == "".' },
  { summary: /Reserved identifier: if/iu, advice: ' Write condition ? a : b.' },
  {
    summary: /List index must be int, got 'double'/u,
    advice: ' Variables are numbers with a decimal point: write int(n).',
  },
  {
    summary: /overload for '.*\b(?:slice|substring|truncate|padStart|round|floor|ceil)\(.*\bdouble\b/u,
    advice: ' Variables are numbers with a decimal point: write int(n) where a whole number is needed.',
  },
  {
    summary: /no such overload: (?:string \+ (?:double|int|date)|(?:double|int|date) \+ string)$/u,
    advice: ' Write string(n), or a format such as number(n).',
  },
];

/** In messages, all types of entries look the same. */
const entryTypes = new RegExp(`${entryTypeName}\\d+`, 'gu');

const hints: Readonly<Record<string, string>> = {
  list: ' join() or list() make a text of a list.',
  entry: ' Write one of its fields: item.name.',
};

/** Why a result cannot be shown. */
export function describeResult(type: string): ExpressionProblem {
  const kind = type
    .replaceAll(entryTypes, 'entry')
    .replace(/<.*$/su, '')
    .replace(/^google\.protobuf\./u, '')
    .toLowerCase();
  const hint = hints[kind] ?? '';
  const article = kind === 'entry' ? 'an' : 'a';
  return { offset: 0, detail: `The result is ${article} ${kind}, which cannot be shown.${hint}` };
}

/** What fails in an evaluation. Errors may quote values, which may be of any length. */
export function describeFailure(error: unknown): string {
  const text = getSummary(error);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

/** What cel-js says, without the place. Values that it quotes are of any length. */
function getSummary(error: unknown): string {
  const { summary } = error as { summary?: unknown };
  if (typeof summary === 'string') return summary.replace(/\.$/u, '');
  return error instanceof Error ? error.message : String(error);
}

/** Whether what has no such field is a number. */
function isOfNumber(error: unknown): boolean {
  const { node } = error as { readonly node?: { readonly args?: unknown } };
  const [left] = Array.isArray(node?.args) ? (node.args as { checkedType?: { name?: string } }[]) : [];
  return left?.checkedType?.name === DECIMAL;
}
