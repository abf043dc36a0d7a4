/** Vertical lines from right to left: CSS `writing-mode: vertical-rl`, `text-orientation: mixed`. */
import type { SceneText } from '../../scene/text.ts';
import type { Matrix, Size } from '../../geometry.ts';
import { splitClusters } from './bend-line.ts';
import { alphabeticShift } from './central-baseline.ts';
import { shapeText } from '../shape/shape-text.ts';
import type { LaidOutLine, LaidOutRun, PlacedText, TextLayout } from '../text-layout.ts';

/**
 * Lays out a text in vertical lines. The lines are first laid out horizontally, in a box with exchanged
 * sides, and then turned clockwise: a line's start is at the top, and the first line at the right. Upright
 * letters are turned back.
 */
export function layoutVertically(
  element: SceneText,
  layoutInBox: (element: SceneText) => TextLayout,
): TextLayout {
  const { width, height } = element;
  const flat = layoutInBox({ ...element, width: height, height: width });
  return {
    ...flat,
    width,
    height,
    turn: { a: 0, b: 1, c: -1, d: 0, e: width, f: 0 },
    lines: flat.lines.map(placeRuns),
    ...(flat.rubies === undefined ? {} : { rubies: flat.rubies.map(placeRuns) }),
  };
}

function placeRuns(line: LaidOutLine): LaidOutLine {
  return { ...line, runs: line.runs.map((run) => placeRun(line, run)) };
}

function placeRun(line: LaidOutLine, run: LaidOutRun): LaidOutRun {
  if (run.icon !== undefined) return { ...run, places: [placeIcon(line, run, run.icon)] };
  return { ...run, places: run.isUpright === true ? placeUpright(line, run) : [placeSideways(run)] };
}

/** An icon stands upright in the middle of the line. */
function placeIcon({ baseline }: LaidOutLine, { textX: x, width }: LaidOutRun, icon: Size): PlacedText {
  const matrix: Matrix = {
    a: 0,
    b: -1,
    c: 1,
    d: 0,
    e: x - baseline + icon.height,
    f: baseline + icon.width / 2 + x,
  };
  return { drawn: '', typed: '', x, width, matrix };
}

/** Letters that lie on their side keep their baseline, beside that of upright ones. */
function placeSideways({ drawn, typed, textX, width, primary, fontSize }: LaidOutRun): PlacedText {
  const matrix: Matrix = { a: 1, b: 0, c: 0, d: 1, e: 0, f: alphabeticShift(primary, fontSize) };
  return { drawn, typed, x: textX, width, matrix };
}

/** Each letter stands in the middle of the line, by the vertical metrics of its font. */
function placeUpright({ baseline }: LaidOutLine, run: LaidOutRun): PlacedText[] {
  const { face, primary, script, language, features, fontSize } = run;
  const { ascent, descent } = face.metrics;
  const middle = baseline + alphabeticShift(primary, fontSize) - ((ascent - descent) / 2) * fontSize;
  return splitClusters(run).map(({ x, ...cluster }) => {
    const style = { face, script, language, features, rtl: false, ligatures: true, isUpright: true };
    const { origin = { x: 0, y: 0 } } = shapeText(cluster.drawn, style);
    // A point to the right of the letter's origin is above the origin on the line, which is turned later.
    const matrix: Matrix = {
      a: 0,
      b: -1,
      c: 1,
      d: 0,
      e: x + origin.y * fontSize - baseline,
      f: middle - origin.x * fontSize + x,
    };
    return { ...cluster, x, matrix };
  });
}
