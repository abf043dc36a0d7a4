import { isUtf8 } from 'node:buffer';
import { UnreadableRows } from './table.ts';

/**
 * Decodes the text of a file: UTF-8, or UTF-16 if it starts with a byte order mark. Other encodings must be
 * named: a wrong guess would misspell people's names without an error.
 *
 * @param encoding a label of the Encoding Standard, or null to detect it.
 * @throws UnreadableRows
 */
export function decodeText(bytes: Uint8Array, encoding: string | null): string {
  if (encoding !== null) return decode(bytes, encoding) ?? refuse(`It is not text in ${encoding}.`);
  const marked = marks.find(({ mark }) => mark.every((byte, index) => bytes[index] === byte));
  if (marked !== undefined) {
    return decode(bytes, marked.encoding) ?? refuse(`It is marked as ${marked.encoding}, but is not.`);
  }
  // In UTF-16, every other byte of an English text is zero.
  if (bytes.subarray(0, 1024).includes(0)) {
    return refuse('It is not UTF-8 text (it has zero bytes); is it UTF-16? Then add --encoding utf-16le.');
  }
  return decode(bytes, 'utf-8') ?? refuse(describeInvalidUtf8(bytes));
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

/** Names the first bad line, and shows it decoded as windows-1252, which spreadsheets often write. */
function describeInvalidUtf8(bytes: Uint8Array): string {
  const lines = Buffer.from(bytes)
    .toString('latin1')
    .split(/\r\n|\r|\n/);
  const index = lines.findIndex((line) => !isUtf8(Buffer.from(line, 'latin1')));
  const line = new TextDecoder('windows-1252').decode(Buffer.from(lines[index] ?? '', 'latin1'));
  const shown = line.length > 60 ? `${line.slice(0, 60)}…` : line;
  return (
    `Line ${index + 1} is not UTF-8 text. Save the file as "CSV UTF-8", or name its encoding: ` +
    `with --encoding windows-1252 that line reads ${JSON.stringify(shown)}.`
  );
}

function refuse(message: string): never {
  throw new UnreadableRows(message);
}
