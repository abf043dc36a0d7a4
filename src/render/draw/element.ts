import type { SKRSContext2D } from '@napi-rs/canvas';

import type { SceneElement, SceneGroup, Shadow } from '../scene.ts';
import { drawText } from '../text/draw.ts';
import { drawBarcode, drawQrCode } from '../codes/draw-code.ts';
import { contentBounds, shadowedBounds } from './bounds.ts';
import type { Drawing } from './drawing.ts';
import type { Bounds } from './geometry.ts';
import { drawImage } from './image.ts';
import { fadeGradient, fadesPattern } from './pattern-opacity.ts';
import { drawEllipse, drawLine, drawPath, drawRect, traceBox } from './shapes.ts';
import { silhouetteKey } from './silhouette-key.ts';
import type { Stamp, Surface } from './surface.ts';
import { deviceScale, PLAIN_STAMP, recordLayer, stampLayer } from './surface.ts';

type CompositeOperation = SKRSContext2D['globalCompositeOperation'];

/** Draws elements in order, in the surface's current coordinates (CSS pixels). */
export function drawElements(drawing: Drawing, surface: Surface, elements: readonly SceneElement[]): void {
  for (const element of elements) drawElement(drawing, surface, element);
}

/**
 * Draws one element: box placed and turned, then shadow, content, blur, opacity and blend mode as CSS orders them. What
 * an element consists of is put together in a layer first where opacity or blending would otherwise show the seams.
 */
function drawElement(drawing: Drawing, surface: Surface, element: SceneElement): void {
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
  const isVector = drawing.pixels !== null && !surface.rasterised;
  const needsLayer =
    element.shadow !== null || hasSeveralParts(drawing, element) || (isVector && fadesPattern(element));
  if (blur > 0 || (blended && needsLayer)) {
    const stamp = { ...PLAIN_STAMP, alpha: element.opacity, operation, blur };
    const bounds = shadowedBounds(drawing.texts, element);
    drawThroughLayer(drawing, surface, bounds, stamp, { shows: surface.shows, key: null }, (layer) => {
      drawWithShadow(drawing, layer, element);
    });
  } else {
    const drawn = isVector ? fadeGradient(element) : element;
    context.globalAlpha = drawn.opacity;
    context.globalCompositeOperation = operation;
    drawWithShadow(drawing, surface, drawn);
  }
  context.restore();
}

function drawWithShadow(drawing: Drawing, surface: Surface, element: SceneElement): void {
  if (element.shadow !== null) drawShadow(drawing, surface, element, element.shadow);
  if (element.shadow !== null && element.type === 'group') {
    // Children that blend do so among themselves, not with the group's shadow.
    const bounds = contentBounds(drawing.texts, element);
    drawThroughLayer(drawing, surface, bounds, PLAIN_STAMP, { shows: surface.shows, key: null }, (layer) => {
      drawContent(drawing, layer, element);
    });
    return;
  }
  surface.context.save();
  drawContent(drawing, surface, element);
  surface.context.restore();
}

/**
 * The shadow is the element's silhouette in the shadow's colour, moved in the element's own directions (it turns with
 * the element, as in CSS) and blurred by half the CSS blur radius.
 */
function drawShadow(drawing: Drawing, surface: Surface, element: SceneElement, shadow: Shadow): void {
  const { a, b, c, d } = surface.context.getTransform();
  const stamp = {
    ...PLAIN_STAMP,
    dx: a * shadow.x + c * shadow.y,
    dy: b * shadow.x + d * shadow.y,
    blur: (shadow.blur / 2) * deviceScale(surface),
    tint: shadow.color,
  };
  const key = drawing.pixels === null ? null : silhouetteKey(drawing.images, element);
  const bounds = contentBounds(drawing.texts, element);
  drawThroughLayer(drawing, surface, bounds, stamp, { shows: 'silhouette', key }, (layer) => {
    layer.context.save();
    drawContent(drawing, layer, element);
    layer.context.restore();
    layer.context.resetTransform();
    layer.context.globalCompositeOperation = 'source-in';
    layer.context.fillStyle = shadow.color;
    layer.context.fillRect(0, 0, layer.width, layer.height);
  });
}

/**
 * Draws into a layer and puts that onto the surface. On a PDF page a blur needs pixels, and so does a shadow with letters
 * in it: as vectors they would be found twice by whoever searches or copies the page's text.
 */
function drawThroughLayer(
  drawing: Drawing,
  surface: Surface,
  bounds: Bounds | null,
  stamp: Stamp,
  { shows, key }: { readonly shows: Surface['shows']; readonly key: string | null },
  draw: (layer: Surface) => void,
): void {
  if (bounds === null) return;
  const isShadow = shows === 'silhouette' && surface.shows === 'picture';
  const pixels = drawing.pixels !== null && !surface.rasterised && (stamp.blur > 0 || isShadow);
  const layer = recordLayer(surface, bounds, stamp, { shows, rasterised: pixels || stamp.blur > 0 }, draw);
  if (layer === null) return;
  if (pixels && drawing.pixels !== null) drawing.pixels.stamp(surface, layer, stamp, key);
  else stampLayer(surface, layer, stamp);
}

function drawContent(drawing: Drawing, surface: Surface, element: SceneElement): void {
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
      return drawImage(drawing, surface, element);
    case 'qrcode':
      return drawQrCode(drawing, surface, element);
    case 'barcode':
      return drawBarcode(drawing, surface, element);
    case 'group':
      return drawGroup(drawing, surface, element);
    case 'text': {
      const layout = drawing.texts.get(element);
      if (layout !== undefined) drawText(context, layout, drawing.pixels === null);
    }
  }
}

function drawGroup(drawing: Drawing, surface: Surface, group: SceneGroup): void {
  if (group.clip !== 'none') {
    traceBox(surface.context, group, group.clip === 'ellipse' ? 'ellipse' : group.cornerRadius);
    surface.context.clip();
  }
  drawElements(drawing, surface, group.elements);
}

/** Whether parts of an element may overlap, so that opacity has to apply to all of them at once. */
function hasSeveralParts(drawing: Drawing, element: SceneElement): boolean {
  switch (element.type) {
    case 'rect':
    case 'ellipse':
    case 'path':
      return element.fill !== null && element.stroke !== null && element.stroke.width > 0;
    case 'line':
      return false;
    case 'image': {
      const source = drawing.images.get(element)?.source;
      return source !== undefined && 'nodes' in source;
    }
    case 'qrcode':
    case 'barcode':
    case 'group':
    case 'text':
      return true;
  }
}

/** One blur after another is one blur whose variance is the sum of theirs. */
function blurOf(element: SceneElement): number {
  return element.type === 'image' ? Math.hypot(element.blur, element.filters.blur) : element.blur;
}

function compositeOperation(blendMode: string): CompositeOperation {
  if (blendMode === 'normal') return 'source-over';
  if (blendMode === 'plus-lighter') return 'lighter';
  return blendMode as CompositeOperation;
}
