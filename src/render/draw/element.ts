import { findLogoImage } from '../images/logo-image.ts';
import type { CompositeOperation } from '../drawing/drawing-context.ts';
import { RenderInputError } from '../errors.ts';
import type { SceneElement, SceneGroup } from '../scene/elements.ts';
import { drawText } from '../text/draw/draw-text.ts';
import { PIXEL_GRID } from '../codes/code-space.ts';
import { drawCode } from '../codes/draw-code.ts';
import { toBackground } from './group-background.ts';
import { hasBackdrop } from '../has-backdrop.ts';
import { paintBackdrop, readBackdrop } from './backdrop.ts';
import { contentBounds, shadowedBounds } from './bounds.ts';
import { spendOnPath } from './path-cost.ts';
import type { Backdrop, PageResources } from './page-resources.ts';
import { drawChart } from './chart.ts';
import { drawImage } from './image.ts';
import { drawMasked } from './mask.ts';
import { applyOpacityToStops, needsOpacityGroup } from './gradient-opacity.ts';
import { drawEllipse, drawLine, drawPath, drawRect, traceBox } from './shapes.ts';
import { drawWithShadow } from './shadow.ts';
import { drawThroughLayer } from './through-layer.ts';
import { isSlanted, slant } from '../geometry.ts';
import { DrawingBudgetError } from '../surface/drawing-budget.ts';
import { PressLimitError } from '../surface/press-limit-error.ts';
import { type Surface, deviceScale, plainCompositing } from '../surface/layers.ts';

/** Draws elements in order, in the surface's current coordinates (CSS pixels). */
export function drawElements(
  resources: PageResources,
  surface: Surface,
  elements: readonly SceneElement[],
): void {
  for (const element of elements) {
    try {
      drawElement(resources, surface, element);
    } catch (error) {
      const isRefused = error instanceof DrawingBudgetError || error instanceof PressLimitError;
      if (!isRefused) throw error;
      throw new RenderInputError('output', null, error.message, `The element "${element.id}"`);
    }
  }
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
  if (isSlanted(element)) {
    const { a, b, c, d } = slant(element);
    context.translate(element.width / 2, element.height / 2);
    context.transform(a, b, c, d, 0, 0);
    context.translate(-element.width / 2, -element.height / 2);
  }

  if (element.overprint !== undefined && surface.kind === 'pdf')
    surface.context.overprint = element.overprint;
  const { markPicture } = resources;
  if (markPicture === undefined) drawPlaced(resources, surface, element);
  else markPicture(surface, element, () => drawPlaced(resources, surface, element));
  context.restore();
}

/** Draws an element in the coordinates of its box. */
function drawPlaced(resources: PageResources, surface: Surface, element: SceneElement): void {
  const { context } = surface;
  const backdrop =
    'backdropBlur' in element && element.backdropBlur !== undefined
      ? readBackdrop(resources, surface, element, element.backdropBlur)
      : null;
  const operation = compositeOperation(element.blendMode);
  const blended = element.opacity < 1 || operation !== 'source-over';
  const ownBlur = getBlur(element);
  const blur = ownBlur > 0 ? ownBlur * deviceScale(surface) : 0;
  const isVector = !resources.isRaster && !surface.rasterised;
  const needsLayer =
    backdrop !== null ||
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
        layer.context.save();
        drawAbove(resources, layer, element, backdrop);
        layer.context.restore();
      },
    );
  } else {
    const drawn = isVector ? applyOpacityToStops(element) : element;
    if (blended) {
      context.globalAlpha = drawn.opacity;
      context.globalCompositeOperation = operation;
    }
    drawAbove(resources, surface, drawn, backdrop);
  }
}

/** Draws an element with its shadow above its blurred backdrop, which its mask cuts out as well. */
function drawAbove(
  resources: PageResources,
  surface: Surface,
  element: SceneElement,
  backdrop: Backdrop | null,
): void {
  if (backdrop === null) {
    drawWithShadow(resources, surface, element, drawContent);
    return;
  }
  if (element.type === 'group' && element.mask !== undefined) {
    surface.context.save();
    drawMasked(resources, surface, element, element.mask, (inside) =>
      paintBackdrop(inside.context, element, backdrop),
    );
    surface.context.restore();
  } else paintBackdrop(surface.context, element, backdrop);
  drawWithShadow(resources, surface, element, drawContent);
}

/** Draws an element through its mask, without its shadow, opacity and blend mode. */
function drawContent(resources: PageResources, surface: Surface, element: SceneElement): void {
  const mask = element.type === 'image' || element.type === 'group' ? element.mask : undefined;
  if (mask === undefined) drawUnmasked(resources, surface, element);
  else if (element.type === 'image' || element.type === 'group')
    drawMasked(resources, surface, element, mask, (inside) => drawUnmasked(resources, inside, element));
}

/**
 * Draws an element without its mask, shadow, opacity and blend mode. One case per element type: a new type is
 * added here, in `bind/elements.ts` and in `bounds.ts`.
 */
function drawUnmasked(resources: PageResources, surface: Surface, element: SceneElement): void {
  const { context } = surface;
  switch (element.type) {
    case 'rect':
      return drawRect(context, element, resources.isRaster);
    case 'ellipse':
      return drawEllipse(context, element, resources.isRaster);
    case 'line':
      return drawLine(context, element, resources.isRaster);
    case 'path':
      if (resources.isRaster || surface.rasterised) spendOnPath(surface, element);
      return drawPath(context, element, resources.isRaster);
    case 'image':
      return drawImage(resources, surface, element);
    case 'qrcode':
    case 'barcode': {
      const { fonts, isRaster, moduleStep } = resources;
      const image = findLogoImage(element);
      const dotGrid = isRaster ? PIXEL_GRID : surface.rasterised ? null : resources.dotGrid;
      const page = {
        fonts,
        isRaster,
        dotGrid,
        moduleStep,
        logo: image && { ...image, draw: () => drawImage(resources, surface, image) },
      };
      const drawn = drawCode(page, surface, element);
      if (drawn !== null) resources.drawnCodes.set(element, drawn);
      return;
    }
    case 'chart':
      return drawChart(resources, surface, element);
    case 'group':
      if (element.backdropBlur !== undefined && hasBackdrop(element.elements))
        return drawAsRoot(resources, surface, element);
      return drawGroup(resources, surface, element);
    case 'text': {
      const layout = resources.texts.get(element);
      if (layout === undefined) return;
      drawText(context, layout, resources.isRaster, (icon) => drawImage(resources, surface, icon));
    }
  }
}

/** What is in a group that blurs what is behind it cannot see beyond the group. */
function drawAsRoot(resources: PageResources, surface: Surface, group: SceneGroup): void {
  const bounds = contentBounds(resources.texts, group);
  const kind = { channels: surface.channels, key: null };
  drawThroughLayer(resources, surface, bounds, plainCompositing, kind, (layer) =>
    drawGroup(resources, layer, group),
  );
}

function drawGroup(resources: PageResources, surface: Surface, group: SceneGroup): void {
  const background = toBackground(group);
  if (background !== null) drawElement(resources, surface, background);
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
      const placed = resources.images.get(element);
      if (placed === undefined) return false;
      if (element.mask?.type === 'picture') return true;
      // Viewers of PDFs ignore the opacity of what is filled with a pattern.
      return 'nodes' in placed.source || (placed.tile !== undefined && !resources.isRaster);
    }
    case 'qrcode':
    case 'barcode':
    case 'chart':
    case 'group':
    case 'text':
      return true;
  }
}

/** Two blurs in a row equal one blur whose variance is the sum of both. */
function getBlur(element: SceneElement): number {
  return element.type === 'image' ? Math.hypot(element.blur, element.filters.blur) : element.blur;
}

function compositeOperation(blendMode: string): CompositeOperation {
  if (blendMode === 'normal') return 'source-over';
  if (blendMode === 'plus-lighter') return 'lighter';
  return blendMode as CompositeOperation;
}
