/** Styles of tables: of the head, of bands of rows, and of the first and last column (20.1.4.2). */
import type { Stroke } from '../../../generated/template.ts';
import { readName, type SlideContext } from './context.ts';
import { readFill, readStroke, readStyleFill, type Fill } from './paints.ts';
import { findNode, isOn, listNodes, readXml, type XmlNode } from './xml.ts';

/** The rows and columns of a cell, from 0; the last ones are those after it. */
export interface CellPlace {
  readonly row: number;
  readonly column: number;
  readonly lastRow: number;
  readonly lastColumn: number;
}

type Side = 'top' | 'bottom' | 'left' | 'right';

/** How a cell looks that says nothing of it. */
interface CellLook {
  readonly fill: Fill | null;
  readonly line: (side: Side) => Stroke | null;
  /** Styles of its letters, as a shape has them. */
  readonly text: XmlNode;
}

/** How the cells of a table look. */
export type TableLook = (place: CellPlace) => CellLook;

interface Size {
  readonly rows: number;
  readonly columns: number;
}

/** A part of a style, and the cells that it is for. */
interface StylePart {
  readonly node: XmlNode;
  readonly from: readonly [row: number, column: number];
  readonly to: readonly [row: number, column: number];
}

/** "Medium Style 2, Accent 1", which files need not have. */
const usualId = '{5C22544A-7EE6-4342-B048-85BDC9FD1C3A}';
const line = (name: string, width: number): string =>
  `<${name}><ln w="${width}"><solidFill><schemeClr val="lt1"/></solidFill></ln></${name}>`;
const solid = (tint: string): string =>
  `<fill><solidFill><schemeClr val="accent1">${tint}</schemeClr></solidFill></fill>`;
const head = (name: string, border: string): string =>
  `<${name}><tcTxStyle b="on"><schemeClr val="lt1"/></tcTxStyle>` +
  `<tcStyle><tcBdr>${border}</tcBdr>${solid('')}</tcStyle></${name}>`;
const usualStyle = readXml(
  Buffer.from(
    `<tblStyle styleId="${usualId}"><wholeTbl><tcTxStyle><schemeClr val="dk1"/></tcTxStyle><tcStyle><tcBdr>` +
      ['left', 'right', 'top', 'bottom', 'insideH', 'insideV'].map((side) => line(side, 12_700)).join('') +
      `</tcBdr>${solid('<tint val="20000"/>')}</tcStyle></wholeTbl>` +
      ['band1H', 'band1V']
        .map((band) => `<${band}><tcStyle>${solid('<tint val="40000"/>')}</tcStyle></${band}>`)
        .join('') +
      head('lastCol', '') +
      head('firstCol', '') +
      head('lastRow', line('top', 38_100)) +
      head('firstRow', line('bottom', 38_100)) +
      '</tblStyle>',
  ),
  'the usual style of tables',
);

/** Reads the style of a table. */
export function readTableLook(
  properties: XmlNode | undefined,
  frame: XmlNode,
  size: Size,
  context: SlideContext,
): TableLook {
  const { builder, sheet } = context;
  const name = readName(context, frame);
  const lose = (property: string, reason: string): void => builder.lose(name, property, reason);
  const id = findNode(properties, 'tableStyleId')?.text.trim() ?? '';
  const own = listNodes(context.tableStyles, 'tblStyle').find(
    ({ attributes }) => attributes['styleId'] === id,
  );
  const style = own ?? (id === usualId ? usualStyle : undefined);
  const isPlain = /^\{(?:2D5ABB26-0587-4C30-8999-92F81FD0307C|5940675A-B579-460E-94D1-54222C63F5DA)\}$/u.test(
    id,
  );
  if (style === undefined && id !== '' && !isPlain)
    lose('tableStyleId', 'The file does not have the style of the table.');
  return (place) => {
    const parts = listParts(style, properties, place, size);
    const fills = parts.map(({ node }) => {
      const cell = findNode(node, 'tcStyle');
      const reference = findNode(cell, 'fillRef');
      return readFill(findNode(cell, 'fill'), { sheet, lose }) ?? readStyleFill(reference, { sheet, lose });
    });
    return {
      fill: fills.findLast((fill) => fill !== null) ?? null,
      line: (side) => {
        const found = parts
          .map((part) => findBorder(part, place, side))
          .findLast((each) => each !== undefined);
        const reference = findNode(found, 'lnRef');
        const ln = findNode(found, 'ln');
        return found === undefined
          ? null
          : readStroke(ln === undefined ? [] : [ln], reference, { sheet, lose });
      },
      text: textShape(parts, name),
    };
  };
}

/** The parts of a style that a cell is in, the strongest last. */
function listParts(
  style: XmlNode | undefined,
  properties: XmlNode | undefined,
  { row, column }: CellPlace,
  { rows, columns }: Size,
): StylePart[] {
  const flag = (name: string): boolean => isOn(properties?.attributes[name]);
  const [firstRow, lastRow, firstColumn, lastColumn] = ['firstRow', 'lastRow', 'firstCol', 'lastCol'].map(
    flag,
  );
  const bandRow = row - (firstRow ? 1 : 0);
  const bandColumn = column - (firstColumn ? 1 : 0);
  const found: readonly (readonly [string, boolean, StylePart['from'], StylePart['to']])[] = [
    ['wholeTbl', true, [0, 0], [rows, columns]],
    [`band${(bandColumn % 2) + 1}V`, flag('bandCol') && bandColumn >= 0, [0, column], [rows, column + 1]],
    [`band${(bandRow % 2) + 1}H`, flag('bandRow') && bandRow >= 0, [row, 0], [row + 1, columns]],
    ['lastCol', lastColumn === true && column === columns - 1, [0, column], [rows, column + 1]],
    ['firstCol', firstColumn === true && column === 0, [0, 0], [rows, 1]],
    ['lastRow', lastRow === true && row === rows - 1, [row, 0], [row + 1, columns]],
    ['firstRow', firstRow === true && row === 0, [0, 0], [1, columns]],
  ];
  return found.flatMap(([name, applies, from, to]) => {
    const node = applies ? findNode(style, name) : undefined;
    return node === undefined ? [] : { node, from, to };
  });
}

/** The line of a part at a side of a cell: between its cells it is another one than around them. */
function findBorder({ node, from, to }: StylePart, place: CellPlace, side: Side): XmlNode | undefined {
  const isEdge = {
    top: place.row <= from[0],
    bottom: place.lastRow >= to[0],
    left: place.column <= from[1],
    right: place.lastColumn >= to[1],
  }[side];
  const inside = side === 'top' || side === 'bottom' ? 'insideH' : 'insideV';
  return findNode(node, 'tcStyle', 'tcBdr', isEdge ? side : inside);
}

/** A shape whose styles of lists are those of the letters in the parts. */
function textShape(parts: readonly StylePart[], name: string): XmlNode {
  const styles = parts.map(({ node }) => findNode(node, 'tcTxStyle')).filter((each) => each !== undefined);
  const said = (key: string): string | undefined =>
    styles.findLast(({ attributes }) => attributes[key] !== undefined)?.attributes[key];
  const color = styles.flatMap(({ children }) => children.filter((each) => /Clr$/u.test(each.name))).at(-1);
  const node = (of: string, children: readonly XmlNode[], attributes = {}): XmlNode => ({
    name: of,
    attributes,
    children,
    text: '',
  });
  const letters = node('defRPr', color === undefined ? [] : [node('solidFill', [color])], {
    ...(said('b') !== undefined && { b: isOn(said('b')) ? '1' : '0' }),
    ...(said('i') !== undefined && { i: isOn(said('i')) ? '1' : '0' }),
  });
  const list = node('lstStyle', [node('lvl1pPr', [letters])]);
  return node('sp', [node('txBody', [list])], { name });
}
