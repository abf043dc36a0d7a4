/** Lines that a text stands on, by their names instead of path data. */
import { roundLength } from './placement.ts';

export type CurveKind = 'arc' | 'valley' | 'circle' | 'wave';

/** All kinds, in the order of the panel. */
export const curveKinds: readonly CurveKind[] = ['arc', 'valley', 'circle', 'wave'];

interface TextCurve {
  readonly kind: CurveKind;
  /** Percent of the height of the box. A circle has none. */
  readonly bend: number;
  /** By how many degrees the text is turned along its circle, clockwise; absent: its middle is on the top. */
  readonly turn?: number;
}

interface CurvePath {
  readonly d: string;
  readonly viewBox: readonly [number, number, number, number];
}

/** The area that is stretched over the box of the text. */
const viewBox = [0, 0, 100, 100] as const;

/** The circle begins opposite of the middle of its text, so that a centred text is on its top. */
function writeCircle(turn: number): string {
  const placeAt = (degrees: number) => {
    const angle = (degrees * Math.PI) / 180;
    return `${roundLength(50 + 50 * Math.cos(angle))} ${roundLength(50 + 50 * Math.sin(angle))}`;
  };
  const [start, middle] = [placeAt(turn + 90), placeAt(turn - 90)];
  return `M ${start} A 50 50 0 0 1 ${middle} A 50 50 0 0 1 ${start}`;
}

function readCircle(d: string): TextCurve | null {
  const found = /^M (-?[\d.]+) (-?[\d.]+) A 50 50 /u.exec(d);
  if (found === null) return null;
  const turn = turnTo({ x: 100 - Number(found[1]), y: 100 - Number(found[2]) });
  if (writeCircle(turn) !== d) return null;
  return { kind: 'circle', bend: 100, ...(turn === 0 ? {} : { turn }) };
}

/** The turn of a circle whose text has its middle towards a place of the area. */
function turnTo({ x, y }: { readonly x: number; readonly y: number }): number {
  const degrees = Math.round((Math.atan2(y - 50, x - 50) * 180) / Math.PI) + 90;
  return (degrees + 360) % 360;
}

/** The path of a curve. */
export function writeCurve({ kind, bend, turn = 0 }: TextCurve): CurvePath {
  const at = roundLength(bend * 2);
  const d = {
    arc: `M 0 100 Q 50 ${roundLength(100 - at)} 100 100`,
    valley: `M 0 0 Q 50 ${at} 100 0`,
    circle: writeCircle(turn),
    wave: `M 0 50 Q 25 ${roundLength(50 - bend)} 50 50 T 100 50`,
  }[kind];
  return { d, viewBox };
}

const forms: Readonly<Record<Exclude<CurveKind, 'circle'>, RegExp>> = {
  arc: /^M 0 100 Q 50 (-?[\d.]+) 100 100$/u,
  valley: /^M 0 0 Q 50 (-?[\d.]+) 100 0$/u,
  wave: /^M 0 50 Q 25 (-?[\d.]+) 50 50 T 100 50$/u,
};

/** The curve of a path; null: it is another path. */
export function readCurve(path: { readonly d?: unknown; readonly viewBox?: unknown }): TextCurve | null {
  const { d } = path;
  if (typeof d !== 'string' || JSON.stringify(path.viewBox) !== JSON.stringify(viewBox)) return null;
  const circle = readCircle(d);
  if (circle !== null) return circle;
  for (const kind of ['arc', 'valley', 'wave'] as const) {
    const at = forms[kind].exec(d)?.[1];
    if (at === undefined) continue;
    const place = Number(at);
    const bend = { arc: (100 - place) / 2, valley: place / 2, wave: 50 - place }[kind];
    return { kind, bend: roundLength(bend) };
  }
  return null;
}

/** How far the handle of a circle is from its middle: the handles of the box stand on the circle. */
const circleHandle = 30;

/** Where the handle of a curve is, in its area: that of a circle below the middle of its text. */
export function handleOfCurve({ kind, bend, turn = 0 }: TextCurve): {
  readonly x: number;
  readonly y: number;
} {
  if (kind === 'circle') {
    const angle = ((turn - 90) * Math.PI) / 180;
    const [x, y] = [Math.cos(angle) * circleHandle, Math.sin(angle) * circleHandle];
    return { x: roundLength(50 + x), y: roundLength(50 + y) };
  }
  if (kind === 'wave') return { x: 25, y: 50 - bend / 2 };
  return { x: 50, y: kind === 'arc' ? 100 - bend : bend };
}

/** The curve whose handle is nearest to a place of its area. An arc that is bent downwards is a valley. */
export function bendAt(curve: TextCurve, at: { readonly x: number; readonly y: number }): TextCurve {
  if (curve.kind === 'circle') {
    const turn = turnTo(at);
    return { kind: 'circle', bend: curve.bend, ...(turn === 0 ? {} : { turn }) };
  }
  const { y } = at;
  const wanted = { arc: 100 - y, valley: y, wave: (50 - y) * 2 }[curve.kind];
  const bend = Math.round(Math.min(100, Math.abs(wanted)));
  if (wanted >= 0) return { kind: curve.kind, bend };
  return { kind: curve.kind === 'arc' ? 'valley' : curve.kind === 'valley' ? 'arc' : 'wave', bend };
}
