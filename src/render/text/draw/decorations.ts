import type { PathContext } from '../../drawing/drawing-context.ts';
import { alphabeticShift } from '../place/central-baseline.ts';
import { drawInPlaces, fillPlaced } from './places.ts';
import { findBaseline, snapLine, type DrawnLine } from './snap-lines.ts';
import type { Decoration, LaidOutLine, TextLayout } from '../text-layout.ts';

/** Draws one continuous line per decorated part, at the position that its font specifies. */
export function drawDecorations(
  context: PathContext,
  layout: TextLayout,
  line: DrawnLine,
  kind: Decoration['kind'],
  snapsLines: boolean,
): void {
  if (line.bounds !== undefined) return drawBentDecorations(context, layout, line, kind, snapsLines);
  let index = 0;
  while (index < line.runs.length) {
    const first = line.runs[index];
    if (first === undefined) return;
    let right = first.x;
    const { decoration } = first;
    for (let next = line.runs[index]; next?.decoration === decoration; next = line.runs[++index])
      right = next.x + next.width;
    if (decoration?.kind !== kind) continue;
    const { thickness, offset } = measureDecoration(decoration);
    fillPlaced(context, decoration.color, layout, null, snapsLines);
    const { face, fontSize } = decoration;
    const central = layout.turn === undefined ? 0 : alphabeticShift(face, fontSize);
    const middle = findBaseline(context, line, decoration.shift) + central + offset;
    const { top, height } = snapsLines
      ? snapLine(context, middle, thickness)
      : { top: middle - thickness / 2, height: thickness };
    context.fillRect(first.x, top, right - first.x, height);
  }
}

/** The thickness of a decoration, and the distance of the middle of the line below the baseline. */
export function measureDecoration(decoration: Decoration): { thickness: number; offset: number } {
  const { kind, face, fontSize } = decoration;
  const { metrics } = face;
  const isUnder = kind === 'underline';
  const thickness =
    decoration.thickness ?? (isUnder ? metrics.underlineThickness : metrics.strikeThickness) * fontSize;
  const offset = isUnder ? underlineMiddle(decoration, thickness) : -metrics.strikeOffset * fontSize;
  return { thickness, offset };
}

/** The middle of an underline below the baseline. A given thickness grows downwards. */
function underlineMiddle({ face, fontSize, offset, thickness }: Decoration, drawn: number): number {
  if (offset !== null) return offset + drawn / 2;
  const { underlineOffset, underlineThickness } = face.metrics;
  if (thickness === null) return underlineOffset * fontSize;
  return (underlineOffset - underlineThickness / 2) * fontSize + drawn / 2;
}

/** Draws the decoration of each letter of a line that is not straight. */
function drawBentDecorations(
  context: PathContext,
  layout: TextLayout,
  line: LaidOutLine,
  kind: Decoration['kind'],
  snapsLines: boolean,
): void {
  for (const each of line.runs) {
    const { decoration } = each;
    if (decoration?.kind !== kind) continue;
    const { thickness, offset } = measureDecoration(decoration);
    const middle = line.baseline - decoration.shift + offset;
    drawInPlaces(context, each, ({ x, width }, place) => {
      fillPlaced(context, decoration.color, layout, place, snapsLines);
      context.fillRect(x, middle - thickness / 2, width, thickness);
    });
  }
}
