import type { PathContext } from '../../drawing/drawing-context.ts';
import { colorStyle } from '../../paint.ts';
import type { SceneText } from '../../scene/text.ts';
import { drawInPlaces } from './places.ts';
import { edgeSnapper } from './snap-lines.ts';
import type { LaidOutLine } from '../text-layout.ts';

type Highlight = NonNullable<SceneText['highlight']>;

/** Fills the highlight of a text behind its lines. */
export function drawHighlight(
  context: PathContext,
  lines: readonly LaidOutLine[],
  highlight: Highlight,
): void {
  const { color, padding } = highlight;
  context.fillStyle = colorStyle(context, color);
  for (const { x, width, baseline, ascent, descent, runs, bounds } of lines) {
    if (runs.length === 0) continue;
    if (bounds !== undefined) {
      const [top, height] = [baseline - ascent - padding, ascent + descent + 2 * padding];
      for (const each of runs)
        drawInPlaces(context, each, (run) => context.fillRect(run.x, top, run.width, height));
      continue;
    }
    fillHighlight(context, highlight, { left: x, right: x + width, baseline, ascent, descent });
  }
}

/** The highlights that runs have of their own, as high as their fonts. */
export function drawRunHighlights(
  context: PathContext,
  { runs, baseline, bounds }: LaidOutLine,
  snapsLines: boolean,
): void {
  for (let index = 0; index < runs.length;) {
    const first = runs[index];
    if (first === undefined) return;
    const { highlight, x: left, primary, fontSize, shift } = first;
    let right = left;
    for (
      let next = runs[index];
      next?.run === first.run && next.isMarker === first.isMarker;
      next = runs[++index]
    )
      right = next.x + next.width;
    if (highlight === null) continue;
    const [ascent, descent] = [primary.metrics.ascent, primary.metrics.descent].map((part) =>
      Math.round(part * fontSize),
    );
    const box = { left, right, baseline: baseline - shift, ascent: ascent ?? 0, descent: descent ?? 0 };
    if (bounds === undefined) fillHighlight(context, highlight, box, snapsLines);
    else
      for (const run of runs.filter(({ run: own }) => own === first.run))
        drawInPlaces(context, run, ({ x, width }) =>
          fillHighlight(context, highlight, { ...box, left: x, right: x + width }),
        );
  }
}

function fillHighlight(
  context: PathContext,
  { color, padding, cornerRadius }: Highlight,
  box: {
    readonly left: number;
    readonly right: number;
    readonly baseline: number;
    readonly ascent: number;
    readonly descent: number;
  },
  snapsEdges = false,
): void {
  const snap = snapsEdges ? edgeSnapper(context) : (edge: number) => edge;
  const left = snap(box.left - padding, 'e');
  const top = snap(box.baseline - box.ascent - padding, 'f');
  const width = snap(box.right + padding, 'e') - left;
  const height = snap(box.baseline + box.descent + padding, 'f') - top;
  const radius = Math.max(0, Math.min(cornerRadius, width / 2, height / 2));
  context.fillStyle = colorStyle(context, color);
  context.beginPath();
  context.roundRect(left, top, width, height, radius);
  context.fill();
}
