/** JSON Lines: each line is an object, whose members are the values of a row. */
import { endOfJsonString } from '../text/json-text.ts';
import { FileProblems, MAX_CELLS, MAX_COLUMNS, UnreadableRows, type FileRow } from './table.ts';

/**
 * Reads rows. Numbers and booleans become text exactly as they are written, null omits its variable, an array
 * of objects becomes JSON, and empty lines are skipped.
 *
 * @throws UnreadableRows with line and key.
 */
export function readJsonl(text: string): FileRow[] {
  return readObjects(getLines(text));
}

/**
 * Reads rows, each of which is the text of an object that begins at a line.
 *
 * @throws UnreadableRows with line and key.
 */
export function readObjects(objects: Iterable<readonly [line: number, text: string]>): FileRow[] {
  const rows: FileRow[] = [];
  const problems = new FileProblems();
  let total = 0;
  for (const [line, content] of objects) {
    if (content.trim() === '') continue;
    const values = tryLine(content, line, problems);
    rows.push({ line, values });
    // An empty object is a row, too.
    total += Math.max(1, Object.keys(values).length);
    if (total > MAX_CELLS) {
      throw new UnreadableRows(`It has more than ${MAX_CELLS} values, which is the most that is read.`);
    }
  }
  problems.throwIfAny();
  return rows;
}

/** The values of a line; none if it cannot be read, which is added to the problems. */
function tryLine(text: string, line: number, problems: FileProblems): Record<string, string> {
  try {
    return readLine(text, line);
  } catch (error) {
    if (!(error instanceof UnreadableRows)) throw error;
    const detail = error.message.replace(/^Line \d+,? /, '');
    problems.add({ line, column: '', detail }, error.message);
    return {};
  }
}

/** The lines, one at a time, each with its number. */
function* getLines(text: string): Generator<readonly [number, string]> {
  for (let line = 1, start = 0; start <= text.length; line += 1) {
    const end = text.indexOf('\n', start);
    yield [line, text.slice(start, end < 0 ? text.length : end)];
    if (end < 0) return;
    start = end + 1;
  }
}

function readLine(text: string, line: number): Record<string, string> {
  const entries = Object.entries(parseObject(text, line));
  if (entries.length > MAX_COLUMNS) {
    throw new UnreadableRows(`Line ${line} has ${entries.length} values; at most ${MAX_COLUMNS} are read.`);
  }
  const values = entries.flatMap(([key, value]) => {
    if (value === null) return [];
    if (typeof value === 'string') return [[key, value] as const];
    const list = asList(value);
    if (list !== null) return [[key, JSON.stringify(list)] as const];
    const kind = Array.isArray(value) ? 'an array' : 'an object';
    throw new UnreadableRows(
      `Line ${line}, ${JSON.stringify(key)} is ${kind}; ` +
        'a value must be a string, a number, a boolean, null, or an array of objects of these.',
    );
  });
  const duplicate = findDuplicateKey(text);
  if (duplicate !== null) {
    throw new UnreadableRows(`Line ${line} has the key ${JSON.stringify(duplicate)} twice.`);
  }
  return Object.fromEntries(values);
}

/** The entries of a list: objects without objects. A value that is null is left out. */
function asList(value: unknown): Record<string, string>[] | null {
  if (!Array.isArray(value)) return null;
  const entries = (value as unknown[]).map((entry) => {
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return null;
    const given = Object.entries<unknown>(entry as Record<string, unknown>).filter(
      ([, each]) => each !== null,
    );
    return given.every((each): each is [string, string] => typeof each[1] === 'string')
      ? Object.fromEntries(given)
      : null;
  });
  return entries.every((entry) => entry !== null) ? entries : null;
}

function parseObject(text: string, line: number): object {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text, keepAsWritten);
  } catch (error) {
    // Thousands of nested arrays overflow the stack.
    if (error instanceof RangeError) throw new UnreadableRows(`Line ${line} is nested too deeply.`);
    if (!(error instanceof SyntaxError)) throw error;
    throw new UnreadableRows(`Line ${line} is not valid JSON: ${error.message}.`);
  }
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed;
  throw new UnreadableRows(
    `Line ${line} is JSON, but not an object like {"name": "value"}; each row must be one object.`,
  );
}

/** Keeps text such as 1.50 or 12345678901234567890, which a number cannot represent. */
function keepAsWritten(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  return typeof value === 'number' || typeof value === 'boolean' ? context?.source : value;
}

const colon = /\s*:/y;

/** A key that the outermost object has twice. In valid JSON, a string before a colon is a key. */
function findDuplicateKey(text: string): string | null {
  const seen = new Set<string>();
  let depth = 0;
  for (let start = text.indexOf('"'), last = 0; start >= 0; start = text.indexOf('"', last)) {
    for (const bracket of text.slice(last, start).match(/[[\]{}]/g) ?? [])
      depth += '[{'.includes(bracket) ? 1 : -1;
    last = endOfJsonString(text, start) + 1;
    colon.lastIndex = last;
    if (depth > 1 || !colon.test(text)) continue;
    const key = JSON.parse(text.slice(start, last)) as string;
    if (seen.has(key)) return key;
    seen.add(key);
  }
  return null;
}
