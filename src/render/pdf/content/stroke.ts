import { invert } from '../../geometry.ts';
import type { GraphicsState } from './graphics-state.ts';
import { factor, nums } from './numbers.ts';
import type { PdfPath } from './pdf-path.ts';
import { setLine } from './state-operators.ts';

/** What strokes a path: the operators, and those of the line if they hold for what follows, too. */
interface Stroke {
  readonly operators: string;
  readonly line?: string;
}

/** The stroke of a path in the coordinates of the page; null: nothing is seen. */
export function writeStroke(path: PdfPath, state: GraphicsState): Stroke | null {
  if (path.isEmpty || state.lineWidth <= 0) return null;
  const { a, b, c, d, e, f } = state.matrix;
  const scale = Math.sqrt(Math.abs(a * d - b * c));
  const isRound =
    Math.abs(a * c + b * d) < 1e-6 * scale * scale &&
    Math.abs(Math.hypot(a, b) - Math.hypot(c, d)) < 1e-6 * scale;
  if (isRound) return { operators: `${path.write(null)}S`, line: setLine(state, scale) };
  const back = invert(state.matrix);
  if (back === null) return null;
  const cm = `${[a, b, c, d].map(factor).join(' ')} ${nums(e, f)} cm`;
  return { operators: `q ${cm}\n${setLine(state, 1)}\n${path.write(back)}S Q` };
}
