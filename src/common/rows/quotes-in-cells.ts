/** Quotation marks inside of cells that do not begin with one, as in `Pipe 5" steel`. */
import { UnreadableRows, type Delimiter } from './table.ts';

export interface GuardedText {
  readonly text: string;
  /** Stands for each such quotation mark; the empty string if there is none. */
  readonly mark: string;
}

/**
 * Puts a mark in place of them, so that a parser of RFC 4180 takes them for letters, as spreadsheets do.
 *
 * @throws UnreadableRows for a cell in quotation marks that has a blank before them: it may be split
 */
export function guardQuotes(text: string, delimiter: Delimiter): GuardedText {
  if (!text.includes('"')) return { text, mark: '' };
  const mark = findUnused(text);
  const blankBefore = /[ \u00a0]+"/y;
  let guarded = '';
  let copied = 0;
  let line = 1;
  for (let at = 0; at < text.length;) {
    blankBefore.lastIndex = at;
    if (text[at] === '"') {
      const end = findClosing(text, at);
      line += countLines(text, at, end);
      at = end;
    } else if (delimiter !== '\t' && blankBefore.test(text)) {
      throw new UnreadableRows(`A cell of line ${line} has a blank before its quotation mark; remove it.`);
    }
    const end = findEnd(text, at, delimiter);
    const cell = text.slice(at, end);
    if (cell.includes('"')) {
      guarded += text.slice(copied, at) + cell.replaceAll('"', mark);
      copied = end;
    }
    if (text[end] === '\n') line += 1;
    at = end + 1;
  }
  return copied === 0 ? { text, mark: '' } : { text: guarded + text.slice(copied), mark };
}

/** The place behind the closing quotation mark of a cell that begins with one. */
function findClosing(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"') return at + 1;
  }
  return text.length;
}

function findEnd(text: string, start: number, delimiter: Delimiter): number {
  let at = start;
  while (at < text.length && text[at] !== delimiter && text[at] !== '\n') at += 1;
  return at;
}

function countLines(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', start); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** A character of the private area that the text does not have. */
function findUnused(text: string): string {
  for (let code = 0xe000; code < 0xf8ff; code += 1) {
    const character = String.fromCharCode(code);
    if (!text.includes(character)) return character;
  }
  throw new UnreadableRows('It has too many different characters of the private area of Unicode.');
}
