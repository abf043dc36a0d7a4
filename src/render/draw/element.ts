import type { SKRSContext2D } from '@napi-rs/canvas';

import type { SceneElement, SceneGroup, Shadow } from '../scene.ts';
import { drawText } from '../text/draw.ts';
import { drawBarcode, drawQrCode } from '../codes/draw-code.ts';
import { contentBounds, shadowedBounds } from './bounds.ts';
import type { PageResources } from './page-resources.ts';
import type { Bounds } from '../surface/geometry.ts';
import { drawImage } from './image.ts';
import { applyOpacityToStops, needsOpacityGroup } from './gradient-opacity.ts';
import { drawEllipse, drawLine, drawPath, drawRect, traceBox } from './shapes.ts';
import { shadowKey } from './shadow-key.ts';
import {
  type Compositing,
  type Surface,
  deviceScale,
  plainCompositing,
  recordLayer,
  compositeLayer,
} from '../surface/layers.ts';

type CompositeOperation = SKRSContext2D['globalCompositeOperation'];

/** Draws elements in order, in the surface's current coordinates (CSS pixels). */
export function drawElements(
  resources: PageResources,
  surface: Surface,
  elements: readonly SceneElement[],
): void {
  for (const element of elements) drawElement(resources, surface, element);
}

/**
 * Draws one element: moves and rotates to its box, then applies shadow, content, blur, opacity and blend mode
 * in the order of CSS. If several parts of an element overlap, they are drawn into a layer, so that opacity
 * applies to them as a whole.
 */
function drawElement(resources: PageResources, surface: Surface, element: SceneElement): void {
  if (element.opacity <= 0) return;
  const { context } = surface;
  context.save();
  context.translate(element.x, element.y);
  if (element.rotation !== 0) {
    context.translate(element.width / 2, element.height / 2);
    context.rotate((element.rotation * Math.PI) / 180);
    context.translate(-element.width / 2, -element.height / 2);
  }

  const operation = compositeOperation(element.blendMode);
  const blended = element.opacity < 1 || operation !== 'source-over';
  const blur = blurOf(element) * deviceScale(surface);
  const isVector = resources.rasteriser !== null && !surface.rasterised;
  const needsLayer =
    element.shadow !== null ||
    hasSeveralParts(resources, element) ||
    (isVector && needsOpacityGroup(element));
  if (blur > 0 || (blended && needsLayer)) {
    const compositing = { ...plainCompositing, alpha: element.opacity, operation, blur };
    const bounds = shadowedBounds(resources.texts, element);
    drawThroughLayer(
      resources,
      surface,
      bounds,
      compositing,
      { channels: surface.channels, key: null },
      (layer) => {
        drawWithShadow(resources, layer, element);
      },
    );
  } else {
    const drawn = isVector ? applyOpacityToStops(element) : element;
    context.globalAlpha = drawn.opacity;
    context.globalCompositeOperation = operation;
    drawWithShadow(resources, surface, drawn);
  }
  context.restore();
}

function drawWithShadow(resources: PageResources, surface: Surface, element: SceneElement): void {
  if (element.shadow !== null) drawShadow(resources, surface, element, element.shadow);
  if (element.shadow !== null && element.type === 'group') {
    // The children of a group blend with each other, not with the group's shadow.
    const bounds = contentBounds(resources.texts, element);
    drawThroughLayer(
      resources,
      surface,
      bounds,
      plainCompositing,
      { channels: surface.channels, key: null },
      (layer) => {
        drawContent(resources, layer, element);
      },
    );
    return;
  }
  surface.context.save();
  drawContent(resources, surface, element);
  surface.context.restore();
}

/**
 * Draws the element's alpha channel in the shadow's colour, moved in the element's own coordinates (the
 * shadow rotates with the element, as in CSS) and blurred with a standard deviation of half the CSS blur
 * radius.
 */
function drawShadow(resources: PageResources, surface: Surface, element: SceneElement, shadow: Shadow): void {
  const { a, b, c, d } = surface.context.getTransform();
  const compositing = {
    ...plainCompositing,
    dx: a * shadow.x + c * shadow.y,
    dy: b * shadow.x + d * shadow.y,
    blur: (shadow.blur / 2) * deviceScale(surface),
    tint: shadow.color,
  };
  const key = resources.rasteriser === null ? null : shadowKey(resources.images, element);
  const bounds = contentBounds(resources.texts, element);
  drawThroughLayer(resources, surface, bounds, compositing, { channels: 'alpha', key }, (layer) => {
    layer.context.save();
    drawContent(resources, layer, element);
    layer.context.restore();
    layer.context.resetTransform();
    layer.context.globalCompositeOperation = 'source-in';
    layer.context.fillStyle = shadow.color;
    layer.context.fillRect(0, 0, layer.width, layer.height);
  });
}

/**
 * Draws into a layer and composites it onto the surface. On a PDF page, blurs and shadows become pixels: the
 * text of a vector shadow would be found twice when the page is searched or copied.
 */
function drawThroughLayer(
  resources: PageResources,
  surface: Surface,
  bounds: Bounds | null,
  compositing: Compositing,
  { channels, key }: { readonly channels: Surface['channels']; readonly key: string | null },
  draw: (layer: Surface) => void,
): void {
  if (bounds === null) return;
  const isShadow = channels === 'alpha' && surface.channels === 'all';
  const pixels = resources.rasteriser !== null && !surface.rasterised && (compositing.blur > 0 || isShadow);
  const layer = recordLayer(
    surface,
    bounds,
    compositing,
    { channels, rasterised: pixels || compositing.blur > 0 },
    draw,
  );
  if (layer === null) return;
  if (pixels && resources.rasteriser !== null)
    resources.rasteriser.rasterise(surface, layer, compositing, key);
  else compositeLayer(surface, layer, compositing);
}

/**
 * Draws an element without its shadow, opacity and blend mode. One case per element type: a new type is added
 * here, in `bind/elements.ts` and in `bounds.ts`.
 */
function drawContent(resources: PageResources, surface: Surface, element: SceneElement): void {
  const { context } = surface;
  switch (element.type) {
    case 'rect':
      return drawRect(context, element);
    case 'ellipse':
      return drawEllipse(context, element);
    case 'line':
      return drawLine(context, element);
    case 'path':
      return drawPath(context, element);
    case 'image':
      return drawImage(resources, surface, element);
    case 'qrcode':
    case 'barcode': {
      const page = { fonts: resources.fonts, isRaster: resources.rasteriser === null };
      const drawn =
        element.type === 'qrcode' ? drawQrCode(page, surface, element) : drawBarcode(page, surface, element);
      if (drawn !== null) resources.drawnCodes.set(element, drawn);
      return;
    }
    case 'group':
      return drawGroup(resources, surface, element);
    case 'text': {
      const layout = resources.texts.get(element);
      if (layout !== undefined) drawText(context, layout, resources.rasteriser === null);
    }
  }
}

function drawGroup(resources: PageResources, surface: Surface, group: SceneGroup): void {
  if (group.clip !== 'none') {
    traceBox(surface.context, group, group.clip === 'ellipse' ? 'ellipse' : group.cornerRadius);
    surface.context.clip();
  }
  drawElements(resources, surface, group.elements);
}

/** Whether parts of an element may overlap, so that its opacity must apply to the whole. */
function hasSeveralParts(resources: PageResources, element: SceneElement): boolean {
  switch (element.type) {
    case 'rect':
    case 'ellipse':
    case 'path':
      return element.fill !== null && element.stroke !== null && element.stroke.width > 0;
    case 'line':
      return false;
    case 'image': {
      const source = resources.images.get(element)?.source;
      return source !== undefined && 'nodes' in source;
    }
    case 'qrcode':
    case 'barcode':
    case 'group':
    case 'text':
      return true;
  }
}

/** Two blurs in a row equal one blur whose variance is the sum of both. */
function blurOf(element: SceneElement): number {
  return element.type === 'image' ? Math.hypot(element.blur, element.filters.blur) : element.blur;
}

function compositeOperation(blendMode: string): CompositeOperation {
  if (blendMode === 'normal') return 'source-over';
  if (blendMode === 'plus-lighter') return 'lighter';
  return blendMode as CompositeOperation;
}
