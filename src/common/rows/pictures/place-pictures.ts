import { columnLetters, type CellFault, type TablePictures } from '../table.ts';
import { findSheetPictures, type SheetPicture } from './cell-pictures.ts';
import type { PictureWorkbook } from './open-workbook.ts';
import { readEnding, isPictureFile, pictureName, pictureValue } from './picture-names.ts';

/** A sheet whose pictures are placed. Rows and columns count from 0. */
interface ReadSheet {
  readonly name: string;
  /** The texts of cells by row. Values of pictures are added. */
  readonly lines: Map<number, string[]>;
  /** Cells without a usable value. Those with a picture in them are removed. */
  readonly faults: CellFault[];
  readonly headerRow: number;
}

/**
 * Gives the cells of a sheet that have a picture the value that names it. Floating pictures belong to the
 * cell under their top left corner, if its column has a heading.
 *
 * @throws UnreadableRows if the pictures are too many or too large
 */
export function placePictures(workbook: PictureWorkbook, sheet: ReadSheet): TablePictures {
  const bySheet = findSheetPictures(workbook);
  const { lines, faults, name, headerRow: header } = sheet;
  const notes: string[] = [];
  const names = new Map<string, string>();
  const placed = new Map<string, SheetPicture>();
  const headings = lines.get(header) ?? [];
  for (const picture of bySheet.get(name) ?? []) {
    const { cell, isFloating, media } = picture;
    if (cell === null) {
      notes.push(`A picture of the sheet "${name}" is bound to no cell, so that no row has it.`);
      continue;
    }
    const { row, column } = cell;
    const address = `${columnLetters(column)}${row + 1}`;
    const report = (detail: string): void => {
      const message = `Cell ${address} of the sheet "${name}" ${detail}`;
      faults.push({ line: row + 1, index: column, detail, message });
    };
    const text = (lines.get(row)?.[column] ?? '').trim();
    if (row <= header || (headings[column] ?? '').trim() === '') {
      const why = row <= header ? 'it is not below the header' : 'its column has no heading';
      notes.push(`The picture ${isFloating ? 'over' : 'in'} ${address} is not used: ${why}.`);
    } else if (placed.has(address)) {
      report('has two pictures; each row can show one.');
    } else if (isFloating && text !== '') {
      notes.push(`The picture over ${address} is not used: the cell has a text, which is its value.`);
    } else if (media === null) {
      report('has a picture that is only linked; insert it into the workbook.');
    } else if (!isPictureFile(media)) {
      dropFault(faults, row, column);
      report(`has a picture of the kind ${readEnding(media).toUpperCase()}; insert it as PNG or JPEG.`);
    } else {
      placed.set(address, picture);
      const given =
        names.get(media) ?? pictureName(`${name.replaceAll('/', '_')}-${address}.${readEnding(media)}`);
      names.set(media, given);
      dropFault(faults, row, column);
      const line = lines.get(row) ?? [];
      line[column] = pictureValue(given);
      lines.set(row, line);
    }
  }
  const media = workbook.readMedia(new Set(names.keys()));
  const files = new Map<string, Uint8Array>();
  for (const [path, given] of names) {
    const bytes = media.get(path);
    if (bytes !== undefined) files.set(given, bytes);
  }
  const elsewhere = [...bySheet]
    .filter(([other, { length }]) => other !== name && length > 0)
    .map(([other, { length: count }]) => ({ sheet: other, count }));
  return { files, notes, elsewhere };
}

/** Excel writes `#VALUE!` into a cell with a picture, for programs that do not know such cells. */
function dropFault(faults: CellFault[], row: number, column: number): void {
  const index = faults.findIndex((each) => each.line === row + 1 && each.index === column);
  if (index >= 0) faults.splice(index, 1);
}

/** A sentence about the pictures of a sheet that is not read. */
export function describeElsewhere({ sheet, count }: TablePictures['elsewhere'][number]): string {
  return (
    `The sheet "${sheet}" has ${count === 1 ? 'a picture' : `${count} pictures`}, ` +
    'which no row shows: only the sheet of the rows is read.'
  );
}
