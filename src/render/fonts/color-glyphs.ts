import * as hb from 'harfbuzzjs';

import type { Matrix } from '../geometry.ts';
import type { FontFace } from './font-face.ts';

/** Red, green, blue and opacity, each from 0 to 255. */
type Rgba = readonly [red: number, green: number, blue: number, alpha: number];

/** A colour that fills the clip, or a gradient in the current coordinates. */
export type GlyphPaint =
  | { readonly type: 'solid'; readonly color: Rgba }
  | {
      /** Four numbers for a linear gradient, six for a radial one, as a canvas takes them. */
      readonly type: 'gradient';
      readonly coordinates: readonly number[];
      readonly stops: readonly { readonly offset: number; readonly color: Rgba }[];
    };

/** A step of drawing a colour glyph (OpenType 1.9, `COLR`); y grows upwards, the unit is the font size. */
export type GlyphStep =
  | { readonly step: 'transform'; readonly matrix: Matrix }
  /** Only what is inside of the outline of a glyph is shown. */
  | { readonly step: 'clip'; readonly glyph: number }
  | { readonly step: 'fill'; readonly paint: GlyphPaint }
  /** Draws steps as a whole. `operation`: as a canvas names it. */
  | {
      readonly step: 'group';
      readonly operation: string;
      readonly alpha: number;
      readonly steps: readonly GlyphStep[];
    }
  /** Draws steps where the opacity of others is. */
  | { readonly step: 'masked'; readonly mask: readonly GlyphStep[]; readonly steps: readonly GlyphStep[] }
  /** Undoes the last transform or clip. */
  | { readonly step: 'pop' };

let funcs: hb.PaintFuncs | undefined;
let steps: GlyphStep[] = [];
/** The steps around the groups that are open. */
let outer: GlyphStep[][] = [];
let isSupported = true;
let unit = 1;

/** The steps that draw a colour glyph; null if it has pictures, or effects that only pixels can have. */
export function readColorGlyph(face: FontFace, glyph: number): readonly GlyphStep[] | null {
  const { font, unitsPerEm } = face.outlines;
  steps = [];
  outer = [];
  isSupported = true;
  unit = 1 / unitsPerEm;
  font.paintGlyph(glyph, (funcs ??= createFuncs()));
  const read = steps;
  steps = [];
  return isSupported ? read : null;
}

/** The callbacks of one table are shared: each set takes memory of WebAssembly that is never freed. */
function createFuncs(): hb.PaintFuncs {
  const made = new hb.PaintFuncs();
  const pop = (): void => void steps.push({ step: 'pop' });
  const refuse = (): void => {
    isSupported = false;
  };
  made.setPushTransformFunc((a, b, c, d, e, f) => {
    steps.push({ step: 'transform', matrix: { a, b, c, d, e: e * unit, f: f * unit } });
  });
  made.setPopTransformFunc(pop);
  made.setPushClipGlyphFunc((glyph) => {
    steps.push({ step: 'clip', glyph });
  });
  // It is the box around the whole glyph.
  made.setPushClipRectangleFunc(() => {
    steps.push({ step: 'transform', matrix: { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 } });
  });
  made.setPopClipFunc(pop);
  made.setColorFunc((_isForeground, color) => {
    steps.push({ step: 'fill', paint: { type: 'solid', color: toRgba(color) } });
  });
  made.setLinearGradientFunc((line, x0, y0, x1, y1, x2, y2) => {
    // The third point turns the line: its ends are projected (COLR, PaintLinearGradient).
    const [nx, ny] = [y2 - y0, x0 - x2];
    const length = nx * nx + ny * ny;
    const along = length === 0 ? 0 : ((x1 - x0) * nx + (y1 - y0) * ny) / length;
    addGradient(line, [x0, y0], [x0 + along * nx, y0 + along * ny]);
  });
  made.setRadialGradientFunc((line, x0, y0, r0, x1, y1, r1) => {
    addGradient(line, [x0, y0, r0], [x1, y1, r1]);
  });
  made.setSweepGradientFunc(refuse);
  made.setImageFunc(() => {
    refuse();
    return false;
  });
  made.setPushGroupFunc(() => {
    outer.push(steps);
    steps = [];
  });
  made.setPopGroupFunc((mode) => {
    const inside = steps;
    steps = outer.pop() ?? [];
    if (mode === hb.PaintCompositeMode.SRC_IN) {
      addInside(inside);
      return;
    }
    const operation = operations.get(mode);
    if (operation === undefined) refuse();
    else steps.push({ step: 'group', operation, alpha: 1, steps: inside });
  });
  return made;
}

/** The names of a canvas for the ways to compose that a PDF has, too. */
const operations: ReadonlyMap<number, string> = new Map([
  [hb.PaintCompositeMode.SRC_OVER, 'source-over'],
  [hb.PaintCompositeMode.SCREEN, 'screen'],
  [hb.PaintCompositeMode.OVERLAY, 'overlay'],
  [hb.PaintCompositeMode.DARKEN, 'darken'],
  [hb.PaintCompositeMode.LIGHTEN, 'lighten'],
  [hb.PaintCompositeMode.COLOR_DODGE, 'color-dodge'],
  [hb.PaintCompositeMode.COLOR_BURN, 'color-burn'],
  [hb.PaintCompositeMode.HARD_LIGHT, 'hard-light'],
  [hb.PaintCompositeMode.SOFT_LIGHT, 'soft-light'],
  [hb.PaintCompositeMode.DIFFERENCE, 'difference'],
  [hb.PaintCompositeMode.EXCLUSION, 'exclusion'],
  [hb.PaintCompositeMode.MULTIPLY, 'multiply'],
]);

/** Adds steps inside of what is drawn. The opacity of a colour without a clip is that of the steps. */
function addInside(inside: readonly GlyphStep[]): void {
  const [first, ...more] = steps;
  const isOpacity = first?.step === 'fill' && first.paint.type === 'solid' && more.length === 0;
  steps = isOpacity
    ? [{ step: 'group', operation: 'source-over', alpha: getAlpha(first.paint), steps: inside }]
    : [{ step: 'masked', mask: steps, steps: inside }];
}

function getAlpha(paint: GlyphPaint): number {
  return paint.type === 'solid' ? paint.color[3] / 255 : 1;
}

/** Adds a gradient between two points, with a radius each if it is radial. */
function addGradient(
  { extend, colorStops }: hb.ColorLine,
  from: readonly number[],
  to: readonly number[],
): void {
  const stops = colorStops.toSorted((a, b) => a.offset - b.offset);
  const [first, last] = [stops[0], stops.at(-1)];
  if (extend !== hb.PaintExtend.PAD || first === undefined || last === undefined) {
    isSupported = false;
    return;
  }
  // Stops may be anywhere on the line; those of a file are from 0 to 1.
  const range = last.offset - first.offset || 1;
  const at = (offset: number): number[] =>
    from.map((value, index) => (value + ((to[index] ?? value) - value) * offset) * unit);
  const coordinates = [...at(first.offset), ...at(first.offset + range)];
  if (from.length === 3 && ((coordinates[2] ?? 0) < 0 || (coordinates[5] ?? 0) < 0)) isSupported = false;
  steps.push({
    step: 'fill',
    paint: {
      type: 'gradient',
      coordinates,
      stops: stops.map(({ offset, color }) => ({
        offset: (offset - first.offset) / range,
        color: toRgba(color),
      })),
    },
  });
}

function toRgba({ red, green, blue, alpha }: hb.Color): Rgba {
  return [red, green, blue, alpha];
}
