import type { TemplateVariable } from '../../../../generated/template.ts';
import {
  findEntrySheets,
  joinEntries,
  refuseSheet,
  withEntries,
  type JoinedEntries,
  type JoinOptions,
  type NamedSheet,
} from '../../../common/rows/entry-sheets.ts';
import { findName } from '../../../common/rows/find-name.ts';
import { findPlace } from '../../../common/rows/list-columns.ts';
import { nameColumns } from '../../../common/rows/name-columns.ts';
import { readJoinedColumns } from '../../../common/rows/joined-columns.ts';
import { UnreadableRows, type RowsContent, type Table } from '../../../common/rows/table.ts';
import { isJoined, splitLocale, type AssignmentOptions } from './assign-columns.ts';
import { leaveOutHidden } from './choose-rows.ts';
import { readRowsInWorker } from './read-in-worker.ts';

/** The sheet of a list. */
export interface EntrySheet extends NamedSheet {
  readonly list: string;
  /** Sentences about lines that are not read, and hidden ones. */
  readonly notes: readonly string[];
}

/**
 * Reads the sheets of a workbook that hold the entries of lists. A list that `--map` takes from a column
 * needs none.
 *
 * @throws UnreadableRows
 */
export async function readEntrySheets(
  file: string,
  content: RowsContent,
  variables: readonly TemplateVariable[],
  {
    map = [],
    ignoreColumns = false,
    skipHidden = false,
  }: AssignmentOptions & { readonly skipHidden?: boolean },
): Promise<EntrySheet[]> {
  if (content.kind === 'objects' || content.sheet === undefined) return [];
  const lists = variables.filter(
    ({ name }) => !map.some(({ variable }) => findName(variable, [name]) !== null),
  );
  const found = findEntrySheets(content.sheets ?? [], content.sheet, lists);
  const read: EntrySheet[] = [];
  for (const { list, sheet } of found) {
    try {
      const table = await readRowsInWorker(file, { sheet });
      if (table.kind === 'objects') continue;
      nameColumns(table, { ignoreColumns });
      const shown = leaveOutHidden(table, skipHidden);
      const notes = [...(table.notes ?? []), ...shown.notes].map((note) => `The sheet "${sheet}": ${note}`);
      read.push({ list, sheet, table: shown.table, notes });
    } catch (error) {
      throw error instanceof UnreadableRows ? refuseSheet(sheet, error) : error;
    }
  }
  return read;
}

/**
 * Joins the entries of lists with the rows of a table, as a column with JSON for each list. A column that
 * only entries refer to becomes empty.
 *
 * @throws UnreadableRows
 */
export function joinSheets(
  content: Table,
  variables: readonly TemplateVariable[],
  { map: mappings = [], ...options }: JoinOptions & AssignmentOptions,
  sheets: readonly EntrySheet[],
): {
  readonly table: Table;
  readonly joined: readonly JoinedEntries[];
  readonly notes: readonly string[];
} {
  const rows = { sheet: content.sheet ?? '', table: content };
  const joined = sheets.flatMap(({ list, ...sheet }) => {
    const variable = variables.find(({ name }) => name === list);
    return variable === undefined ? [] : [joinEntries(rows, sheet, variable, options)];
  });
  const questions = joined.flatMap((each) => each.questions);
  if (questions.length > 0) {
    throw new UnreadableRows(
      `${questions.join(' ')} Add --cells-locale with the locale of the cells: de-AT.`,
    );
  }
  const names = variables.map(({ name }) => name);
  const headers = content.header.cells.map((cell) => cell.trim());
  const map = mappings.map((mapping) => splitLocale(mapping, headers));
  const joinedIndexes = map.flatMap((each) => {
    if (!isJoined(each, headers)) return [];
    const read = readJoinedColumns(each.column, headers);
    return 'joined' in read ? read.joined.indexes : [];
  });
  const isUsed = (index: number, column: string): boolean =>
    joinedIndexes.includes(index) ||
    findName(column, names) !== null ||
    findPlace(column, variables) !== null ||
    map.some((each) => findName(each.column, [column]) !== null);
  const keys = joined.flatMap(({ keyIndex }) =>
    keyIndex === null || isUsed(keyIndex, headers[keyIndex] ?? '') ? [] : [keyIndex],
  );
  const blank = ({ cells, ...record }: Table['header']): Table['header'] => ({
    ...record,
    cells: cells.map((cell, index) => (keys.includes(index) ? '' : cell)),
  });
  const table = { ...content, header: blank(content.header), records: content.records.map(blank) };
  const notes = [...sheets, ...joined].flatMap((each) => each.notes);
  return { table: withEntries(table, joined), joined, notes };
}
