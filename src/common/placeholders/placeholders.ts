import { endOfExpression, namesIn, renameIn } from '../expressions/tokens.ts';
import { textValue, type BoundValues } from '../values/values.ts';

/** A part of a template's string: literal text, a declared variable's name, or an expression. */
export type Piece =
  | { readonly literal: string }
  | { readonly variable: string }
  /** `offset`: where the expression starts in the string. */
  | { readonly expression: string; readonly offset: number };

/** The names of declared variables: a set, or a map of their values. */
export interface DeclaredNames {
  has(name: string): boolean;
}

/** The keys of a document that describe its files. */
export const descriptionKeys = ['title', 'author', 'subject', 'keywords'] as const;

/** Keys whose strings are filled with values. In other keys a placeholder would stay as it is. */
export const filledKeys: ReadonlySet<string> = new Set([
  'text',
  'ruby',
  'src',
  'icon',
  'href',
  'alt',
  'value',
  'header',
  'color',
  'decorationColor',
  'fill',
  'visible',
  'groupBy',
  'label',
  'headLabel',
  'background',
  ...descriptionKeys,
]);

/** The key of an object whose values, under names of any kind, are paints. */
export const colorsKey = 'colors';

/** Keys of elements whose numbers may be worked out: `"{{ … }}"` in place of the number. */
export const numberKeys: ReadonlySet<string> = new Set([
  'x',
  'y',
  'width',
  'height',
  'rotation',
  'opacity',
  'fontSize',
  'fontWeight',
]);

/** Keys whose words may be worked out: `"{{ … }}"` in place of one of those that the schema lists. */
export const choiceKeys: ReadonlySet<string> = new Set(['fontStyle', 'decoration']);

/** A placeholder without braces inside, at one place. */
const simple = /\{\{([^{}]*)\}\}/uy;

/** A place in a string: a placeholder, the escape `\{{`, or braces that are never closed. */
interface Match {
  readonly start: number;
  readonly end: number;
  /** What stands between the braces; null for the escape, undefined if they are not closed. */
  readonly inner: string | null | undefined;
}

function* findBraces(text: string, declared: DeclaredNames): Generator<Match> {
  for (let start = text.indexOf('{{'); start !== -1;) {
    if (text[start - 1] === '\\') {
      yield { start: start - 1, end: start + 2, inner: null };
      start = text.indexOf('{{', start + 2);
      continue;
    }
    const end = placeholderEnd(text, start, declared);
    if (end === null) {
      // The first of three braces is text.
      if (text[start + 2] !== '{') yield { start, end: start + 2, inner: undefined };
      start = text.indexOf('{{', start + 1);
      continue;
    }
    yield { start, end, inner: text.slice(start + 2, end - 2) };
    start = text.indexOf('{{', end);
  }
}

/** Where the placeholder at a place ends; null if it is none. Names of variables may contain quotes. */
function placeholderEnd(text: string, start: number, declared: DeclaredNames): number | null {
  simple.lastIndex = start;
  const [match, inner = ''] = simple.exec(text) ?? [];
  if (match !== undefined && (!/["']/u.test(inner) || declared.has(inner.trim()))) return simple.lastIndex;
  const simpleEnd = match === undefined ? null : start + match.length;
  if (text[start + 2] === '{') return null;
  const end = endOfExpression(text, start + 2);
  return end === null ? simpleEnd : end + 2;
}

/**
 * Splits a string at its `{{…}}` placeholders. Each holds the name of a declared variable, else an
 * expression. Spaces around it are ignored; `\{{` is a literal `{{`. Braces that are never closed stay as
 * they are; the import check refuses them (`hasUnclosedPlaceholder`).
 */
export function parsePlaceholders(text: string, declared: DeclaredNames): Piece[] {
  const pieces: Piece[] = [];
  let literal = '';
  let end = 0;
  for (const { start, end: matchEnd, inner } of findBraces(text, declared)) {
    if (inner === undefined) continue;
    literal += text.slice(end, start);
    end = matchEnd;
    if (inner === null) {
      literal += '{{';
      continue;
    }
    if (literal !== '') pieces.push({ literal });
    literal = '';
    const trimmed = inner.trim();
    if (declared.has(trimmed)) pieces.push({ variable: trimmed });
    else pieces.push({ expression: trimmed, offset: start + 2 + inner.indexOf(trimmed) });
  }
  literal += text.slice(end);
  if (literal !== '') pieces.push({ literal });
  return pieces;
}

/**
 * The distinct declared variables in a string's placeholders and their expressions, in order.
 *
 * @param inExpressions the names to find in expressions, if they are more
 */
export function variablesIn(
  text: string,
  declared: DeclaredNames,
  inExpressions: DeclaredNames = declared,
): string[] {
  if (!text.includes('{{')) return [];
  const names = parsePlaceholders(text, declared).flatMap((piece) => {
    if ('variable' in piece) return [piece.variable];
    return 'expression' in piece ? namesIn(piece.expression, inExpressions) : [];
  });
  return [...new Set(names)];
}

/** The expressions in a string's placeholders. */
export function expressionsIn(
  text: string,
  declared: DeclaredNames,
): { expression: string; offset: number }[] {
  if (!text.includes('{{')) return [];
  return parsePlaceholders(text, declared).flatMap((piece) => ('expression' in piece ? [piece] : []));
}

/** Whether a string has a placeholder: its value is not known before a request. */
export function hasPlaceholder(text: string, declared: DeclaredNames): boolean {
  return text.includes('{{') && parsePlaceholders(text, declared).some((piece) => !('literal' in piece));
}

/** Whether an unescaped `{{` has no `}}`, which is most likely a typing mistake. */
export function hasUnclosedPlaceholder(text: string, declared: DeclaredNames): boolean {
  return text.includes('{{') && findBraces(text, declared).some(({ inner }) => inner === undefined);
}

/** The placeholder that a string consists of, without its braces; null for any other string. */
export function wholePlaceholder(text: string, declared: DeclaredNames): string | null {
  if (!text.includes('{{')) return null;
  const [piece, ...others] = parsePlaceholders(text.trim(), declared);
  if (piece === undefined || others.length > 0 || 'literal' in piece) return null;
  return 'variable' in piece ? piece.variable : piece.expression;
}

/**
 * Replaces every placeholder by its value. A variable without a value is empty, and so is a list.
 *
 * @param values of all declared variables
 * @param evaluate works out an expression; default: expressions are empty
 */
export function fillPlaceholders(
  text: string,
  values: BoundValues,
  evaluate: (expression: string) => string = () => '',
): string {
  if (!text.includes('{{')) return text;
  return parsePlaceholders(text, values)
    .map((piece) => {
      if ('literal' in piece) return piece.literal;
      return 'variable' in piece ? textValue(values.get(piece.variable)) : evaluate(piece.expression);
    })
    .join('');
}

/** Changes what stands between the braces of each placeholder; null leaves a placeholder as it is. */
export function mapPlaceholders(
  text: string,
  declared: DeclaredNames,
  change: (inner: string) => string | null,
): string {
  if (!text.includes('{{')) return text;
  let changed = '';
  let end = 0;
  for (const match of findBraces(text, declared)) {
    const replacement = typeof match.inner === 'string' ? change(match.inner.trim()) : null;
    changed += text.slice(end, match.start) + (replacement ?? text.slice(match.start, match.end));
    end = match.end;
  }
  return changed + text.slice(end);
}

/** Renames a variable in placeholders and in their expressions, but not in strings of expressions. */
export function renameVariable(text: string, declared: DeclaredNames, name: string, newName: string): string {
  return mapPlaceholders(text, declared, (inner) => {
    if (inner === name) return `{{${newName}}}`;
    if (declared.has(inner)) return null;
    const renamed = renameIn(inner, name, newName);
    return renamed === inner ? null : `{{ ${renamed} }}`;
  });
}
