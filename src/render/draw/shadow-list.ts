/** Shadows as a list: of boxes as CSS `box-shadow`, of other elements as `drop-shadow`. */
import { Path2D, PathOp } from '@napi-rs/canvas';

import { colorStyle, isOpaque } from '../paint.ts';
import type { CornerRadii } from '../scene/element-base.ts';
import type { SceneElement } from '../scene/elements.ts';
import type { Mask } from '../scene/image.ts';
import type { Shadow } from '../scene/paint.ts';
import { type Surface, deviceScale, plainCompositing } from '../surface/layers.ts';
import { BLUR_REACH } from '../geometry.ts';
import type { PageResources } from './page-resources.ts';
import { fitPath, growBox } from './shapes.ts';
import { innerStroke, outerStroke, surroundPath } from './strokes.ts';
import { drawThroughLayer } from './through-layer.ts';

/** The outline that a shadow follows. `key` is equal for equal outlines; null if they are not cached. */
interface Outline {
  readonly key: object | null;
  readonly rule: 'nonzero' | 'evenodd';
  /** The outline, moved outwards by a length. */
  readonly grown: (by: number) => Path2D;
}

/** The shadows of an element, the first in front. */
export function listShadows({ shadow }: Pick<SceneElement, 'shadow'>): readonly Shadow[] {
  if (shadow === null) return [];
  return 'length' in shadow ? shadow : [shadow];
}

/** Whether a shadow of a list follows the outline of its element, not what the element paints. */
export function followsOutline(element: SceneElement, { spread, inset }: Shadow): boolean {
  const mask = getMask(element);
  if (mask?.type === 'picture') return false;
  const isPath = element.type === 'path' || mask !== undefined;
  return isPath ? inset === true || spread !== undefined : isBox(element);
}

function getMask(element: SceneElement): Mask | undefined {
  return element.type === 'image' || element.type === 'group' ? element.mask : undefined;
}

function isBox(element: SceneElement): boolean {
  const { type } = element;
  return (
    type === 'rect' || type === 'ellipse' || type === 'image' || (type === 'group' && element.clip !== 'none')
  );
}

/** Draws a shadow around the outline: nothing of it is below the element. */
export function drawOuterShadow(
  resources: PageResources,
  surface: Surface,
  element: SceneElement,
  shadow: Shadow,
): void {
  const outline = getOutline(element);
  if (outline === null) return;
  const { context } = surface;
  const edge = 'stroke' in element && element.type !== 'text' ? outerStroke(element.stroke) : 0;
  const { spread = 0 } = shadow;
  context.save();
  // Below an opaque element the shadow reaches a little further, or the antialiased edges would let light
  // through. Chromium does the same.
  const hidden = isOpaqueShape(resources, element) ? HIDDEN_EDGE : 0;
  context.clip(
    surroundPath(outline.grown(edge - hidden), outline.rule, measureReach(shadow) + hidden),
    'evenodd',
  );
  const path = outline.grown(edge + spread);
  fillBlurred(resources, surface, shadow, path, outline.rule, [outline.key, edge + spread]);
  context.restore();
}

const HIDDEN_EDGE = 1;

function isOpaqueShape({ images }: PageResources, element: SceneElement): boolean {
  if (element.type === 'image') return images.get(element)?.opaque === true;
  return (
    (element.type === 'rect' || element.type === 'ellipse' || element.type === 'path') &&
    element.fill !== null &&
    isOpaque(element.fill)
  );
}

/** Draws a shadow inside of the outline, within a stroke, above what the element paints. */
export function drawInnerShadow(
  resources: PageResources,
  surface: Surface,
  element: SceneElement,
  shadow: Shadow,
): void {
  const outline = getOutline(element);
  if (outline === null) return;
  const { context } = surface;
  const edge = 'stroke' in element && element.type !== 'text' ? innerStroke(element.stroke) : 0;
  const { spread = 0 } = shadow;
  context.save();
  context.clip(outline.grown(-edge), outline.rule);
  const hole = outline.grown(-edge - spread);
  const path = surroundPath(hole, outline.rule, measureReach(shadow) + Math.abs(spread) + edge + 1);
  fillBlurred(resources, surface, shadow, path, 'evenodd', [outline.key, 'inset', edge, spread, shadow]);
  context.restore();
}

function fillBlurred(
  resources: PageResources,
  surface: Surface,
  { x, y, blur, color }: Shadow,
  path: Path2D,
  rule: 'nonzero' | 'evenodd',
  key: readonly unknown[],
): void {
  const { context } = surface;
  context.translate(x, y);
  const fill = (target: Surface): void => {
    target.context.fillStyle = colorStyle(target.context, color);
    target.context.fill(path, rule);
  };
  if (blur <= 0) {
    fill(surface);
    return;
  }
  const [left, top, right, bottom] = path.getBounds();
  const compositing = { ...plainCompositing, blur: (blur / 2) * deviceScale(surface), tint: color };
  const cached = resources.rasteriser === null || key[0] === null ? null : JSON.stringify(key);
  drawThroughLayer(
    resources,
    surface,
    { left, top, right, bottom },
    compositing,
    { channels: 'alpha', key: cached },
    fill,
  );
}

/** How far a shadow reaches beyond the outline. */
export function measureReach({ x, y, blur, spread = 0 }: Shadow): number {
  return Math.max(Math.abs(x), Math.abs(y)) + Math.max(0, spread) + (blur / 2) * BLUR_REACH + 2;
}

function getOutline(element: SceneElement): Outline | null {
  const mask = getMask(element);
  const shown = mask?.type === 'path' ? { ...element, ...mask } : element;
  if (shown.type === 'path') {
    const path = fitPath(shown);
    return path === null
      ? null
      : { key: null, rule: shown.fillRule, grown: (by) => growPath(path, shown.fillRule, by) };
  }
  const { width, height } = element;
  const shape = getShape(element);
  return shape === null
    ? null
    : {
        key: [width, height, shape],
        rule: 'nonzero',
        grown: (by) => growBox({ width, height }, shape, by),
      };
}

function getShape(element: SceneElement): CornerRadii | 'ellipse' | null {
  switch (element.type) {
    case 'rect':
    case 'image':
      return element.cornerRadius;
    case 'ellipse':
      return 'ellipse';
    case 'group':
      return element.clip === 'ellipse' ? 'ellipse' : element.cornerRadius;
    case 'text':
    case 'line':
    case 'path':
    case 'qrcode':
    case 'barcode':
    case 'chart':
      return null;
  }
}

function growPath(path: Path2D, rule: 'nonzero' | 'evenodd', by: number): Path2D {
  if (by === 0) return path;
  const grown = rule === 'evenodd' ? new Path2D(path).asWinding() : new Path2D(path);
  const line = new Path2D(path).stroke({ width: 2 * Math.abs(by) });
  return grown.op(line, by > 0 ? PathOp.Union : PathOp.Difference);
}
