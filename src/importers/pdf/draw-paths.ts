/** Operators that paint and clip with paths. */
import { grow } from '../../render/geometry.ts';
import { num, tag, writeTransform } from '../../render/svg/markup.ts';
import { shownArea } from './clips.ts';
import { strokeAttributes } from './content.ts';
import { shadingPaint } from './paints.ts';
import { boxPath, readPath, type PagePath } from './paths.ts';
import { nextName, type Reading } from './reading.ts';
import { paintLines } from './draw-texts.ts';

type Rule = 'nonzero' | 'evenodd';

/** What an operator does with its path. */
interface Painting {
  readonly fill?: Rule;
  readonly stroke?: boolean;
}

const paintings: Readonly<Record<string, Painting>> = {
  fill: { fill: 'nonzero' },
  eoFill: { fill: 'evenodd' },
  stroke: { stroke: true },
  closeStroke: { stroke: true },
  fillStroke: { fill: 'nonzero', stroke: true },
  eoFillStroke: { fill: 'evenodd', stroke: true },
  closeFillStroke: { fill: 'nonzero', stroke: true },
  closeEOFillStroke: { fill: 'evenodd', stroke: true },
};

/** A unit square, as pdf.js writes paths. */
const unitSquare = [0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 4];

/** Widths in two directions that differ by less are one. */
const evenness = 0.01;

/** Paints a path, and clips what follows if that was asked for. */
export function drawPath(reading: Reading, [operator, given]: readonly unknown[], isShown: boolean): void {
  const [data] = given as [ArrayLike<number> | null];
  const path = data === null ? null : readPath(data, reading.state.matrix);
  const painting = paintings[reading.document.operators.get(operator as number) ?? ''];
  if (path !== null && painting !== undefined && isShown) paintPath(reading, path, painting, data ?? []);
  const { clipping } = reading;
  reading.clipping = null;
  if (clipping === null) return;
  const { state } = reading;
  const nothing = { left: 0, top: 0, right: 0, bottom: 0 };
  const isEvenOdd = clipping === 'evenodd';
  state.clips = [
    ...state.clips,
    path === null || path.isRect
      ? { kind: 'rect', bounds: path?.bounds ?? nothing }
      : { kind: 'path', bounds: path.bounds, d: path.d, isEvenOdd },
  ];
}

/** Paints the unit square: a stencil of one point. */
export function drawSquare(reading: Reading): void {
  const path = readPath(unitSquare, reading.state.matrix);
  if (path !== null) paintPath(reading, path, { fill: 'nonzero' }, unitSquare);
}

function paintPath(reading: Reading, path: PagePath, painting: Painting, data: ArrayLike<number>): void {
  const { state, content } = reading;
  const letters = state.clips.flatMap((clip) => (clip.kind === 'text' ? clip.lines : []));
  if (letters.length > 0) {
    if (painting.fill !== undefined) paintLines(reading, letters, state.fill, state.fillAlpha);
    return;
  }
  const hasFill = painting.fill !== undefined && state.fill !== 'none';
  const hasStroke = painting.stroke === true && state.stroke !== 'none';
  if (!hasFill && !hasStroke) return;
  const name = nextName(reading, path.isRect ? 'Rectangle' : 'Path');
  const fill = hasFill
    ? {
        fill: state.fill,
        'fill-opacity': state.fillAlpha === 1 ? undefined : state.fillAlpha,
        'fill-rule': painting.fill === 'evenodd' ? 'evenodd' : undefined,
      }
    : { fill: 'none' };
  if (!hasStroke) {
    content.add(writePath(path, { id: name, ...fill }), path.bounds, state);
    return;
  }
  const { a, b, c, d } = state.matrix;
  const [across, down] = [Math.hypot(a, b), Math.hypot(c, d)];
  const scale = Math.sqrt(Math.abs(a * d - b * c));
  const bounds = grow(path.bounds, (state.lineWidth * Math.max(across, down)) / 2);
  const isEven = Math.abs(across - down) < evenness * Math.max(across, down);
  if (isEven || scale === 0) {
    const stroke = strokeAttributes(state, scale);
    content.add(writePath(path, { id: name, ...fill, ...stroke }), bounds, state);
    return;
  }
  // The line is thicker in one direction: its path stays in the user space.
  if (hasFill) content.add(writePath(path, { id: nextName(reading, 'Path'), ...fill }), path.bounds, state);
  const own = readPath(data, { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 });
  if (own === null) return;
  const attributes = {
    id: name,
    d: own.d,
    transform: writeTransform(state.matrix),
    fill: 'none',
    ...strokeAttributes(state, 1),
  };
  content.add(tag('path', attributes), bounds, state);
}

type PathAttributes = Readonly<Record<string, string | number | undefined>>;

function writePath({ d, bounds, isRect }: PagePath, { id, ...attributes }: PathAttributes): string {
  const { left, top, right, bottom } = bounds;
  if (!isRect || right <= left || bottom <= top) return tag('path', { id, d, ...attributes });
  const place = { x: num(left), y: num(top), width: num(right - left), height: num(bottom - top) };
  return tag('rect', { id, ...place, ...attributes });
}

/** Fills what the clips show with a gradient, as `sh` does. */
export async function fillShading(reading: Reading, id: string): Promise<void> {
  const { state, content, definitions, page, builder } = reading;
  const paint = shadingPaint(await reading.find(id), state.matrix, definitions);
  const name = nextName(reading, 'Gradient');
  if (paint === null) {
    builder.lose(name, 'shading', 'Gradients between points of a mesh are left out.');
    return;
  }
  const letters = state.clips.flatMap((clip) => (clip.kind === 'text' ? clip.lines : []));
  if (letters.length > 0) {
    paintLines(reading, letters, paint, state.fillAlpha);
    return;
  }
  const area = shownArea(state.clips, page);
  if (area === null) return;
  const fill = { fill: paint, 'fill-opacity': state.fillAlpha === 1 ? undefined : state.fillAlpha };
  // The last clip is the shape itself.
  const last = state.clips.findLast((clip) => clip.kind === 'path');
  if (last === undefined) {
    content.add(tag('path', { id: name, d: boxPath(area), ...fill }), area, state);
    return;
  }
  const rest = { ...state, clips: state.clips.filter((clip) => clip !== last) };
  const attributes = { id: name, d: last.d, ...fill, 'fill-rule': last.isEvenOdd ? 'evenodd' : undefined };
  content.add(tag('path', attributes), last.bounds, rest);
}
