/** Groups, forms and soft masks (ISO 32000-2, 11.4 and 11.5). */
import { tag } from '../../render/svg/markup.ts';
import type { Clip } from './clips.ts';
import { Content, type Shape, type Text } from './content.ts';
import { readPath } from './paths.ts';
import { restore, save, transform, type Reading } from './reading.ts';
import { toMatrix } from './state.ts';
import type { TextLine } from './text-line.ts';

/** A transparency group as pdf.js describes it. */
export interface Group {
  readonly matrix?: ArrayLike<number> | null;
  readonly bbox?: ArrayLike<number> | null;
  readonly smask?: { readonly subtype?: string } | null;
}

/** Enters a form: its space and its box. */
export function beginForm(reading: Reading, matrix: unknown, bbox: unknown): void {
  save(reading);
  reading.bases.push(reading.base);
  if (matrix != null) transform(reading, toMatrix(matrix as ArrayLike<number>));
  reading.base = reading.state.matrix;
  clipToBox(reading, bbox as ArrayLike<number> | null);
}

/** Leaves a form. */
export function endForm(reading: Reading): void {
  restore(reading);
  reading.base = reading.bases.pop() ?? reading.base;
}

/** Enters a group: what it shows is painted as one. */
export function beginGroup(reading: Reading, { matrix, bbox, smask = null }: Group): void {
  reading.groups.push({ outer: reading.content, smask });
  reading.content = new Content();
  save(reading);
  if (matrix != null) transform(reading, toMatrix(matrix));
  reading.state.clips = smask === null ? reading.state.clips : [];
  clipToBox(reading, bbox ?? null);
  Object.assign(reading.state, { fillAlpha: 1, strokeAlpha: 1, blend: 'source-over', mask: null });
}

/** Leaves a group, and paints it; that of a soft mask becomes the mask that is set next. */
export function endGroup(reading: Reading, write: (content: Content) => string): void {
  const group = reading.groups.pop();
  if (group === undefined) return;
  const inner = reading.content;
  reading.content = group.outer;
  restore(reading);
  if (group.smask !== null) {
    const type = group.smask.subtype === 'Luminosity' ? 'luminance' : 'alpha';
    const { left, top, right, bottom } = reading.page;
    const area = { x: left, y: top, width: right - left, height: bottom - top };
    reading.softMask = reading.definitions.add('mask', (id) =>
      tag('mask', { id, maskUnits: 'userSpaceOnUse', ...area, style: `mask-type:${type}` }, write(inner)),
    );
    return;
  }
  const { state } = reading;
  if (state.fillAlpha === 1 && state.mask === null && state.blend === 'source-over') {
    reading.content.items.push(...inner.items);
    return;
  }
  const texts = inner.items.flatMap((item) => (item.kind === 'text' && item.mask === null ? [item] : []));
  if (texts.length === inner.items.length && state.mask === null && state.blend === 'source-over') {
    for (const { lines, clips } of texts)
      for (const line of lines) reading.content.addLine(faded(line, state.fillAlpha), { ...state, clips });
    return;
  }
  const only = onlyItem(inner.items);
  const { bounds } = inner;
  if (bounds === null) return;
  if (only !== null && state.fillAlpha === 1) {
    reading.content.items.push({ ...only, mask: state.mask, blend: state.blend });
    return;
  }
  const opacity = state.fillAlpha === 1 ? undefined : state.fillAlpha;
  reading.content.add(tag('g', { opacity }, write(inner)), bounds, { ...state, clips: [] });
}

/** Letters do not cover each other: each has the opacity of its group. */
function faded(line: TextLine, alpha: number): TextLine {
  const runs = line.runs.map((run) => {
    const { fillAlpha, strokeAlpha } = run.paint;
    const paint = { ...run.paint, fillAlpha: fillAlpha * alpha, strokeAlpha: strokeAlpha * alpha };
    return { ...run, paint, key: `${run.key} ${alpha}` };
  });
  return { ...line, runs };
}

/** A group of one thing needs no group, unless that has a mask or blends itself. */
function onlyItem(items: readonly (Shape | Text)[]): Shape | Text | null {
  const [only] = items;
  if (only === undefined || items.length > 1) return null;
  return only.mask === null && only.blend === 'source-over' ? only : null;
}

function clipToBox({ state }: Reading, bbox: ArrayLike<number> | null): void {
  if (bbox === null) return;
  const [left = 0, top = 0, right = 0, bottom = 0] = Array.from(bbox);
  const path = readPath([0, left, top, 1, right, top, 1, right, bottom, 1, left, bottom, 4], state.matrix);
  if (path === null) return;
  const { bounds, d } = path;
  const clip: Clip = path.isRect ? { kind: 'rect', bounds } : { kind: 'path', bounds, d, isEvenOdd: false };
  state.clips = [...state.clips, clip];
}
