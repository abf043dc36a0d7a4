import { stringify } from 'csv-stringify/sync';
import type { RowWarnings } from '../../store/batches/row-outcomes.ts';

/** No file of a row has this name: theirs end in the extension of an image or a PDF. */
export const warningsFileName = 'warnings.csv';

interface WarnedRow {
  readonly rowIndex: number;
  readonly filename: string;
  /** In the file that the row comes from; null if it is not known. */
  readonly line: number | null;
  readonly warnings: RowWarnings;
}

const header = ['rowIndex', 'filename', 'code', 'elementId', 'detail'];

/**
 * The table of an archive's warnings, from page to page of its rows. If the rows come from a file, a column
 * has their lines in it; if the job has a preflight, a last column has the severity.
 */
export class WarningsCsv {
  #text = '';
  #hasLines = false;
  #hasSeverity = false;

  add({ line, rowIndex, filename, warnings: { count, listed } }: WarnedRow): void {
    // Either all rows of a job have lines, or none.
    this.#hasLines = line !== null;
    // All warnings of a preflight have a severity, and no others.
    this.#hasSeverity ||= listed.some(({ severity }) => severity !== undefined);
    const lines = line === null ? [] : [line];
    const records = listed.map(({ code, elementId, detail, severity }) => [
      rowIndex,
      filename,
      code,
      elementId,
      detail,
      ...lines,
      ...(severity === undefined ? [] : [severity]),
    ]);
    const left = count - listed.length;
    if (left > 0)
      records.push([
        rowIndex,
        filename,
        '',
        '',
        `${left} more warnings of this row`,
        ...lines,
        ...(this.#hasSeverity ? [''] : []),
      ]);
    if (records.length > 0) this.#text += stringifyRecords(records, false);
  }

  toBytes(): Buffer {
    const names = [
      ...header,
      ...(this.#hasLines ? ['line'] : []),
      ...(this.#hasSeverity ? ['severity'] : []),
    ];
    return Buffer.from(stringifyRecords([names], true) + this.#text);
  }
}

/**
 * RFC 4180, with a byte order mark for Excel. A cell that a spreadsheet program would take for a formula gets
 * an apostrophe in front (CWE-1236): ids and details may quote what clients send.
 */
function stringifyRecords(records: readonly (readonly (string | number)[])[], isFirst: boolean): string {
  return stringify([...records], { bom: isFirst, escape_formulas: true, record_delimiter: 'windows' });
}
