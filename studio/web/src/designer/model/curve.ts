/** Lines that a text stands on, by their names instead of path data. */
import { roundLength } from './placement.ts';

export type CurveKind = 'arc' | 'valley' | 'circle' | 'wave';

/** All kinds, in the order of the panel. */
export const curveKinds: readonly CurveKind[] = ['arc', 'valley', 'circle', 'wave'];

interface TextCurve {
  readonly kind: CurveKind;
  /** Percent of the height of the box. A circle has none. */
  readonly bend: number;
}

interface CurvePath {
  readonly d: string;
  readonly viewBox: readonly [number, number, number, number];
}

/** The area that is stretched over the box of the text. */
const viewBox = [0, 0, 100, 100] as const;

/** The circle begins below, so that a centred text is on its top. */
const circle = 'M 50 100 A 50 50 0 0 1 50 0 A 50 50 0 0 1 50 100';

/** The path of a curve. */
export function writeCurve({ kind, bend }: TextCurve): CurvePath {
  const at = roundLength(bend * 2);
  const d = {
    arc: `M 0 100 Q 50 ${roundLength(100 - at)} 100 100`,
    valley: `M 0 0 Q 50 ${at} 100 0`,
    circle,
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
  if (d === circle) return { kind: 'circle', bend: 100 };
  for (const kind of ['arc', 'valley', 'wave'] as const) {
    const at = forms[kind].exec(d)?.[1];
    if (at === undefined) continue;
    const place = Number(at);
    const bend = { arc: (100 - place) / 2, valley: place / 2, wave: 50 - place }[kind];
    return { kind, bend: roundLength(bend) };
  }
  return null;
}

/** Where the handle of a curve is, in its area; null: a circle is as round as its box. */
export function handleOfCurve({ kind, bend }: TextCurve): { readonly x: number; readonly y: number } | null {
  if (kind === 'circle') return null;
  if (kind === 'wave') return { x: 25, y: 50 - bend / 2 };
  return { x: 50, y: kind === 'arc' ? 100 - bend : bend };
}

/** The curve whose handle is nearest to a place of its area. An arc that is bent downwards is a valley. */
export function bendAt(curve: TextCurve, { y }: { readonly x: number; readonly y: number }): TextCurve {
  if (curve.kind === 'circle') return curve;
  const wanted = { arc: 100 - y, valley: y, wave: (50 - y) * 2 }[curve.kind];
  const bend = Math.round(Math.min(100, Math.abs(wanted)));
  if (wanted >= 0) return { kind: curve.kind, bend };
  return { kind: curve.kind === 'arc' ? 'valley' : curve.kind === 'valley' ? 'arc' : 'wave', bend };
}
