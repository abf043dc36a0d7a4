/** A part of a template's string: literal text, or a variable's name. */
export type Piece = { readonly literal: string } | { readonly variable: string };

/** Keys whose strings are filled with values. In other keys a placeholder would stay as it is. */
export const filledKeys: ReadonlySet<string> = new Set([
  'text',
  'src',
  'value',
  'color',
  'fill',
  'visible',
  'background',
]);

/** The escape `\{{` comes first, so that it never opens a placeholder. */
const placeholder = /\\\{\{|\{\{([^{}]*)\}\}/gu;

/**
 * Splits a string at its `{{name}}` placeholders. Spaces around a name are ignored; `\{{` is a literal `{{`.
 * Braces that are never closed stay as they are; the import check refuses them (`hasUnclosedPlaceholder`).
 */
export function parsePlaceholders(text: string): Piece[] {
  const pieces: Piece[] = [];
  let literal = '';
  let end = 0;
  for (const match of text.matchAll(placeholder)) {
    literal += text.slice(end, match.index);
    end = match.index + match[0].length;
    if (match[1] === undefined) {
      literal += '{{';
      continue;
    }
    if (literal !== '') pieces.push({ literal });
    literal = '';
    pieces.push({ variable: match[1].trim() });
  }
  literal += text.slice(end);
  if (literal !== '') pieces.push({ literal });
  return pieces;
}

/** The distinct variable names in a string's placeholders, in order. */
export function variablesIn(text: string): string[] {
  if (!text.includes('{{')) return [];
  const names = parsePlaceholders(text).flatMap((piece) => ('variable' in piece ? [piece.variable] : []));
  return [...new Set(names)];
}

/** Whether an unescaped `{{` has no `}}`, which is most likely a typing mistake. */
export function hasUnclosedPlaceholder(text: string): boolean {
  return text.includes('{{') && text.replace(placeholder, '').includes('{{');
}

/** Replaces every placeholder by its variable's value; a variable without a value is empty. */
export function fillPlaceholders(text: string, values: ReadonlyMap<string, string>): string {
  if (!text.includes('{{')) return text;
  return parsePlaceholders(text)
    .map((piece) => ('literal' in piece ? piece.literal : (values.get(piece.variable) ?? '')))
    .join('');
}

/** Puts other text in the place of a variable's placeholders. */
export function replaceVariable(text: string, name: string, replacement: string): string {
  if (!text.includes('{{')) return text;
  return text.replace(placeholder, (match, inner?: string) => (inner?.trim() === name ? replacement : match));
}
