import { Path2D } from '@napi-rs/canvas';

import type { Surface } from '../surface/layers.ts';
import { fitPath, type PathInBox } from './shapes.ts';

/** Shorter path data are cheap, whatever they look like. */
const MIN_DATA_LENGTH = 100_000;
/** Measured: 20 to 100 ps for two edges in one row of pixels, where the pixel of a layer takes 3 ns. */
const EDGE_PAIRS_PER_PIXEL = 40;

/**
 * Accounts for a path that becomes pixels. Skia keeps the edges of each row of pixels sorted, so a row costs
 * up to the square of the number of edges that cross it: a detailed map is cheap, a scribble is not.
 */
export function spendOnPath(surface: Surface, element: PathInBox): void {
  if (element.d.length < MIN_DATA_LENGTH) return;
  const path = fitPath(element);
  if (path === null) return;
  const onSurface = new Path2D();
  onSurface.addPath(path, surface.context.getTransform());
  surface.budget.spend(edgePairs(onSurface.toSVGString(), Math.ceil(surface.height)) / EDGE_PAIRS_PER_PIXEL);
}

/** The sum over all rows of pixels of the squared number of edges. `data` are absolute M, L, Q, C and Z. */
function edgePairs(data: string, rows: number): number {
  const changes = new Float64Array(rows + 2);
  let y = 0;
  for (const part of data.split(/(?=[A-Z])/u)) {
    const ys = part
      .slice(1)
      .split(/[ ,]/u)
      .flatMap((number, index) => (index % 2 === 1 ? [Number(number)] : []));
    const [first, last] = [Math.min(y, ...ys), Math.max(y, ...ys)];
    y = ys.at(-1) ?? y;
    if (part.startsWith('M') || last < 0 || first > rows) continue;
    changes[Math.max(0, Math.floor(first))]! += 1;
    changes[Math.min(rows, Math.floor(last)) + 1]! -= 1;
  }
  let edges = 0;
  return changes.reduce((sum, change) => sum + (edges += change) ** 2, 0);
}
