import type { PathContext } from '../drawing/drawing-context.ts';

/**
 * MaxiCode (ISO/IEC 16023) has 33 rows of hexagons; every other row is shifted by half a hexagon. The unit of
 * all lengths is the distance of two hexagons in a row.
 */
export const HEXAGON_COLUMNS = 30.5;
const ROWS = 33;
const ROW_PITCH = Math.sqrt(3) / 2;
/** Height of one hexagon, and of the whole code. */
const CELL_HEIGHT = 2 / Math.sqrt(3);
export const HEXAGON_HEIGHT = (ROWS - 1) * ROW_PITCH + CELL_HEIGHT;
/** Hexagons are drawn a little smaller than their cell, as in print. */
const INK = 0.9;
/** Outer and inner radii of the three rings of the finder pattern. */
const RINGS = [
  [4.3814, 3.6229],
  [2.8644, 2.1058],
  [1.3359, 0.5774],
] as const;

/**
 * Draws a MaxiCode: dark hexagons and the finder pattern. `unit` is the distance of two hexagons in a row.
 */
export function drawHexagons(
  context: PathContext,
  cells: readonly number[],
  origin: { readonly x: number; readonly y: number },
  unit: number,
): void {
  const middle = (column: number, row: number): [number, number] => [
    origin.x + (column + 0.5 + (row % 2) / 2) * unit,
    origin.y + (CELL_HEIGHT / 2 + row * ROW_PITCH) * unit,
  ];
  const reach = (CELL_HEIGHT / 2) * INK * unit;
  const side = INK * 0.5 * unit;
  context.beginPath();
  for (const cell of cells) {
    const [x, y] = middle(cell % 30, Math.floor(cell / 30));
    context.moveTo(x, y - reach);
    context.lineTo(x + side, y - reach / 2);
    context.lineTo(x + side, y + reach / 2);
    context.lineTo(x, y + reach);
    context.lineTo(x - side, y + reach / 2);
    context.lineTo(x - side, y - reach / 2);
    context.closePath();
  }
  context.fill();
  const [x, y] = middle(14, 16);
  context.beginPath();
  for (const [outer, inner] of RINGS) {
    for (const radius of [outer, inner]) {
      context.moveTo(x + radius * unit, y);
      context.arc(x, y, radius * unit, 0, Math.PI * 2);
    }
  }
  context.fill('evenodd');
}
