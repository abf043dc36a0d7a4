/** The tokens of CEL expressions, as far as finding names and the end of an expression needs them. */

/**
 * Expressions are shorter and flatter: a bracket that is not closed by then is never closed. Hostile
 * texts have thousands of braces, each of which is tried.
 */
const maxScan = 4_000;
const maxDepth = 32;

interface Token {
  readonly kind: 'string' | 'name' | 'other';
  readonly start: number;
  readonly end: number;
}

const nameStart = /[A-Za-z_]/u;
const nameAt = /[A-Za-z0-9_]+/uy;
const numberAt = /[0-9][0-9A-Za-z_.]*/uy;

/** The tokens from a place on, without spaces. A string that is never closed ends the sequence. */
function* tokens(text: string, from: number): Generator<Token> {
  const limit = Math.min(text.length, from + maxScan);
  for (let at = from; at < limit;) {
    const character = text[at] ?? '';
    const isPrefixed = /[rRbB]/u.test(character) && /["']/u.test(text[at + 1] ?? '');
    if (character === '"' || character === "'" || isPrefixed) {
      const end = stringEnd(text, isPrefixed ? at + 1 : at);
      if (end === null) return;
      yield { kind: 'string', start: at, end };
      at = end;
    } else if (nameStart.test(character) || /[0-9]/u.test(character)) {
      const pattern = nameStart.test(character) ? nameAt : numberAt;
      pattern.lastIndex = at;
      pattern.exec(text);
      const end = pattern.lastIndex;
      yield { kind: pattern === nameAt ? 'name' : 'other', start: at, end };
      at = end;
    } else {
      if (/\S/u.test(character)) yield { kind: 'other', start: at, end: at + 1 };
      at += 1;
    }
  }
}

/** Where the string that begins with a quote ends; null if it is never closed. */
function stringEnd(text: string, start: number): number | null {
  const quote = text[start] ?? '';
  const mark = text.startsWith(quote.repeat(3), start) ? quote.repeat(3) : quote;
  const limit = Math.min(text.length, start + maxScan);
  for (let at = start + mark.length; at < limit; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text.startsWith(mark, at)) return at + mark.length;
    else if (mark.length === 1 && /[\n\r]/u.test(text[at] ?? '')) return null;
  }
  return null;
}

/** Where `}}` closes the expression that starts at a place; null if nothing does. Knows strings and maps. */
export function endOfExpression(text: string, start: number): number | null {
  let depth = 0;
  for (const { kind, start: at } of tokens(text, start)) {
    if (kind !== 'other') continue;
    if (text[at] === '{') {
      depth += 1;
      if (depth > maxDepth) return null;
    } else if (text[at] === '}') {
      if (depth === 0) return text[at + 1] === '}' ? at : null;
      depth -= 1;
    }
  }
  return null;
}

/** Names that CEL reads as something else; the last one is no variable of its interpreter either. */
const reservedWords = new Set(
  (
    'as break const continue else false for function if import in let loop namespace null package ' +
    'prototype return true var void while __proto__'
  ).split(' '),
);

/** Names of CEL's types and name spaces: an expression reads them as that. */
const takenNames = new Set(
  'bool bytes cel double dyn google int list map null_type optional string type uint'.split(' '),
);

/** Whether an expression can use a variable by its name; others are written `vars["…"]`. */
export function isIdentifier(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/u.test(name) && !reservedWords.has(name) && !takenNames.has(name);
}

/** How an expression names a variable. */
export function referenceTo(name: string): string {
  return isIdentifier(name) ? name : `vars[${JSON.stringify(name)}]`;
}

interface Use {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** The uses of names: identifiers that are neither fields nor functions, and `vars["…"]`. */
function findUses(expression: string): Use[] {
  const all = [...tokens(expression, 0)];
  const getText = (token: Token | undefined): string =>
    token === undefined ? '' : expression.slice(token.start, token.end);
  return all.flatMap((token, index): Use[] => {
    if (token.kind !== 'name' || getText(all[index - 1]) === '.') return [];
    const [next, key, close] = [all[index + 1], all[index + 2], all[index + 3]];
    const name = getText(token);
    if (name === 'vars' && getText(next) === '[' && key?.kind === 'string' && getText(close) === ']') {
      const variable = readString(getText(key));
      return variable === null ? [] : [{ name: variable, start: token.start, end: close?.end ?? key.end }];
    }
    if (name === 'vars' && getText(next) === '.' && key?.kind === 'name') {
      return [{ name: getText(key), start: token.start, end: key.end }];
    }
    return getText(next) === '(' ? [] : [{ name, start: token.start, end: token.end }];
  });
}

/** The content of a string without CEL's own escapes; null for one that needs more than JSON's. */
function readString(literal: string): string | null {
  const [, quote = '"', content = ''] = /^(["'])(.*)\1$/su.exec(literal) ?? [];
  const json = quote === '"' ? content : content.replaceAll("\\'", "'").replaceAll(/(?<!\\)"/gu, '\\"');
  try {
    return JSON.parse(`"${json}"`) as string;
  } catch {
    return null;
  }
}

/** The declared variables that an expression uses, in order, without duplicates. */
export function namesIn(expression: string, declared: { has(name: string): boolean }): string[] {
  return [...new Set(findUses(expression).map(({ name }) => name))].filter((name) => declared.has(name));
}

/** Whether an expression depends on the time of the request. */
export function usesNow(expression: string): boolean {
  return findUses(expression).some(({ name }) => name === 'now');
}

/** Renames a variable in an expression; strings and names of fields and functions stay as they are. */
export function renameIn(expression: string, name: string, newName: string): string {
  return replaceIn(expression, name, referenceTo(newName));
}

/** Puts another expression in the place of a variable. */
export function replaceIn(expression: string, name: string, replacement: string): string {
  let replaced = '';
  let end = 0;
  for (const use of findUses(expression)) {
    if (use.name !== name) continue;
    replaced += expression.slice(end, use.start) + replacement;
    end = use.end;
  }
  return replaced + expression.slice(end);
}
