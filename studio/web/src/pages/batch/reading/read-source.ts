import { decodeText, UnknownEncoding } from '../../../../../../src/common/rows/decode-text.ts';
import { refuseSize } from '../../../../../../src/common/rows/file-format.ts';
import { nameColumns, nameKeys } from '../../../../../../src/common/rows/name-columns.ts';
import { readContent } from '../../../../../../src/common/rows/read-content.ts';
import { readWorkbook } from '../../../../../../src/common/rows/read-workbook.ts';
import type { FileRow, RowsContent } from '../../../../../../src/common/rows/table.ts';
import type { RowSource } from '../row-source.ts';
import type { ReadRequest } from './read-file.ts';

/**
 * Reads the rows of a file. Text that is not UTF-8 is read in the encoding that it seems to have.
 *
 * @throws UnreadableRows
 */
export async function readSource({ file, encoding, sheet, headerLine }: ReadRequest): Promise<RowSource> {
  refuseSize(file.name, file.size);
  const bytes = new Uint8Array(await file.arrayBuffer());
  let guess: RowSource['guess'];
  const decode = (given: Uint8Array): string => {
    const decoded = decodeOrGuess(given, encoding);
    ({ guess } = decoded);
    return decoded.text;
  };
  const content = await readContent(
    { name: file.name, bytes },
    { delimiter: null, headerLine, decode, readWorkbook: (given) => readWorkbook(given, sheet, headerLine) },
  );
  return { name: file.name, ...(guess === undefined ? {} : { guess }), ...toSource(content) };
}

/** Decodes with the guess, if the text is not UTF-8: a person sees the guess, and may correct it. */
function decodeOrGuess(
  bytes: Uint8Array,
  encoding: string | null,
): { readonly text: string; readonly guess: RowSource['guess'] } {
  try {
    const text = decodeText(bytes, encoding);
    return { text, guess: encoding === null ? undefined : { encoding, sample: null } };
  } catch (error) {
    if (!(error instanceof UnknownEncoding)) throw error;
    const text = decodeText(bytes, error.guess);
    return { text, guess: { encoding: error.guess, sample: error.sample } };
  }
}

function toSource(content: RowsContent): Omit<RowSource, 'name'> {
  if (content.kind === 'objects') return tabulate(content.rows);
  const { kind, header, records, faults, notes = [], above = [], hidden = [] } = content;
  const { sheet, sheets, sizes, pictures, delimiter } = content;
  return {
    kind,
    columns: nameColumns(content).map((name) => name ?? ''),
    records,
    faults,
    trims: true,
    headerLine: header.line,
    notes,
    above,
    hidden,
    ...(delimiter === undefined ? {} : { delimiter }),
    ...(sizes === undefined ? {} : { sizes }),
    ...(sheet === undefined ? {} : { sheet }),
    ...(sheets === undefined ? {} : { sheets }),
    ...(pictures === undefined ? {} : { pictures }),
  };
}

/** The names of all rows are the columns. */
function tabulate(rows: readonly FileRow[]): Omit<RowSource, 'name'> {
  const columns = nameKeys(rows);
  const records = rows.map(({ line, values }) => {
    // A row need not have `constructor`, which each object has.
    const given = new Map(Object.entries(values));
    return { line, cells: columns.map((name) => given.get(name) ?? '') };
  });
  return { kind: 'objects', columns, records, faults: [], trims: false };
}
