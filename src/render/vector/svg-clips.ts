import { Path2D, PathOp } from '@napi-rs/canvas';

import { multiply, type Matrix } from '../draw/geometry.ts';
import type { SvgReading } from './svg-reading.ts';
import { readFillRule } from './svg-paints.ts';
import { outlineOf, shapeNames } from './svg-shapes.ts';
import { readTransform } from './svg-values.ts';
import { UnsupportedSvg } from './unsupported.ts';
import type { VectorGroup } from './vector-picture.ts';

const NOTHING = 'M0 0Z';

/**
 * What a `clip-path` leaves to see of an element whose coordinates `matrix` leads to the picture's: the shapes of a clipPath
 * together. Null where nothing is cut away. Throws UnsupportedSvg for clips of any other kind.
 */
export function readClip(reading: SvgReading, value: string, matrix: Matrix): VectorGroup['clip'] {
  if (value === 'none') return null;
  const id = /^url\(\s*["']?#([^"')]+)["']?\s*\)$/u.exec(value)?.[1];
  const clip = id === undefined ? undefined : reading.document.byId.get(id);
  if (clip?.name !== 'clipPath') throw new UnsupportedSvg(`the clip ${value}`);
  const style = reading.styleOf(clip, new Map());
  const units = clip.attributes.get('clipPathUnits') ?? 'userSpaceOnUse';
  if (units !== 'userSpaceOnUse' || style.own.has('clip-path'))
    throw new UnsupportedSvg('a clip of its own kind');
  const outer = multiply(matrix, readTransform(clip.attributes.get('transform')));

  const parts: { path: Path2D; rule: 'nonzero' | 'evenodd' }[] = [];
  for (const child of clip.children) {
    if (child.name === 'title' || child.name === 'desc') continue;
    const { own, inherited } = reading.styleOf(child, style.inherited);
    if (!shapeNames.has(child.name) || own.has('clip-path'))
      throw new UnsupportedSvg('a clip by other than shapes');
    const d = outlineOf(child, reading.viewport);
    const isSeen = own.get('display') !== 'none' && (inherited.get('visibility') ?? 'visible') === 'visible';
    if (d === null || !isSeen) continue;
    const path = new Path2D();
    path.addPath(new Path2D(d), multiply(outer, readTransform(child.attributes.get('transform'))));
    parts.push({ path, rule: readFillRule(inherited.get('clip-rule')) });
  }
  const [first, ...others] = parts;
  if (first === undefined) return { d: NOTHING, rule: 'nonzero' };
  if (others.length === 0) return { d: first.path.toSVGString(), rule: first.rule };
  if (parts.some(({ rule }) => rule !== 'nonzero')) throw new UnsupportedSvg('a clip of several rules');
  for (const { path } of others) first.path.op(path, PathOp.Union);
  return { d: first.path.toSVGString(), rule: 'evenodd' };
}
