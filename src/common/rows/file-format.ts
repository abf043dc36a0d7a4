import { MAX_FILE_BYTES, MAX_WORKBOOK_BYTES, UnreadableRows } from './table.ts';

/** How a file of rows is read. */
export type FileKind = 'csv' | 'workbook' | 'json' | 'jsonl';

const kinds: Readonly<Record<string, FileKind>> = {
  csv: 'csv',
  tsv: 'csv',
  txt: 'csv',
  xlsx: 'workbook',
  xlsm: 'workbook',
  xlsb: 'workbook',
  xls: 'workbook',
  ods: 'workbook',
  numbers: 'workbook',
  json: 'json',
  jsonl: 'jsonl',
  ndjson: 'jsonl',
};

/** The names of all files of rows, for messages. */
export const ROW_FILES =
  '.csv, .tsv and .txt, .xlsx, .xlsm, .xlsb and .xls, .ods, .numbers, .json, .jsonl and .ndjson';

/** How a file is read, by the end of its name; null for other files. */
export function findKind(fileName: string): FileKind | null {
  const [, extension = ''] = /\.([a-z]+)$/i.exec(fileName) ?? [];
  return kinds[extension.toLowerCase()] ?? null;
}

/**
 * How a file is read. A workbook is recognized whatever its name says; any other file is read as its name
 * says.
 *
 * @param bytes null: the file cannot be read
 * @throws UnreadableRows if it is no file of rows
 */
export function findContentKind(fileName: string, bytes: Uint8Array | null): FileKind {
  if (bytes !== null && isWorkbook(bytes)) return 'workbook';
  const kind = findKind(fileName);
  if (kind !== null) return kind;
  const format = bytes === null ? null : describeFormat(bytes);
  throw new UnreadableRows(
    `Rows are read from these files: ${ROW_FILES}; ` +
      (format === null ? 'save it as one of them in a spreadsheet program.' : `this is ${format}.`),
  );
}

/** @throws UnreadableRows if a file of this name and size is not read */
export function refuseSize(fileName: string, bytes: number): void {
  const maxBytes = findKind(fileName) === 'workbook' ? MAX_WORKBOOK_BYTES : MAX_FILE_BYTES;
  if (bytes <= maxBytes) return;
  const mebibytes = (each: number): string => `${Math.ceil((each / 1024 / 1024) * 10) / 10} MiB`;
  throw new UnreadableRows(`It has ${mebibytes(bytes)}; at most ${mebibytes(maxBytes)} are read.`);
}

/** First bytes of files that people take for tables. */
const formats = [
  { start: [0x50, 0x4b, 0x03, 0x04], name: 'a workbook (.xlsx) or another .zip file', isWorkbook: true },
  {
    start: [0xd0, 0xcf, 0x11, 0xe0],
    name: 'an old workbook (.xls) or another Office file',
    isWorkbook: true,
  },
  { start: [0x25, 0x50, 0x44, 0x46, 0x2d], name: 'a PDF file', isWorkbook: false },
  { start: [0x89, 0x50, 0x4e, 0x47], name: 'a picture', isWorkbook: false },
  { start: [0xff, 0xd8, 0xff], name: 'a picture', isWorkbook: false },
] as const;

/** What a file is that is no text, for messages; null for all others. */
export function describeFormat(bytes: Uint8Array): string | null {
  return findFormat(bytes)?.name ?? null;
}

/** Whether a file may be a workbook, by its first bytes. */
export function isWorkbook(bytes: Uint8Array): boolean {
  return findFormat(bytes)?.isWorkbook === true;
}

function findFormat(bytes: Uint8Array) {
  return formats.find(({ start }) => start.every((byte, index) => bytes[index] === byte));
}
