import { Path2D, PathOp } from '@napi-rs/canvas';

import { multiply, type Matrix } from '../../geometry.ts';
import type { SvgContext } from './styles.ts';
import { readFillRule } from './paints.ts';
import { toOutline, shapeNames } from './shapes.ts';
import { readTransform } from './values.ts';
import { UnsupportedSvg } from './document.ts';
import type { VectorGroup } from '../vector-image.ts';

const EMPTY_PATH = 'M0 0Z';

/**
 * Reads a `clip-path`: the union of the shapes in a clipPath element. `matrix` leads from the element's
 * coordinates to the image's. Null if nothing is clipped. Throws UnsupportedSvg for any other clip.
 */
export function readClip(context: SvgContext, value: string, matrix: Matrix): VectorGroup['clip'] {
  if (value === 'none') return null;
  const id = /^url\(\s*["']?#([^"')]+)["']?\s*\)$/u.exec(value)?.[1];
  const clip = id === undefined ? undefined : context.document.byId.get(id);
  if (clip?.name !== 'clipPath') throw new UnsupportedSvg(`the clip ${value}`);
  const style = context.styleOf(clip, new Map());
  const units = clip.attributes.get('clipPathUnits') ?? 'userSpaceOnUse';
  if (units !== 'userSpaceOnUse' || style.own.has('clip-path'))
    throw new UnsupportedSvg('clipPathUnits or a clipped clipPath');
  const outer = multiply(matrix, readTransform(clip.attributes.get('transform')));

  const parts: { path: Path2D; rule: 'nonzero' | 'evenodd' }[] = [];
  for (const child of clip.children) {
    if (child.name === 'title' || child.name === 'desc') continue;
    const { own, inherited } = context.styleOf(child, style.inherited);
    if (!shapeNames.has(child.name) || own.has('clip-path'))
      throw new UnsupportedSvg('a clip with other elements than shapes');
    const d = toOutline(child, context.viewport);
    const isVisible =
      own.get('display') !== 'none' && (inherited.get('visibility') ?? 'visible') === 'visible';
    if (d === null || !isVisible) continue;
    const path = new Path2D();
    path.addPath(new Path2D(d), multiply(outer, readTransform(child.attributes.get('transform'))));
    parts.push({ path, rule: readFillRule(inherited.get('clip-rule')) });
  }
  const [first, ...others] = parts;
  if (first === undefined) return { d: EMPTY_PATH, rule: 'nonzero' };
  if (others.length === 0) return { d: first.path.toSVGString(), rule: first.rule };
  if (parts.some(({ rule }) => rule !== 'nonzero'))
    throw new UnsupportedSvg('a clip with several clip rules');
  for (const { path } of others) first.path.op(path, PathOp.Union);
  return { d: first.path.toSVGString(), rule: 'evenodd' };
}
