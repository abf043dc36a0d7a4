import type { PathContext } from '../../drawing/drawing-context.ts';
import { alphabeticShift } from '../place/central-baseline.ts';
import { fillBand, placedRange } from './bands.ts';
import { fillPlaced } from './places.ts';
import { findBaseline, snapLine, type DrawnLine } from './snap-lines.ts';
import type { Decoration, LaidOutLine, LinePath, TextLayout } from '../text-layout.ts';

/** Draws one continuous line per decorated part, at the position that its font specifies. */
export function drawDecorations(
  context: PathContext,
  layout: TextLayout,
  line: DrawnLine,
  kind: Decoration['kind'],
  snapsLines: boolean,
): void {
  const { path } = line;
  if (path !== undefined) return drawBentDecorations(context, layout, { ...line, path }, kind, snapsLines);
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

/** Draws one line along the path for each decorated part of a line that is not straight. */
function drawBentDecorations(
  context: PathContext,
  layout: TextLayout,
  { runs, baseline, path }: LaidOutLine & { readonly path: LinePath },
  kind: Decoration['kind'],
  snapsLines: boolean,
): void {
  for (const decoration of new Set(runs.map((run) => run.decoration))) {
    const range = placedRange(runs.filter((run) => run.decoration === decoration));
    if (decoration?.kind !== kind || range === null) continue;
    const { thickness, offset } = measureDecoration(decoration);
    const middle = baseline - decoration.shift + offset;
    fillPlaced(context, decoration.color, layout, null, snapsLines);
    const band = { ...range, top: middle - thickness / 2, bottom: middle + thickness / 2 };
    fillBand(context, path, baseline, band);
  }
}
