import { seenColor } from '../inks/ink-color.ts';
import type { Size } from '../geometry.ts';
import type { SceneGroup } from '../scene/elements.ts';
import type { ScenePath, SceneRect } from '../scene/shapes.ts';
import type { SceneTable } from '../scene/table.ts';
import type { PlacedColumn } from './table-columns.ts';

/** The lines of a row: above it, and between its columns. */
export function getLines(
  rowId: string,
  { across, columns }: { readonly across: number; readonly columns: readonly PlacedColumn[] },
  height: number,
  { color, width, isBetweenRows, isBetweenColumns }: NonNullable<SceneTable['borders']>,
  hasRowAbove: boolean,
): ScenePath[] {
  const draw = (x: number, y: number, toX: number, toY: number) => `M${x} ${y}H${toX}V${toY}H${x}Z`;
  const paths: ScenePath[] = [];
  const add = (id: string, d: string) => {
    if (d !== '') paths.push(getPath(id, d, { width: across, height }, color));
  };
  if (isBetweenRows && hasRowAbove) add(lineAbove(rowId), draw(0, 0, across, width));
  // Lines that are not opaque would be darker where they cross.
  const isOpaque = seenColor(color).endsWith('ff');
  const below = isBetweenRows ? width : 0;
  const top = !hasRowAbove ? 0 : isOpaque ? -overlapPx : below;
  const between = isBetweenColumns ? columns.filter(({ line }) => line > 0) : [];
  add(`${rowId}.lines`, between.map(({ lineX, line }) => draw(lineX, top, lineX + line, height)).join(''));
  return paths;
}

/** What fills the cells of a row, behind its lines. */
export function getFills(
  { row, elements }: SceneGroup,
  columns: readonly PlacedColumn[],
  height: number,
): SceneRect[] {
  return (row?.fills ?? []).flatMap((fill, index) => {
    const column = columns[index];
    const cell = elements[index];
    if (fill === null || column === undefined || cell === undefined) return [];
    const x = Math.min(column.lineX, column.contentX);
    const box = { x, y: 0, width: column.width, height };
    return { ...artifact, ...box, type: 'rect', id: `${cell.id}.fill`, fill, cornerRadius: noRadii };
  });
}

/** The id of the line above a row. A flow leaves it out where the row begins a page. */
export function lineAbove(rowId: string): string {
  return `${rowId}.above`;
}

/** How far a line between columns reaches into the row above: rows that touch leave a fine gap otherwise. */
const overlapPx = 0.5;

const noRadii = [0, 0, 0, 0] as const;

/** What is drawn for the eye only. */
const artifact = {
  tag: 'Artifact',
  rotation: 0,
  opacity: 1,
  blendMode: 'normal',
  shadow: null,
  blur: 0,
  stroke: null,
} as const;

function getPath(id: string, d: string, { width, height }: Size, color: string): ScenePath {
  return {
    ...artifact,
    type: 'path',
    id,
    x: 0,
    y: 0,
    width,
    height,
    d,
    viewBox: [0, 0, width, height],
    fillRule: 'nonzero',
    fill: { type: 'solid', color },
  };
}
