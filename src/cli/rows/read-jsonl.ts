/**
 * JSON Lines: one object a line, whose members are the values of a row.
 */
import { endOfJsonString } from '../../domain/json-text.ts';
import { UnreadableRows, type FileRow } from './table.ts';

/**
 * Reads rows. Numbers and booleans become text exactly as they are written, null leaves its variable out, and lines without
 * anything are skipped.
 *
 * @throws UnreadableRows naming line and key.
 */
export function readJsonl(text: string): FileRow[] {
  return text.split('\n').flatMap((line, index) => {
    return line.trim() === '' ? [] : [{ line: index + 1, values: readLine(line, index + 1) }];
  });
}

function readLine(text: string, line: number): Record<string, string> {
  const object = parseObject(text, line);
  const values = Object.entries(object).flatMap(([key, value]) => {
    if (value === null) return [];
    if (typeof value === 'string') return [[key, value] as const];
    const kind = Array.isArray(value) ? 'an array' : 'an object';
    throw new UnreadableRows(
      `Line ${line}, ${JSON.stringify(key)} is ${kind}; a value must be a string, a number, a boolean or null.`,
    );
  });
  const double = findDouble(text);
  if (double !== null) throw new UnreadableRows(`Line ${line} has the key ${JSON.stringify(double)} twice.`);
  return Object.fromEntries(values);
}

function parseObject(text: string, line: number): object {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text, keepAsWritten);
  } catch (error) {
    // What is nested thousands deep is too much for the stack.
    if (error instanceof RangeError) throw new UnreadableRows(`Line ${line} is nested too deeply.`);
    if (!(error instanceof SyntaxError)) throw error;
    throw new UnreadableRows(`Line ${line} is not valid JSON: ${error.message}.`);
  }
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed;
  throw new UnreadableRows(
    `Line ${line} is JSON, but not an object like {"name": "value"}; each row is an object on a line of its own.`,
  );
}

/** Text such as 1.50 or 12345678901234567890 does not survive as a number. */
function keepAsWritten(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  return typeof value === 'number' || typeof value === 'boolean' ? context?.source : value;
}

const colon = /\s*:/y;

/** JSON that is valid, and flat: a string that a colon follows is a key. */
function findDouble(text: string): string | null {
  const seen = new Set<string>();
  for (let start = text.indexOf('"'); start >= 0;) {
    const end = endOfJsonString(text, start) + 1;
    colon.lastIndex = end;
    if (colon.test(text)) {
      const key = JSON.parse(text.slice(start, end)) as string;
      if (seen.has(key)) return key;
      seen.add(key);
    }
    start = text.indexOf('"', end);
  }
  return null;
}
