/** A piece of a string of the template: its own text, or the value of a variable. */
export type Piece = { readonly literal: string } | { readonly variable: string };

/** `\{{` first, so that an escaped pair of braces never opens a placeholder. */
const placeholder = /\\\{\{|\{\{([^{}]*)\}\}/gu;

/**
 * Splits a string at its `{{name}}` placeholders. Blanks around a name do not count; `\{{` is a literal `{{`; braces that
 * never close stay as they are (the import check complains about them, see `hasUnclosedPlaceholder`).
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

/** The names in a string's placeholders, in order, each once. */
export function variablesIn(text: string): string[] {
  // Nearly every string of a template holds no placeholder at all.
  if (!text.includes('{{')) return [];
  const names = parsePlaceholders(text).flatMap((piece) => ('variable' in piece ? [piece.variable] : []));
  return [...new Set(names)];
}

/** Whether a `{{` that is not escaped has no `}}`: most likely a slip of the author's. */
export function hasUnclosedPlaceholder(text: string): boolean {
  return text.includes('{{') && text.replace(placeholder, '').includes('{{');
}

/** The string with every placeholder replaced by its variable's value; a variable without one is empty. */
export function fillPlaceholders(text: string, values: ReadonlyMap<string, string>): string {
  if (!text.includes('{{')) return text;
  return parsePlaceholders(text)
    .map((piece) => ('literal' in piece ? piece.literal : (values.get(piece.variable) ?? '')))
    .join('');
}
