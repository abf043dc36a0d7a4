import type { SKRSContext2D } from '@napi-rs/canvas';

import type { SceneElement, SceneGroup } from '../scene.ts';
import { drawText } from '../text/draw.ts';
import { drawBarcode, drawQrCode } from '../codes/draw-code.ts';
import type { Drawing } from './drawing.ts';
import { drawImage } from './image.ts';
import { drawEllipse, drawLine, drawPath, drawRect, traceBox } from './shapes.ts';
import type { Surface } from './surface.ts';
import { deviceScale, recordLayer, stampLayer } from './surface.ts';

/** Skia's blur reaches three standard deviations. */
const BLUR_REACH = 3;
/** A blur that changes nothing but has a PDF page take the layer as pixels. */
const LEAST_BLUR = 0.01;

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
  if (blur > 0 || (blended && (element.shadow !== null || hasSeveralParts(element)))) {
    const margin = blur > 0 ? Math.ceil(blur * BLUR_REACH) : 0;
    const kind = { shows: surface.shows, filtered: blur > 0 };
    const layer = recordLayer(surface, margin, kind, (inside) => drawWithShadow(drawing, inside, element));
    stampLayer(surface, layer, { alpha: element.opacity, operation, blur, dx: 0, dy: 0 });
  } else {
    context.globalAlpha = element.opacity;
    context.globalCompositeOperation = operation;
    drawWithShadow(drawing, surface, element);
  }
  context.restore();
}

function drawWithShadow(drawing: Drawing, surface: Surface, element: SceneElement): void {
  if (element.shadow !== null) drawShadow(drawing, surface, element, element.shadow);
  if (element.shadow !== null && element.type === 'group') {
    // Children that blend do so among themselves, not with the group's shadow.
    const kind = { shows: surface.shows, filtered: false };
    const layer = recordLayer(surface, 0, kind, (inside) => drawContent(drawing, inside, element));
    stampLayer(surface, layer, { alpha: 1, operation: 'source-over', blur: 0, dx: 0, dy: 0 });
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
function drawShadow(
  drawing: Drawing,
  surface: Surface,
  element: SceneElement,
  shadow: NonNullable<SceneElement['shadow']>,
): void {
  const { a, b, c, d } = surface.context.getTransform();
  const dx = a * shadow.x + c * shadow.y;
  const dy = b * shadow.x + d * shadow.y;
  const blur = (shadow.blur / 2) * deviceScale(surface);
  const margin = Math.ceil(Math.max(Math.abs(dx), Math.abs(dy)) + blur * BLUR_REACH);
  const kind = { shows: 'silhouette', filtered: false } as const;
  const layer = recordLayer(surface, margin, kind, (inside) => {
    inside.context.save();
    drawContent(drawing, inside, element);
    inside.context.restore();
    inside.context.resetTransform();
    inside.context.globalCompositeOperation = 'source-in';
    inside.context.fillStyle = shadow.color;
    inside.context.fillRect(0, 0, inside.width, inside.height);
  });
  // As vectors, the letters of a hard shadow would be found twice by whoever searches or copies a PDF's text.
  const least = drawing.target === 'pdf' ? LEAST_BLUR : 0;
  stampLayer(surface, layer, { alpha: 1, operation: 'source-over', blur: Math.max(blur, least), dx, dy });
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
      if (layout !== undefined) drawText(context, layout);
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
function hasSeveralParts(element: SceneElement): boolean {
  switch (element.type) {
    case 'rect':
    case 'ellipse':
    case 'path':
      return element.fill !== null && element.stroke !== null && element.stroke.width > 0;
    case 'line':
    case 'image':
      return false;
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
