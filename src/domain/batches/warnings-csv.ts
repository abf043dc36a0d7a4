import { stringify } from 'csv-stringify/sync';
import type { RowWarnings } from '../../store/batches/row-outcomes.ts';

/** No file of a row has this name: theirs end in the extension of an image or a PDF. */
export const warningsFileName = 'warnings.csv';

interface WarnedRow {
  readonly rowIndex: number;
  readonly filename: string;
  readonly warnings: RowWarnings;
}

/** The table of an archive's warnings, from page to page of its rows. */
export class WarningsCsv {
  #text = stringifyRecords([['rowIndex', 'filename', 'code', 'elementId', 'detail']], true);

  add({ rowIndex, filename, warnings: { count, listed } }: WarnedRow): void {
    const records = listed.map(({ code, elementId, detail }) => [
      rowIndex,
      filename,
      code,
      elementId,
      detail,
    ]);
    const left = count - listed.length;
    if (left > 0) records.push([rowIndex, filename, '', '', `${left} more warnings of this row`]);
    if (records.length > 0) this.#text += stringifyRecords(records, false);
  }

  toBytes(): Buffer {
    return Buffer.from(this.#text);
  }
}

/**
 * RFC 4180, with a byte order mark for Excel. A cell that a spreadsheet program would take for a formula gets
 * an apostrophe in front (CWE-1236): ids and details may quote what clients send.
 */
function stringifyRecords(records: readonly (readonly (string | number)[])[], isFirst: boolean): string {
  return stringify([...records], { bom: isFirst, escape_formulas: true, record_delimiter: 'windows' });
}
