import { functionList } from '../../../../../src/render/expressions/function-list.ts';
import { referenceTo } from '../../../../../src/render/expressions/tokens.ts';

/** What is typed of a variable's name or an expression before the caret: after `{{`. Null: nothing. */
export function typedName(text: string, caret: number): string | null {
  const before = text.slice(0, caret);
  const start = before.lastIndexOf('{{');
  if (start === -1 || before[start - 1] === '\\') return null;
  const typed = before.slice(start + 2);
  return /[\n]|\}\}/u.test(typed) ? null : typed;
}

/** The word of an expression that is being typed; null: the whole is typed as one name. */
function lastWord(typed: string): string | null {
  if (!/[()[\]{}"'+*/%<>=!&|?:,-]/u.test(typed)) return null;
  const isInString = (typed.match(/"/gu)?.length ?? 0) % 2 === 1;
  return isInString ? '' : (/[A-Za-z_]\w*$/u.exec(typed)?.[0] ?? '');
}

/**
 * The variables and functions whose names go on as typed; those that begin with it come first, variables
 * before functions.
 */
export function offeredNames(names: readonly string[], typed: string): string[] {
  const word = lastWord(typed);
  if (word === '') return [];
  const wanted = (word ?? typed).trim().toLowerCase();
  const functions = wanted === '' ? [] : functionList.map(({ name }) => `${name}()`);
  const begins = (name: string) => name.toLowerCase().startsWith(wanted);
  const found = names.filter((name) => name.toLowerCase().includes(wanted));
  return [
    ...found.filter(begins),
    ...functions.filter(begins),
    ...found.filter((name) => !begins(name)),
  ].slice(0, 8);
}

/** A text after a name was chosen, and where the caret is then. */
export function insertName(
  text: string,
  caret: number,
  name: string,
): { readonly text: string; readonly caret: number } {
  const typed = typedName(text, caret) ?? '';
  const rest = text.slice(caret);
  const word = lastWord(typed);
  if (word === null && !name.endsWith('()')) {
    const start = caret - typed.length;
    const after = rest.replace(/^\s*\}\}/u, '');
    return { text: `${text.slice(0, start)}${name}}}${after}`, caret: start + name.length + 2 };
  }
  const start = caret - (word ?? typed.trimStart()).length;
  // The caret stands between the brackets of a function.
  const isFunction = name.endsWith('()');
  const inserted = isFunction ? name : referenceTo(name);
  const isClosed = /^[^{]*\}\}/u.test(rest);
  return {
    text: `${text.slice(0, start)}${inserted}${isClosed ? '' : ' }}'}${rest}`,
    caret: start + inserted.length - (isFunction ? 1 : 0),
  };
}
