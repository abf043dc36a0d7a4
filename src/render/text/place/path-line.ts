/** A path as a line that text can stand on: its length, and the place and direction at each distance. */
import { SVGPathData, type SVGCommand } from 'svg-pathdata';

import type { SceneText } from '../../scene/text.ts';
import type { LinePath, LinePlace } from '../text-layout.ts';

type TextPath = NonNullable<SceneText['path']>;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A part of a path from one point to another: a cubic curve, by its four points. */
type Curve = readonly [Point, Point, Point, Point];

interface Sample {
  readonly curve: Curve;
  /** The parameter of the curve, and the distance from the path's start. */
  readonly t: number;
  readonly length: number;
}

/** Distance between samples in CSS pixels, and their max number on one curve. */
const STEP_PX = 2;
const MAX_STEPS = 500;

/** Measures a path that is stretched from its view box to a box. Moves between its parts have no length. */
export class PathLine implements LinePath {
  readonly #samples: Sample[] = [];

  constructor({ d, viewBox: [left, top, across, down] }: TextPath, box: { width: number; height: number }) {
    if (across <= 0 || down <= 0) return;
    const [sx, sy] = [box.width / across, box.height / down];
    const data = new SVGPathData(d).toAbs().normalizeHVZ().normalizeST().qtToC().aToC();
    data.matrix(sx, 0, 0, sy, -left * sx, -top * sy);
    let length = 0;
    for (const curve of readCurves(data.commands)) {
      const chords =
        distance(curve[0], curve[1]) + distance(curve[1], curve[2]) + distance(curve[2], curve[3]);
      if (!(chords > 0)) continue;
      const steps = Math.min(MAX_STEPS, Math.max(8, Math.ceil(chords / STEP_PX)));
      let before = curve[0];
      for (let step = 0; step <= steps; step++) {
        const t = step / steps;
        const point = pointAt(curve, t);
        length += distance(before, point);
        before = point;
        this.#samples.push({ curve, t, length });
      }
    }
  }

  get length(): number {
    return this.#samples.at(-1)?.length ?? 0;
  }

  placeOf(x: number): LinePlace {
    const inside = Math.max(0, Math.min(this.length, x));
    const end = this.at(inside) ?? { x: 0, y: 0, angle: 0 };
    const beyond = x - inside;
    return { ...end, x: end.x + Math.cos(end.angle) * beyond, y: end.y + Math.sin(end.angle) * beyond };
  }

  /** The place at a distance from the start; null if the path does not reach so far. */
  at(wanted: number): LinePlace | null {
    if (wanted < 0 || wanted > this.length) return null;
    let [low, high] = [0, this.#samples.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#samples[middle]?.length ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    const [after, before] = [this.#samples[low], this.#samples[low - 1]];
    if (after === undefined) return null;
    const isInside = before !== undefined && before.curve === after.curve && after.length > before.length;
    const share = isInside ? (wanted - before.length) / (after.length - before.length) : 1;
    const t = isInside ? before.t + (after.t - before.t) * share : after.t;
    return { ...pointAt(after.curve, t), angle: angleAt(after.curve, t) };
  }
}

function* readCurves(commands: readonly SVGCommand[]): Generator<Curve> {
  let at: Point = { x: 0, y: 0 };
  let start = at;
  for (const command of commands) {
    // Other commands were replaced by these.
    if (command.type === SVGPathData.MOVE_TO) {
      start = at = { x: command.x, y: command.y };
      continue;
    }
    let end = start;
    if (command.type === SVGPathData.CURVE_TO) {
      const { x1, y1, x2, y2, x, y } = command;
      end = { x, y };
      yield [at, { x: x1, y: y1 }, { x: x2, y: y2 }, end];
    } else {
      if (command.type === SVGPathData.LINE_TO) end = { x: command.x, y: command.y };
      yield straight(at, end);
    }
    at = end;
  }
}

function straight(from: Point, to: Point): Curve {
  return [from, between(from, to, 1 / 3), between(from, to, 2 / 3), to];
}

function between(from: Point, to: Point, share: number): Point {
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

function distance(from: Point, to: Point): number {
  return Math.hypot(to.x - from.x, to.y - from.y);
}

function pointAt([a, b, c, d]: Curve, t: number): Point {
  const u = 1 - t;
  const weights = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t] as const;
  return {
    x: a.x * weights[0] + b.x * weights[1] + c.x * weights[2] + d.x * weights[3],
    y: a.y * weights[0] + b.y * weights[1] + c.y * weights[2] + d.y * weights[3],
  };
}

/** The direction of a curve; where a control point is on its end, that towards the next point. */
function angleAt([a, b, c, d]: Curve, t: number): number {
  const u = 1 - t;
  const weights = [u * u, 2 * u * t, t * t] as const;
  const dx = (b.x - a.x) * weights[0] + (c.x - b.x) * weights[1] + (d.x - c.x) * weights[2];
  const dy = (b.y - a.y) * weights[0] + (c.y - b.y) * weights[1] + (d.y - c.y) * weights[2];
  if (Math.hypot(dx, dy) > 1e-9) return Math.atan2(dy, dx);
  const [from, to] = t < 0.5 ? [a, c] : [b, d];
  return Math.atan2(to.y - from.y, to.x - from.x);
}
