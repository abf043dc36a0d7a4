import type { TableCell } from '../../../../generated/template.ts';
import type { SceneGroup } from '../../scene/elements.ts';
import type { SceneCell } from '../../scene/table.ts';
import type { BindContext } from '../context.ts';
import type { VariableValues } from '../variable-values.ts';
import { cellElement, ownWidth } from './cell-element.ts';
import { emptyGroup } from './empty-group.ts';
import type { CellStyle } from './row-style.ts';

/** A cell of a row, by its ids and for messages. */
export interface CellPlace {
  readonly id: string;
  readonly table: string;
  /** From 0, as the columns of the template. */
  readonly row: number;
  readonly column: number;
}

/** Binds a cell that holds a picture or a code. Where that is left out, the cell is empty. */
export function bindPictureCell(
  cell: TableCell,
  { id, table, row, column }: CellPlace,
  { align, style }: Pick<CellStyle, 'align' | 'style'>,
  variables: VariableValues,
  { px, direction, bindWithin }: BindContext,
): SceneGroup {
  const empty: SceneGroup = { ...emptyGroup(id), tag: 'TD' };
  const place = `row ${row + 1}, column ${column + 1} of the table "${table}"`;
  const element = bindWithin(cellElement(cell, `${id}.${cell.type}`), variables, place);
  if (element === null || (element.type === 'image' && element.asset === null)) return empty;
  const width = ownWidth(cell);
  const placed: SceneCell = {
    width: width === null ? null : px(width),
    height: px(cell.height),
    align: sideOf(align, direction === 'rtl'),
    verticalAlign: style.verticalAlign ?? 'top',
  };
  return { ...empty, elements: [element], cell: placed };
}

function sideOf(align: CellStyle['align'], isRtl: boolean): SceneCell['align'] {
  if (align !== 'start' && align !== 'end') return align;
  return (align === 'end') === isRtl ? 'left' : 'right';
}
