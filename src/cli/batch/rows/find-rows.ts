import type { TemplateCache } from '../../../domain/templates/discovery.ts';
import { findVisibleTemplate, type TemplateVersion } from '../../../store/templates.ts';
import { readAttachedColumns, type AttachedColumn } from '../attached-files.ts';
import type { RowNames } from '../row-names.ts';
import type { RefusedFile } from '../problem-table.ts';
import type { BesidePictures } from '../pictures/read-pictures.ts';
import { takePictures, type PictureSources, type TakenPictures } from '../pictures/take-pictures.ts';
import { chooseRows } from './choose-rows.ts';
import { readEntrySheets, type EntrySheet } from './join-sheets.ts';
import { mapContent } from './map-columns.ts';
import type { MappingOptions } from './mapped-rows.ts';
import type { ReadingOptions } from './read-rows.ts';
import type { SubmitRequest } from '../../../domain/batches/submission.ts';
import { usesType } from '../../../common/rows/list-columns.ts';
import { loadPhones } from '../../../common/rows/locales/local-phones.ts';
import { requireRows } from '../../../common/rows/read-content.ts';
import type { OtherColumnsGiven } from '../../../common/rows/other-columns.ts';
import type { SourceColumn } from '../../../common/rows/source-columns.ts';
import { nameLine, UnreadableRows, type RowsContent } from '../../../common/rows/table.ts';
import { CommandError, type CommandContext } from '../../command-context.ts';

/** Maps the columns of the file to the template's variables. */
export async function findRows(
  { db, config }: CommandContext,
  templates: TemplateCache,
  submitter: SubmitRequest['caller'],
  {
    file,
    content: given,
    beside,
    options,
  }: { file: string; content: RowsContent; beside: BesidePictures | null; options: RowsOptions },
): Promise<NamedRows> {
  const template = await findVisibleTemplate(db, submitter, options.template);
  const version = template === null ? null : await templates.read(template.versionId);
  if (version === null) {
    throw new CommandError(
      `There is no template ${options.template} that account ${submitter.accountId} sees.`,
    );
  }
  const variables = version.document.variables ?? [];
  if (usesType(variables, 'phone')) await loadPhones();
  const { content, notes: sheetNotes } = await chooseRows(file, given, variables, options);
  requireRows(content.kind, content.kind === 'objects' ? content.rows.length : content.records.length);
  const sheets = await readEntrySheets(file, content, variables, options);
  const mapped = mapContent(content, variables, options, sheets);
  const { rows: unplaced, columns, otherColumns, columnOf, placeOf } = mapped;
  const kind = content.kind === 'objects' ? 'text' : content.kind;
  const taken = takePictures(
    { kind, rows: unplaced, variables, columnOf },
    { embedded: listEmbedded(content, sheets), beside, ofTemplate: version.files.map(({ path }) => path) },
  );
  const getLine = (index: number): number => taken.rows[index]?.line ?? index + 1;
  const names = { lineOf: getLine, nameRow: (index: number) => nameLine(kind, getLine(index)) };
  const rows = await readAttachedColumns(taken.rows, options.attach ?? [], { file, ...names });
  const bytes = rows.reduce((sum, { values }) => sum + Buffer.byteLength(JSON.stringify(values)), 0);
  if (bytes > config.maxBodyBytes) {
    throw new UnreadableRows(
      `Its values have ${bytes} bytes together; a batch may have at most ${config.maxBodyBytes}.`,
    );
  }
  const notes = [...sheetNotes, ...mapped.notes, ...taken.notes];
  return { version, kind, rows, columns, otherColumns, variables, columnOf, placeOf, names, taken, notes };
}

/** How the rows of a file are found. */
interface RowsOptions extends ReadingOptions, MappingOptions {
  readonly template: string;
  /** Leave out rows that the spreadsheet program does not show. */
  readonly skipHidden?: boolean;
  /** The columns with paths of files that the PDFs carry. */
  readonly attach?: readonly AttachedColumn[];
}

/** Rows of a file, and their names in messages. */
export interface NamedRows extends RefusedFile {
  readonly version: TemplateVersion;
  /** The pictures that they show, and those that are missing. */
  readonly taken: TakenPictures;
  readonly names: RowNames;
  /** The columns that gave the values. */
  readonly columns: readonly SourceColumn[];
  readonly otherColumns: OtherColumnsGiven | null;
  /** Sentences about how the file was read. */
  readonly notes: readonly string[];
}

/** The pictures in the cells of the sheets that are read. */
function listEmbedded(content: RowsContent, sheets: readonly EntrySheet[]): PictureSources['embedded'] {
  const tables =
    content.kind === 'objects' ? [] : [{ sheet: content.sheet ?? '', table: content }, ...sheets];
  return tables.flatMap(({ sheet, table: { pictures } }) =>
    pictures === undefined ? [] : [{ sheet, pictures }],
  );
}
