import { multiply, type Matrix } from '../../render/geometry.ts';
import { readClip as readPathClip } from '../../render/vector/svg/clips.ts';
import type { StyleOf } from '../../render/vector/svg/styles.ts';
import { IDENTITY } from '../../render/vector/svg/values.ts';
import { asRectangle, readOutline, transformPath } from './outlines.ts';
import { referred, type SvgNode } from './read-document.ts';
import type { Scope } from './scope.ts';
import type { Style } from './styles.ts';
import { initialStyle } from './styles.ts';
import { readTransformList, type Area } from './transforms.ts';

/** A clip that the template can have. */
export interface Clip {
  readonly kind: 'box' | 'ellipse';
  /** In the coordinates before `matrix`. */
  readonly area: Area;
  readonly radius: number;
  readonly matrix: Matrix;
}

/** A clip by a path, in the coordinates of the page or of the group around. */
export interface PathClip {
  readonly kind: 'path';
  readonly d: string;
  readonly rule: 'nonzero' | 'evenodd';
}

/** What an element is cut to: nothing, a clip of the template, or something else. */
export type FoundClip = 'none' | 'other' | Clip | PathClip;

/** Reads `clip-path`, and masks that are plain shapes. The transform of the element is in `scope.matrix`. */
export function readClip(scope: Scope, style: Style): FoundClip {
  const clip = getCut(scope, style.get('clip-path'), 'clipPath');
  const mask = getCut(scope, style.get('mask'), 'mask');
  if (clip === 'other' && mask === 'none') return pathClip(scope, style);
  if (clip === 'other' || mask === 'other') return 'other';
  if (clip !== 'none' && mask !== 'none') return 'other';
  return clip === 'none' ? mask : clip;
}

/** The union of shapes, as a path. */
function pathClip(scope: Scope, style: Style): FoundClip {
  const { document, styles } = scope.design;
  const getStyle: StyleOf = (element, around) => {
    const all = styles.of(element as SvgNode, around.size === 0 ? initialStyle : around);
    return { own: all, inherited: all };
  };
  const context = { document, viewport: scope.viewport, styleOf: getStyle };
  try {
    const found = readPathClip(context, style.get('clip-path') ?? 'none', scope.matrix);
    return found === null ? 'none' : { kind: 'path', ...found };
  } catch {
    return 'other';
  }
}

function getCut(scope: Scope, value: string | undefined, name: 'clipPath' | 'mask'): FoundClip {
  if (value === undefined || value === 'none') return 'none';
  const node = referred(scope.design.document, value);
  if (node === null) {
    if (!value.startsWith('url('))
      scope.lose(name === 'mask' ? 'mask' : 'clip-path', 'Only clips of the file cut.');
    return 'none';
  }
  if (node.name !== name) return 'none';
  const style = scope.design.styles.of(node, initialStyle);
  if (style.has('clip-path') || style.has('mask')) return 'other';
  const units = node.attributes.get(name === 'mask' ? 'maskContentUnits' : 'clipPathUnits');
  if (units === 'objectBoundingBox') return 'other';
  const transform = readTransformList(style.get('transform') ?? node.attributes.get('transform'));
  if (transform === null) return 'other';
  const shapes = node.children.filter(({ name: each }) => !['title', 'desc', 'metadata'].includes(each));
  const [only] = shapes;
  if (shapes.length !== 1 || only === undefined) return 'other';
  const isAlpha = style.get('mask-type') === 'alpha';
  const light = name === 'clipPath' ? 'any' : isAlpha ? 'solid' : 'white';
  return shapeClip(scope, only, style, { matrix: multiply(scope.matrix, transform), light });
}

interface Cutting {
  readonly matrix: Matrix;
  /** The paint with which the shape of a mask shows all. */
  readonly light: 'any' | 'solid' | 'white';
}

function shapeClip(scope: Scope, node: SvgNode, around: Style, { matrix, light }: Cutting): FoundClip {
  const style = scope.design.styles.of(node, around);
  const own = readTransformList(style.get('transform') ?? node.attributes.get('transform'));
  if (own === null || style.has('clip-path') || style.has('mask') || style.has('filter')) return 'other';
  if (style.get('display') === 'none' || style.get('visibility') === 'hidden') return 'other';
  const placed = multiply(matrix, own);
  if (node.name === 'use') {
    const target = referred(scope.design.document, node.attributes.get('href'));
    if (target === null || target.name === 'use' || target.name === 'symbol') return 'other';
    const [x, y] = [Number(node.attributes.get('x') ?? 0), Number(node.attributes.get('y') ?? 0)];
    const moved = multiply(placed, { ...IDENTITY, e: x || 0, f: y || 0 });
    return shapeClip(scope, target, style, { matrix: moved, light });
  }
  if (
    node.name === 'g' &&
    node.children.length === 1 &&
    node.children[0] !== undefined &&
    !style.has('opacity')
  )
    return shapeClip(scope, node.children[0], style, { matrix: placed, light });
  if (light !== 'any' && !showsAll(style, light)) return 'other';
  try {
    const outline = readOutline(node, scope.design.styles, style, scope.viewport);
    if (outline === null) return 'other';
    const { shape, d } = outline;
    if (shape.type === 'ellipse') return { kind: 'ellipse', area: shape.area, radius: 0, matrix: placed };
    if (shape.type === 'rect' && Math.abs(shape.rx - shape.ry) < 1e-3)
      return { kind: 'box', area: shape.area, radius: shape.rx, matrix: placed };
    const area = asRectangle(d);
    if (area !== null) return { kind: 'box', area, radius: 0, matrix: placed };
    const onPage = asRectangle(transformPath(d, placed));
    return onPage === null ? 'other' : { kind: 'box', area: onPage, radius: 0, matrix: IDENTITY };
  } catch {
    return 'other';
  }
}

/** Whether a shape of a mask lets everything through. */
function showsAll(style: Style, light: 'solid' | 'white'): boolean {
  const isSolid = ['opacity', 'fill-opacity'].every((name) => Number(style.get(name) ?? 1) === 1);
  const fill = (style.get('fill') ?? 'black').toLowerCase().replaceAll(' ', '');
  const isWhite = ['white', '#fff', '#ffffff', 'rgb(255,255,255)'].includes(fill);
  const isPlain = !fill.startsWith('url') && fill !== 'none' && (style.get('stroke') ?? 'none') === 'none';
  return isSolid && isPlain && (isWhite || light === 'solid');
}
