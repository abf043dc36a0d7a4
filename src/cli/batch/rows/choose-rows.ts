import type { TemplateVariable } from '../../../../generated/template.ts';
import { findName } from '../../../common/rows/find-name.ts';
import { findPlace } from '../../../common/rows/list-columns.ts';
import { findDataSheet } from '../../../common/rows/list-sheets.ts';
import { nameLines, type RowsContent, type Table } from '../../../common/rows/table.ts';
import type { ColumnMapping } from './assign-columns.ts';
import { readRowsInWorker } from './read-in-worker.ts';
import type { ReadingOptions } from './read-rows.ts';

interface ChoosingOptions extends ReadingOptions {
  readonly map?: readonly ColumnMapping[];
  readonly skipHidden?: boolean;
}

/**
 * The rows that are meant: of another sheet if the first one names no variable, and without hidden rows if
 * these are left out.
 *
 * @returns them, with sentences about what a person may not expect
 */
export async function chooseRows(
  file: string,
  given: RowsContent,
  variables: readonly TemplateVariable[],
  { map = [], skipHidden = false, ...options }: ChoosingOptions,
): Promise<{ readonly content: RowsContent; readonly notes: readonly string[] }> {
  if (given.kind === 'objects') return { content: given, notes: [] };
  const names = [...variables.map(({ name }) => name), ...map.map(({ column }) => column)];
  const other = findDataSheet(
    given.sizes ?? [],
    given.sheet ?? '',
    (name) => findName(name, names) !== null || findPlace(name, variables) !== null,
  );
  const read = other === null ? given : await readRowsInWorker(file, { ...options, sheet: other });
  if (read.kind === 'objects') return { content: read, notes: [] };
  const notes = [
    ...(other === null
      ? []
      : [`The rows are those of the sheet "${other}": "${given.sheet}" names no variable.`]),
    ...(read.notes ?? []),
  ];
  const shown = leaveOutHidden(read, skipHidden);
  return { content: shown.table, notes: [...notes, ...shown.notes] };
}

/** A table without the rows that the spreadsheet program does not show, if these are left out, and a note. */
export function leaveOutHidden(
  table: Table,
  skipHidden: boolean,
): { readonly table: Table; readonly notes: readonly string[] } {
  const { hidden = [], kind, records } = table;
  if (hidden.length === 0) return { table, notes: [] };
  const lines = nameLines(kind, hidden);
  const [verb, them] = hidden.length === 1 ? ['is', 'it'] : ['are', 'them'];
  const place = `${lines.charAt(0).toUpperCase()}${lines.slice(1)}`;
  if (!skipHidden) {
    const note = `${place} ${verb} hidden in the sheet, and rendered: --skip-hidden leaves ${them} out.`;
    return { table, notes: [note] };
  }
  const isHidden = new Set(hidden);
  const [leftOut, shown] = [true, false].map((is) => records.filter(({ line }) => isHidden.has(line) === is));
  return {
    table: { ...table, records: shown ?? [], leftOut: leftOut ?? [] },
    notes: [`${place} ${verb} hidden in the sheet, and left out.`],
  };
}
