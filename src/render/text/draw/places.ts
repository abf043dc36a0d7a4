/** Draws runs whose pieces have places of their own: on a path, in vertical lines, above other text. */

import type { PathContext } from '../../drawing/drawing-context.ts';
import { paintStyle } from '../../paint.ts';
import { invert, multiply, type Matrix } from '../../geometry.ts';
import type { LaidOutRun, PlacedText, TextLayout } from '../text-layout.ts';

const identity: Matrix = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };

/** Draws each place of a run, in the coordinates of the straight line; a run without places as it is. */
export function drawInPlaces<Run extends LaidOutRun>(
  context: PathContext,
  run: Run,
  draw: (run: Run, place: PlacedText | null) => void,
): void {
  const { places } = run;
  if (places === undefined) return draw(run, null);
  for (const place of places) {
    const { drawn, typed, x, width, matrix } = place;
    context.save();
    context.transform(matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f);
    draw({ ...run, drawn, typed, shaped: null, x, width, textX: x }, place);
    context.restore();
  }
}

/** Sets the fill of a run, whose coordinates are those of the layout's box.. */
export function fillPlaced(
  context: PathContext,
  paint: LaidOutRun['color'],
  { width, height, turn }: Pick<TextLayout, 'width' | 'height' | 'turn'>,
  place: PlacedText | null,
  isRaster: boolean,
): void {
  const toBox = turn === undefined ? place?.matrix : multiply(turn, place?.matrix ?? identity);
  const toRun = toBox === undefined ? null : invert(toBox);
  context.fillStyle = paintStyle(context, paint, width, height, toRun, isRaster);
}
