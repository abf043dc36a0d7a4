/** JSON: an array of objects, whose members are the values of rows. */
import { endOfJsonString } from '../text/json-text.ts';
import { readJsonl, readObjects } from './read-jsonl.ts';
import { UnreadableRows, type FileRow } from './table.ts';

/**
 * Reads rows by the rules of JSON Lines. A single object is a row, and so is one in each line.
 *
 * @throws UnreadableRows with line and key.
 */
export function readJson(text: string): FileRow[] {
  const start = text.search(/\S/);
  if (start >= 0 && text[start] === '[') return readObjects(splitArray(text, start));
  return isJson(text) ? readObjects([[countLines(text, 0, start) + 1, text.slice(start)]]) : readJsonl(text);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return false;
    throw error;
  }
}

/** The members of an array, each with the line on which it begins. */
function* splitArray(text: string, start: number): Generator<readonly [number, string]> {
  let line = countLines(text, 0, start) + 1;
  let from = start + 1;
  for (;;) {
    const end = endOfValue(text, from);
    const member = text.slice(from, end);
    const blank = member.search(/\S/);
    const closes = text[end] === ']';
    if (blank < 0 && !(closes && text.slice(start + 1, end).trim() === '')) {
      throw new UnreadableRows(`Line ${line} is not valid JSON: a row is missing between commas.`);
    }
    if (blank >= 0) {
      line += countLines(text, from, from + blank);
      yield [line, member.slice(blank)];
      line += countLines(text, from + blank, end);
    }
    if (closes) {
      if (text.slice(end + 1).trim() === '') return;
      throw new UnreadableRows(`Line ${line} goes on after the end of the array.`);
    }
    if (text[end] !== ',') throw new UnreadableRows('The array of rows is not closed by "]".');
    from = end + 1;
  }
}

/** The place of the comma or bracket behind a value that begins at `start`. */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') {
      at = endOfJsonString(text, at);
    } else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') {
      if (depth === 0) return at;
      depth -= 1;
    } else if (character === ',' && depth === 0) return at;
  }
  return text.length;
}

function countLines(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', start); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
