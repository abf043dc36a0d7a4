import type { SKRSContext2D } from '@napi-rs/canvas';

/** MaxiCode (ISO/IEC 16023): 33 rows of hexagons, every other row shifted by half; a unit is the distance of two. */
export const HEXAGON_COLUMNS = 30.5;
const ROWS = 33;
const ROW_PITCH = Math.sqrt(3) / 2;
/** Height of a whole hexagon, and of the whole symbol. */
const CELL_HEIGHT = 2 / Math.sqrt(3);
export const HEXAGON_HEIGHT = (ROWS - 1) * ROW_PITCH + CELL_HEIGHT;
/** Dark hexagons leave a little room between them, as printed ones do. */
const INK = 0.9;
/** Radii of the finder's three rings, outer and inner, over the distance of two hexagons. */
const RINGS = [
  [4.3814, 3.6229],
  [2.8644, 2.1058],
  [1.3359, 0.5774],
] as const;

/** Draws a MaxiCode's hexagons and its bull's eye; `unit` is the distance between two hexagons of a row. */
export function drawHexagons(
  context: SKRSContext2D,
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
