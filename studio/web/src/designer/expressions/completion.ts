/** What is offered while an expression is typed, and how a choice is inserted. */
import { functionList, methodList } from '../../../../../src/common/expressions/function-list.ts';
import { isIdentifier, referenceTo } from '../../../../../src/common/expressions/tokens.ts';
import { listFormatOptions, listStyles } from './formats.ts';

/** Something that goes on as typed. */
export interface Offer {
  readonly kind: 'variable' | 'field' | 'function' | 'method' | 'style' | 'option';
  readonly name: string;
  /** A signature with what it makes, or what a variable is. */
  readonly hint: string;
}

/** A variable, or a field of an entry, as far as it is offered. */
export interface OfferedVariable {
  readonly name: string;
  /** Of a field, whose name is written as it is: the name of the entry. */
  readonly entry?: string;
  readonly type?: string | undefined;
  readonly label?: string | undefined;
  /** Of a list. */
  readonly fields?: readonly OfferedField[] | undefined;
}

interface OfferedField {
  readonly name: string;
  readonly type?: string | undefined;
  readonly label?: string | undefined;
}

const maxOffers = 8;

/** What is typed of a variable's name or an expression before the caret: after `{{`. Null: nothing. */
export function typedName(text: string, caret: number): string | null {
  const before = text.slice(0, caret);
  const start = before.lastIndexOf('{{');
  if (start === -1 || before[start - 1] === '\\') return null;
  const typed = before.slice(start + 2);
  return /[\n]|\}\}/u.test(typed) ? null : typed;
}

/** What is being typed at the end of an expression. */
interface Place {
  readonly kind: 'whole' | 'name' | 'method' | 'style' | 'option' | 'text';
  readonly word: string;
  /** Of styles and options: the function whose argument it is. */
  readonly call: string;
}

interface Bracket {
  readonly open: string;
  /** Where it is. */
  readonly at: number;
  /** The name before it. */
  readonly call: string;
}

/** The brackets that are open at the end, and where a text is open. */
function scan(typed: string): { readonly open: readonly Bracket[]; readonly text: number | null } {
  const open: Bracket[] = [];
  let text: number | null = null;
  for (let at = 0; at < typed.length; at += 1) {
    const character = typed[at] ?? '';
    if (text !== null) {
      if (character === '\\') at += 1;
      else if (character === typed[text]) text = null;
    } else if (character === '"' || character === "'") {
      text = at;
    } else if ('([{'.includes(character)) {
      open.push({ open: character, at, call: /([A-Za-z_]\w*)\s*$/u.exec(typed.slice(0, at))?.[1] ?? '' });
    } else if (')]}'.includes(character)) {
      open.pop();
    }
  }
  return { open, text };
}

function placeIn(typed: string, variables: readonly OfferedVariable[]): Place {
  const { open, text } = scan(typed);
  const [last, around] = [open.at(-1), open.at(-2)];
  if (text !== null) {
    const word = typed.slice(text + 1);
    const before = typed.slice(0, text).trimEnd();
    if (last?.open === '(') return { kind: 'style', word, call: last.call };
    const isKey = last?.open === '{' && around?.open === '(' && /[{,]$/u.test(before);
    return isKey ? { kind: 'option', word, call: around.call } : { kind: 'text', word, call: '' };
  }
  const [field, entry] = /(?<![\w.])([A-Za-z_]\w*)\.\w*$/u.exec(typed) ?? [];
  const isWhole = !/[()[\]{}"'+*/%<>=!&|?:,-]/u.test(typed);
  if (field !== undefined && variables.some((each) => each.entry === entry))
    return { kind: isWhole ? 'whole' : 'name', word: field, call: '' };
  const [, owner = '', method] = /((?:(?<![\w.])[A-Za-z_]\w*\.)?[\w)\]"']+)\.(\w*)$/u.exec(typed) ?? [];
  const isOwner = /[)\]"']$/u.test(owner) || variables.some(({ name }) => name === owner);
  if (method !== undefined && isOwner) return { kind: 'method', word: method, call: '' };
  // A name may have spaces and points: without signs of an expression, the whole is one.
  if (isWhole) return { kind: 'whole', word: typed.trimStart(), call: '' };
  return { kind: 'name', word: /[A-Za-z_]\w*$/u.exec(typed)?.[0] ?? '', call: '' };
}

/**
 * The variables and functions that go on as typed: those that begin with it come first, variables before
 * functions. After a point the functions of a text, a list or a date; in quotation marks the formats of the
 * function around them.
 */
export function offersFor(given: readonly OfferedVariable[], typed: string): Offer[] {
  const variables = [...entriesOfLoops(typed, given), ...given];
  const { kind, word, call } = placeIn(typed, variables);
  const wanted = word.trim().toLowerCase();
  const begins = ({ name }: { readonly name: string }) => name.toLowerCase().startsWith(wanted);
  const functions = (list: typeof functionList, offered: 'function' | 'method') =>
    list
      .filter(begins)
      .map(({ name, example, detail }): Offer => ({ kind: offered, name, hint: `${example}: ${detail}` }));
  switch (kind) {
    case 'text':
      return [];
    case 'style':
      return listStyles(call)
        .filter(begins)
        .map(({ name, hint }) => ({ kind, name, hint }));
    case 'option':
      return listFormatOptions(call)
        .filter((name) => begins({ name }))
        .slice(0, maxOffers)
        .map((name) => ({ kind, name, hint: '' }));
    case 'method':
      return functions(methodList, 'method').slice(0, maxOffers);
    case 'name':
      if (wanted === '') return [];
      break;
    case 'whole':
      break;
  }
  const found = variables
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .map(({ name, type = '', label = '', entry }): Offer => ({
      kind: entry === undefined ? 'variable' : 'field',
      name,
      hint: label || type,
    }));
  return [
    ...found.filter(begins),
    ...(wanted === '' ? [] : functions(functionList, 'function')),
    ...found.filter((offer) => !begins(offer)),
  ].slice(0, maxOffers);
}

/** A text after an offer was chosen, and where the caret is then. */
export function insertOffer(
  text: string,
  caret: number,
  { kind, name }: Pick<Offer, 'kind' | 'name'>,
): { readonly text: string; readonly caret: number } {
  const typed = typedName(text, caret) ?? '';
  const rest = text.slice(caret);
  const place = placeIn(typed, kind === 'method' ? [{ name: getOwner(typed) }] : [entryIn(kind, name)]);
  const start = caret - place.word.length;
  const put = (inserted: string, after: string, back = 0) => ({
    text: `${text.slice(0, start)}${inserted}${after}`,
    caret: start + inserted.length - back,
  });
  if (kind === 'style' || kind === 'option') {
    const mark = typed[typed.length - place.word.length - 1] ?? '"';
    const after = rest.startsWith(mark) ? rest.slice(1) : rest;
    return put(`${name}${mark}${kind === 'option' ? ': ' : ''}`, after);
  }
  if (kind === 'variable' && place.kind === 'whole') {
    const from = caret - typed.length;
    const inserted = `${name}}}`;
    const before = text.slice(0, from);
    return { text: `${before}${inserted}${rest.replace(/^\s*\}\}/u, '')}`, caret: from + inserted.length };
  }
  const after = /^[^{]*\}\}/u.test(rest) ? rest : ` }}${rest}`;
  if (kind === 'field') return put(name, after);
  if (kind === 'variable') return put(isIdentifier(name) ? name : referenceTo(name), after);
  // The caret stands between the brackets of a function, if something belongs there.
  const isEmpty = methodList.some((method) => method.name === name && method.example.endsWith('()'));
  return put(`${name}()`, after, kind === 'method' && isEmpty ? 0 : 1);
}

function getOwner(typed: string): string {
  return /([\w.)\]"']+)\.\w*$/u.exec(typed)?.[1] ?? '';
}

/** The entry whose field is chosen. */
function entryIn(kind: Offer['kind'], name: string): OfferedVariable {
  return { name, ...(kind === 'field' ? { entry: /^\w*/u.exec(name)![0] } : {}) };
}

/** The fields of an entry, as expressions name them. */
export function listEntryFields(fields: readonly OfferedField[] = [], entry: string): OfferedVariable[] {
  return fields.map(({ name, ...field }) => ({
    ...field,
    name: isIdentifier(name) ? `${entry}.${name}` : `${entry}[${JSON.stringify(name)}]`,
    entry,
  }));
}

/** What is known in loops over a list whose brackets are open: in `items.map(i, ` the fields of `i`. */
function entriesOfLoops(typed: string, variables: readonly OfferedVariable[]): OfferedVariable[] {
  const loops = typed.matchAll(
    /(?<![\w.])(\w+)\.(?:map|filter|all|exists|exists_one)\(\s*([A-Za-z_]\w*)\s*,/gu,
  );
  const open = new Set(scan(typed).open.map(({ at }) => at));
  return [...loops]
    .filter(({ 0: loop, index }) => open.has(index + loop.indexOf('(')))
    .flatMap(([, list, entry = '']) =>
      listEntryFields(variables.find(({ name, type }) => type === 'list' && name === list)?.fields, entry),
    );
}
