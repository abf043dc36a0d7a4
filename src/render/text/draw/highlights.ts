import type { PathContext } from '../../drawing/drawing-context.ts';
import { colorStyle } from '../../paint.ts';
import type { SceneText } from '../../scene/text.ts';
import { fillBand, placedRange } from './bands.ts';
import { edgeSnapper } from './snap-lines.ts';
import type { LaidOutLine, LinePath } from '../text-layout.ts';

type Highlight = NonNullable<SceneText['highlight']>;

/** Fills the highlight of a text behind its lines. */
export function drawHighlight(
  context: PathContext,
  lines: readonly LaidOutLine[],
  highlight: Highlight,
): void {
  for (const { x, width, baseline, ascent, descent, runs, path } of lines) {
    if (runs.length === 0) continue;
    if (path === undefined)
      fillHighlight(context, highlight, { left: x, right: x + width, baseline, ascent, descent });
    else fillBent(context, highlight, runs, path, { baseline, ascent, descent });
  }
}

/** The highlights that runs have of their own, as high as their fonts. */
export function drawRunHighlights(
  context: PathContext,
  { runs, baseline, path }: LaidOutLine,
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
    if (path === undefined) fillHighlight(context, highlight, box, snapsLines);
    else
      fillBent(
        context,
        highlight,
        runs.filter(({ run }) => run === first.run),
        path,
        { ...box, line: baseline },
      );
  }
}

/**
 * Fills the highlight of letters on a path as one shape along it.
 *
 * @param line the baseline of the line, where that of its letters is another one
 */
function fillBent(
  context: PathContext,
  { color, padding, cornerRadius: radius }: Highlight,
  runs: LaidOutLine['runs'],
  path: LinePath,
  {
    baseline,
    ascent,
    descent,
    line = baseline,
  }: Pick<LaidOutLine, 'baseline' | 'ascent' | 'descent'> & { readonly line?: number },
): void {
  const range = placedRange(runs);
  if (range === null) return;
  context.fillStyle = colorStyle(context, color);
  const [top, bottom] = [baseline - ascent - padding, baseline + descent + padding];
  fillBand(context, path, line, {
    left: range.left - padding,
    right: range.right + padding,
    top,
    bottom,
    radius,
  });
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
