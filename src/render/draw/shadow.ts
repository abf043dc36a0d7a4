import type { SceneElement, SceneGroup } from '../scene/elements.ts';
import type { Shadow } from '../scene/paint.ts';
import {
  type Compositing,
  type PdfSurface,
  type PixelSurface,
  type Surface,
  compositeWithShadow,
  deviceScale,
  plainCompositing,
  recordLayer,
} from '../surface/layers.ts';
import { colorStyle } from '../paint.ts';
import { contentBounds } from './bounds.ts';
import type { PageResources } from './page-resources.ts';
import { shadowKey } from './shadow-key.ts';
import { drawInnerShadow, drawOuterShadow, followsOutline } from './shadow-list.ts';
import { drawThroughLayer } from './through-layer.ts';

/** Draws an element's content, without its shadow. */
type DrawContent = (resources: PageResources, surface: Surface, element: SceneElement) => void;

/**
 * Draws an element's shadow, then its content. The content of a group is drawn once for both, and once more
 * as vectors on a PDF page: with two drawings at each level, groups in groups would cost 2ⁿ.
 */
export function drawWithShadow(
  resources: PageResources,
  surface: Surface,
  element: SceneElement,
  drawContent: DrawContent,
): void {
  const { shadow } = element;
  if (shadow !== null && 'length' in shadow) {
    drawWithShadows(resources, surface, element, shadow, drawContent);
    return;
  }
  if (shadow === null) {
    drawContent(resources, surface, element);
    return;
  }
  if (surface.kind === 'svg') {
    const bounds = contentBounds(resources.texts, element);
    const dropped = { ...shadowCompositing(surface, shadow), color: shadow.color };
    const effects = { alpha: 1, operation: 'source-over', blur: 0, shadow: dropped } as const;
    if (bounds !== null)
      surface.drawGroup(effects, bounds, (inside) => drawContent(resources, inside, element));
    return;
  }
  if (element.type === 'group') {
    drawGroup(resources, surface, element, shadow, drawContent);
    return;
  }
  drawShadow(resources, surface, element, shadow, drawContent);
  drawContent(resources, surface, element);
}

/** Draws the shadows of a list from the last to the first, the content, and the shadows inside of it. */
function drawWithShadows(
  resources: PageResources,
  surface: Surface,
  element: SceneElement,
  shadows: readonly Shadow[],
  drawContent: DrawContent,
): void {
  const { context, channels } = surface;
  const outer = shadows.filter(({ inset }) => inset !== true).toReversed();
  const dropped: Shadow[] = [];
  for (const shadow of outer) {
    if (followsOutline(element, shadow)) drawOuterShadow(resources, surface, element, shadow);
    else if (surface.kind === 'svg') dropped.push(shadow);
    else drawShadow(resources, surface, element, shadow, drawContent);
  }
  const bounds = contentBounds(resources.texts, element);
  if (surface.kind === 'svg' && dropped.length > 0 && bounds !== null) {
    const shadow = dropped.map((each) => ({ ...shadowCompositing(surface, each), color: each.color }));
    const effects = { alpha: 1, operation: 'source-over', blur: 0, shadow } as const;
    surface.drawGroup(effects, bounds, (inside) => drawContent(resources, inside, element));
  } else if (element.type === 'group') {
    // The children of a group blend with each other, not with its shadows.
    drawThroughLayer(resources, surface, bounds, plainCompositing, { channels, key: null }, (layer) => {
      drawContent(resources, layer, element);
    });
  } else {
    context.save();
    drawContent(resources, surface, element);
    context.restore();
  }
  for (const shadow of shadows.toReversed())
    if (shadow.inset === true && followsOutline(element, shadow))
      drawInnerShadow(resources, surface, element, shadow);
}

/** The children of a group blend with each other, not with the group's shadow. */
function drawGroup(
  resources: PageResources,
  surface: PixelSurface | PdfSurface,
  group: SceneGroup,
  shadow: Shadow,
  drawContent: DrawContent,
): void {
  const { channels, rasterised } = surface;
  const bounds = contentBounds(resources.texts, group);
  if (bounds === null) return;
  if (surface.kind === 'pdf') {
    drawShadow(resources, surface, group, shadow, drawContent);
    drawThroughLayer(resources, surface, bounds, plainCompositing, { channels, key: null }, (layer) => {
      drawContent(resources, layer, group);
    });
    return;
  }
  const compositing = shadowCompositing(surface, shadow);
  const draw = channels === 'alpha' ? drawSilhouette : drawContent;
  const layer = recordLayer(surface, bounds, compositing, { channels, rasterised }, (inside) => {
    draw(resources, inside, group, drawContent);
  });
  if (layer !== null) compositeWithShadow(surface, layer, compositing);
}

/**
 * Draws the element's alpha channel in the shadow's colour, moved in the element's own coordinates (the
 * shadow rotates with the element, as in CSS) and blurred with a standard deviation of half the CSS blur
 * radius.
 */
function drawShadow(
  resources: PageResources,
  surface: Surface,
  element: SceneElement,
  shadow: Shadow,
  drawContent: DrawContent,
): void {
  const key = resources.rasteriser === null ? null : shadowKey(resources.images, element);
  const compositing = shadowCompositing(surface, shadow);
  const bounds = contentBounds(resources.texts, element);
  const draw = element.type === 'group' && key === null ? drawSilhouette : drawContent;
  drawThroughLayer(resources, surface, bounds, compositing, { channels: 'alpha', key }, (layer) => {
    layer.context.save();
    draw(resources, layer, element, drawContent);
    layer.context.restore();
    layer.context.resetTransform();
    layer.context.globalCompositeOperation = 'source-in';
    layer.context.fillStyle = colorStyle(layer.context, shadow.color);
    layer.context.fillRect(0, 0, layer.width, layer.height);
  });
}

/**
 * Draws a group's content onto a surface of which only the alpha channel is used. On a PDF page it comes from
 * pixels that are made once, because the shadows of all groups around it and its own show it.
 */
function drawSilhouette(
  resources: PageResources,
  surface: Surface,
  group: SceneElement,
  drawContent: DrawContent,
): void {
  const { rasteriser, texts } = resources;
  if (rasteriser === null) {
    drawContent(resources, surface, group);
    return;
  }
  const { context } = surface;
  const matrix = context.getTransform();
  let silhouette = rasteriser.silhouettes.get(group);
  if (silhouette === undefined) {
    const bounds = contentBounds(texts, group);
    if (bounds === null) return;
    const kind = { channels: 'alpha', rasterised: true } as const;
    const layer = recordLayer(surface, bounds, plainCompositing, kind, (inside) => {
      drawContent(resources, inside, group);
    });
    if (layer === null) return;
    silhouette = { pixels: rasteriser.flatten(layer), origin: { x: matrix.e, y: matrix.f } };
    rasteriser.silhouettes.set(group, silhouette);
  }
  // The transforms of a group on two surfaces differ in their translation only.
  const { pixels, origin } = silhouette;
  const { left, top, width, height } = pixels;
  context.save();
  context.resetTransform();
  context.drawImage(pixels.canvas, left + matrix.e - origin.x, top + matrix.f - origin.y, width, height);
  context.restore();
}

function shadowCompositing(surface: Surface, { x, y, blur, color }: Shadow): Compositing {
  const { a, b, c, d } = surface.context.getTransform();
  return {
    ...plainCompositing,
    dx: a * x + c * y,
    dy: b * x + d * y,
    blur: (blur / 2) * deviceScale(surface),
    tint: color,
  };
}
