/** What the cells of a table's column show: a text, a picture or a code. */
import type { TableCell, TableColumn } from '../../../../../generated/template.ts';

/** The kinds of cells. */
export type CellKind = 'text' | TableCell['type'];

/** What fills the cells of a column: the text, the source of the picture or the data of the code. */
export function getContent({ value = '', cell }: TableColumn): string {
  if (cell === undefined) return value;
  return cell.type === 'image' ? cell.src : cell.value;
}

/**
 * Makes the cells of a column another kind. What fills them, their size and their other keys stay, as far as
 * the new kind has them.
 *
 * @param presetHeight of a picture or a code that was a text
 */
export function changeKind(column: TableColumn, kind: CellKind, presetHeight: number): void {
  const { cell } = column;
  if ((cell?.type ?? 'text') === kind) return;
  const content = getContent(column);
  delete column.value;
  delete column.cell;
  if (kind === 'text') {
    column.value = content;
    return;
  }
  // A format writes texts.
  delete column.format;
  const { width, height = presetHeight, opacity, visible, alt } = cell ?? {};
  const common = {
    ...(width === undefined ? (column.width === 'hug' ? { width: height } : {}) : { width }),
    height,
    ...(opacity === undefined ? {} : { opacity }),
    ...(visible === undefined ? {} : { visible }),
    ...(alt === undefined ? {} : { alt }),
  };
  const colors =
    cell === undefined || cell.type === 'image'
      ? {}
      : {
          ...(cell.color === undefined ? {} : { color: cell.color }),
          ...(cell.background === undefined ? {} : { background: cell.background }),
        };
  column.cell = makeCell(kind, content, common, colors);
}

function makeCell(
  kind: TableCell['type'],
  content: string,
  common: Pick<TableCell, 'height' | 'width' | 'opacity' | 'visible' | 'alt'>,
  colors: { readonly color?: string; readonly background?: string },
): TableCell {
  switch (kind) {
    case 'image':
      // Without a source, the template has a problem that leads to the empty field.
      return { type: kind, src: content, fit: 'contain', ...common };
    case 'qrcode':
      return { type: kind, value: content, ...common, ...colors };
    case 'barcode':
      return { type: kind, value: content, symbology: 'code128', ...common, ...colors };
  }
}
