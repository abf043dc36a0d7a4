/** A piece of an XML document. Comments, instructions and the doctype are `other`. */
export interface Markup {
  readonly kind: 'tag' | 'text' | 'style' | 'other';
  readonly text: string;
}

const ATTRIBUTE = /\s([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/gu;
const others = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
  ['<!', '>'],
] as const;

/**
 * Splits a document into pieces, in one pass: files may be hostile, and a regular expression over all of one
 * can take hours. The text of `<style>`, also as CDATA, is `style`.
 */
export function splitMarkup(text: string): Markup[] {
  const pieces: Markup[] = [];
  let isInStyle = false;
  for (let at = 0; at < text.length;) {
    const next = text.indexOf('<', at);
    const end = next < 0 ? text.length : next;
    if (end > at) pieces.push({ kind: isInStyle ? 'style' : 'text', text: text.slice(at, end) });
    if (next < 0) break;
    const other = others.find(([begin]) => text.startsWith(begin, next));
    const close = other === undefined ? tagEnd(text, next) : doctypeAwareEnd(text, next, other[1]);
    const piece = text.slice(next, close);
    if (other === undefined) {
      const name = /^<\/?(?:[\w.-]+:)?([\w.-]*)/u.exec(piece)?.[1];
      if (name === 'style') isInStyle = !piece.startsWith('</') && !piece.endsWith('/>');
    }
    const isStyle = isInStyle && other?.[0] === '<![CDATA[';
    pieces.push({ kind: other === undefined ? 'tag' : isStyle ? 'style' : 'other', text: piece });
    at = close;
  }
  return pieces;
}

/** The name of a tag's element, without a prefix. */
export function nameOf(tag: string): string {
  return /^<\/?(?:[\w.-]+:)?([\w.-]*)/u.exec(tag)?.[1] ?? '';
}

/** The attributes of a tag, as written. */
export function readAttributes(tag: string): Map<string, string> {
  return new Map([...tag.matchAll(ATTRIBUTE)].map(([, key = '', one, other]) => [key, one ?? other ?? '']));
}

/** Where the root element starts: the first tag after comments, instructions and the doctype. */
function rootStart(text: string): number {
  let start = 0;
  for (const { kind, text: piece } of splitMarkup(text)) {
    if (kind === 'tag') break;
    start += piece.length;
  }
  return start;
}

/** The opening tag of the root element. */
export function findRoot(text: string): { readonly start: number; readonly tag: string } {
  const start = rootStart(text);
  return { start, tag: text.slice(start, tagEnd(text, start)) };
}

function doctypeAwareEnd(text: string, from: number, mark: string): number {
  const internal = mark === '>' ? /^<!DOCTYPE[^[>]*\[/u.exec(text.slice(from, from + 1000)) : null;
  const at = internal === null ? text.indexOf(mark, from) : text.indexOf(']', from);
  const end = internal === null || at < 0 ? at : text.indexOf('>', at);
  return end < 0 ? text.length : end + mark.length;
}

/** The end of a tag: a `>` outside of its attributes' values. */
function tagEnd(text: string, from: number): number {
  const quoteOrEnd = /["'>]/gu;
  for (let at = from; ;) {
    quoteOrEnd.lastIndex = at;
    const found = quoteOrEnd.exec(text);
    if (found === null) return text.length;
    if (found[0] === '>') return found.index + 1;
    const close = text.indexOf(found[0], found.index + 1);
    if (close < 0) return text.length;
    at = close + 1;
  }
}
