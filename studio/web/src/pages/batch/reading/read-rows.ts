import {
  findEntrySheets,
  joinEntries,
  refuseSheet,
  withEntries,
  type NamedSheet,
} from '../../../../../../src/common/rows/entry-sheets.ts';
import { findName } from '../../../../../../src/common/rows/find-name.ts';
import { findPlace, usesType } from '../../../../../../src/common/rows/list-columns.ts';
import { findDataSheet } from '../../../../../../src/common/rows/list-sheets.ts';
import { loadPhones } from '../../../../../../src/common/rows/locales/local-phones.ts';
import { refuseTwins } from '../../../../../../src/common/rows/name-columns.ts';
import { requireRows } from '../../../../../../src/common/rows/read-content.ts';
import { UnreadableRows, type Table } from '../../../../../../src/common/rows/table.ts';
import type { Schema } from '../../../api/client.ts';
import { batchWords } from '../../../words/batch.ts';
import type { EntrySource, RowSource } from '../row-source.ts';
import { readFile, UnusableFile, type ReadRequest } from './read-file.ts';

/**
 * Reads the rows of a file, and the sheets of a workbook that hold the entries of lists: each list becomes a
 * column with JSON.
 *
 * @param read reads one sheet
 * @throws UnusableFile
 */
export async function readRows(
  request: ReadRequest,
  variables: readonly Schema<'Variable'>[],
  read: (request: ReadRequest) => Promise<RowSource> = readFile,
): Promise<RowSource> {
  if (usesType(variables, 'phone')) await loadPhones();
  const source = await readMeantSheet(request, variables, read);
  try {
    const { kind, columns: names, records: given } = source;
    if (kind !== 'job') requireRows(kind, given.length);
    if (kind === 'workbook' || kind === 'text') refuseTwins({ kind, names }, variables);
    const { sheets = [], sheet = '' } = source;
    const found = findEntrySheets(sheets, sheet, variables);
    if (found.length === 0) return source;
    const rows = toNamedSheet(source);
    const joined = await Promise.all(
      found.map(async (each) => {
        const list = variables.find(({ name }) => name === each.list);
        const { entries, pictures, notes } = await readSheet({ ...request, sheet: each.sheet }, read);
        // What is no value of an entry is ignored, as other columns are.
        return list === undefined
          ? []
          : [{ list: joinEntries(rows, entries, list, { ignoreColumns: true }), pictures, notes }];
      }),
    );
    const lists = joined.flat().map(({ list }) => list);
    const pictures = mergePictures([source.pictures, ...joined.flat().map((each) => each.pictures)]);
    const notes = joined
      .flat()
      .flatMap((each) => [
        ...each.notes,
        ...each.list.notes,
        ...each.list.questions.map(batchWords.file.asWritten),
      ]);
    const { header, records } = withEntries(rows.table, lists);
    return {
      ...source,
      columns: header.cells,
      ...(pictures === undefined ? {} : { pictures }),
      records,
      notes: [...(source.notes ?? []), ...notes],
      entries: lists.map(({ list, sheet: name, lines, keyIndex, ignored }): EntrySource => ({
        list,
        sheet: name,
        ignored,
        key: keyIndex === null ? null : (source.columns[keyIndex] ?? null),
        lines: new Map(source.records.map(({ line }, row) => [line, lines[row] ?? []])),
      })),
    };
  } catch (error) {
    throw error instanceof UnreadableRows ? new UnusableFile(error.message, error.problems) : error;
  }
}

/** Reads another sheet than the first one if only that one names variables. */
async function readMeantSheet(
  request: ReadRequest,
  variables: readonly Schema<'Variable'>[],
  read: (request: ReadRequest) => Promise<RowSource>,
): Promise<RowSource> {
  const source = await read(request);
  const { sizes = [], sheet = '' } = source;
  const names = variables.flatMap(({ name, label }) => [name, label]);
  const meant = findDataSheet(
    sizes,
    sheet,
    (name) => findName(name, names) !== null || findPlace(name, variables) !== null,
  );
  if (meant === null) return source;
  return { ...(await read({ ...request, sheet: meant })), sizes };
}

/** The pictures of several sheets, each of which is read. */
function mergePictures(parts: readonly RowSource['pictures'][]): RowSource['pictures'] {
  const given = parts.filter((each) => each !== undefined);
  const [first] = given;
  if (first === undefined) return undefined;
  const files = new Map(given.flatMap((each) => [...each.files]));
  return { files, notes: given.flatMap(({ notes }) => notes), elsewhere: first.elsewhere };
}

async function readSheet(
  request: ReadRequest & { readonly sheet: string },
  read: (request: ReadRequest) => Promise<RowSource>,
): Promise<{
  readonly entries: NamedSheet;
  readonly pictures: RowSource['pictures'];
  readonly notes: string[];
}> {
  try {
    const source = await read(request);
    const { hidden = [], pictures } = source;
    const sentences = [
      ...(source.notes ?? []),
      ...(hidden.length === 0 ? [] : [batchWords.file.hidden(hidden)]),
    ];
    const notes = sentences.map((note) => `The sheet "${request.sheet}": ${note}`);
    return { entries: toNamedSheet(source), pictures, notes };
  } catch (error) {
    if (!(error instanceof UnusableFile)) throw error;
    throw refuseSheet(request.sheet, error);
  }
}

function toNamedSheet({ sheet = '', columns, records, faults, headerLine = 1 }: RowSource): NamedSheet {
  const table: Table = { kind: 'workbook', header: { line: headerLine, cells: columns }, records, faults };
  return { sheet, table };
}
