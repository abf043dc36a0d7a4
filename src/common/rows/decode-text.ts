import { describeFormat } from './file-format.ts';
import { UnreadableRows } from './table.ts';

/** Why a text without a named encoding cannot be decoded, and the encoding that it probably has. */
export class UnknownEncoding extends UnreadableRows {
  /** A label of the Encoding Standard. */
  readonly guess: string;
  /** The first line that needs another encoding, as the guess reads it. */
  readonly sample: string;

  constructor(message: string, guess: string, sample: string) {
    super(message);
    this.guess = guess;
    this.sample = sample;
  }
}

/**
 * Decodes the text of a file: UTF-8, or UTF-16 if it starts with a byte order mark. Other encodings must be
 * named: a wrong guess would misspell people's names without an error.
 *
 * @param encoding a label of the Encoding Standard, or null to detect it.
 * @throws UnreadableRows, or UnknownEncoding if there is a guess
 */
export function decodeText(bytes: Uint8Array, encoding: string | null): string {
  const format = describeFormat(bytes);
  if (format !== null) throw new UnreadableRows(`It is not text: it is ${format}.`);
  if (encoding !== null) return decode(bytes, encoding) ?? refuse(`It is not text in ${encoding}.`);
  const marked = marks.find(({ mark }) => mark.every((byte, index) => bytes[index] === byte));
  if (marked !== undefined) {
    return decode(bytes, marked.encoding) ?? refuse(`It is marked as ${marked.encoding}, but is not.`);
  }
  if (bytes.subarray(0, 1024).includes(0)) throw describeZeroBytes(bytes);
  const text = decode(bytes, 'utf-8');
  if (text === null) throw describeInvalidUtf8(bytes);
  return text;
}

/** Whether this is a label of the Encoding Standard. */
export function isKnownEncoding(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== '';
  } catch {
    return false;
  }
}

const marks = [
  { encoding: 'utf-8', mark: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', mark: [0xff, 0xfe] },
  { encoding: 'utf-16be', mark: [0xfe, 0xff] },
];

function decode(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** In UTF-16, every other byte of an English text is zero: the first of a pair in the big-endian one. */
function describeZeroBytes(bytes: Uint8Array): UnreadableRows {
  const start = bytes.subarray(0, 1024);
  const first = start.indexOf(0);
  const guess = first % 2 === 0 ? 'utf-16be' : 'utf-16le';
  const [line = ''] = new TextDecoder(guess).decode(start).split(/[\r\n]/);
  return new UnknownEncoding('It is not UTF-8 text (it has zero bytes).', guess, shorten(line));
}

const [lineFeed, carriageReturn] = [0x0a, 0x0d];

/** Names the first bad line, and shows it decoded as windows-1252, which spreadsheets often write. */
function describeInvalidUtf8(bytes: Uint8Array): UnreadableRows {
  let number = 1;
  for (let start = 0; start < bytes.length; number += 1) {
    let end = start;
    while (end < bytes.length && bytes[end] !== lineFeed && bytes[end] !== carriageReturn) end += 1;
    const line = bytes.subarray(start, end);
    if (decode(line, 'utf-8') === null) {
      const guess = 'windows-1252';
      const sample = shorten(new TextDecoder(guess).decode(line));
      return new UnknownEncoding(`Line ${number} is not UTF-8 text.`, guess, sample);
    }
    start = end + (bytes[end] === carriageReturn && bytes[end + 1] === lineFeed ? 2 : 1);
  }
  return new UnreadableRows('It is not UTF-8 text.');
}

function shorten(line: string): string {
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
}

function refuse(message: string): never {
  throw new UnreadableRows(message);
}
