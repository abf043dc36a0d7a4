import { paintStyle } from '../paint.ts';
import type { Scene } from '../scene/scene.ts';
import { invert } from '../geometry.ts';
import { hasBackdrop } from '../has-backdrop.ts';
import { usesInks } from '../inks/element-colors.ts';
import { blends, divideForBlending } from './blending.ts';
import { elementsBehind } from './behind.ts';
import type { PageResources, VectorBackdrops } from './page-resources.ts';
import { drawElements } from './element.ts';
import { RenderInputError } from '../errors.ts';
import { PressLimitError } from '../surface/press-limit-error.ts';
import type { PdfSurface, Surface } from '../surface/layers.ts';

/**
 * Draws a whole scene. The surface's transform has its origin at the viewport's top left corner, with CSS
 * pixels as units. The background extends beyond the viewport by `bleed` CSS pixels.
 */
export function drawPage(resources: PageResources, surface: Surface, scene: Scene, bleed: number): void {
  const isReplayed = resources.pixelDensity !== undefined && hasBackdrop(scene.elements);
  const drawing = isReplayed ? withBackdrops(resources, scene, bleed) : resources;
  if (surface.kind !== 'pdf' || !blendsInSrgb(surface, scene)) {
    drawBackground(resources, surface, scene, bleed);
    drawElements(drawing, surface, scene.elements);
    return;
  }
  const { blended, apart } = divideForBlending(resources, scene.elements);
  const page = { left: -bleed, top: -bleed, right: scene.width + bleed, bottom: scene.height + bleed };
  surface.drawBlended(page, (inside) => {
    drawBackground(resources, inside, scene, bleed);
    drawElements(drawing, inside, blended);
  });
  drawElements(drawing, surface, apart);
}

/**
 * Whether the colours of a page for print blend as in raster files. With colours in inks, or only such,
 * inks blend.
 */
function blendsInSrgb({ context }: PdfSurface, scene: Scene): boolean {
  const { elements, background, convertsToInks = false } = scene;
  if (convertsToInks || context.drawsInks !== true || !blends(elements)) return false;
  return !usesInks(elements, background);
}

function drawBackground(resources: PageResources, surface: Surface, scene: Scene, bleed: number): void {
  const { context } = surface;
  if (scene.background !== null) {
    context.save();
    context.fillStyle = paintStyle(
      context,
      scene.background,
      scene.width,
      scene.height,
      null,
      resources.isRaster,
    );
    if (bleed === 0 && resources.isRaster) fillSurface(surface);
    else fillBleed(surface, scene, bleed);
    context.restore();
  }
}

function fillBleed({ context }: Surface, { width, height }: Scene, bleed: number): void {
  try {
    context.fillRect(-bleed, -bleed, width + 2 * bleed, height + 2 * bleed);
  } catch (error) {
    if (!(error instanceof PressLimitError)) throw error;
    throw new RenderInputError('output', null, error.message, 'The background of the page');
  }
}

/** On a vector page, what is behind an element is drawn once more where it becomes pixels. */
function withBackdrops(resources: PageResources, scene: Scene, bleed: number): PageResources {
  const { pixelDensity: density = 1, ...others } = resources;
  const vectorBackdrops: VectorBackdrops = {
    density,
    drawn: new Map(),
    drawUntil: (surface, element) => {
      const behind = elementsBehind(scene.elements, element);
      const back = behind === null ? null : invert(behind.matrix);
      if (behind === null || back === null) return;
      const { elements, isPage } = behind;
      surface.context.transform(back.a, back.b, back.c, back.d, back.e, back.f);
      const inner = { ...others, vectorBackdrops, rasteriser: null, drawnCodes: new Map<never, never>() };
      // The surface may begin anywhere on the page, so its background cannot just fill the surface.
      const part = { ...scene, elements, background: isPage ? scene.background : null };
      drawPage(inner, surface, part, Math.max(bleed, 1));
    },
  };
  return { ...resources, vectorBackdrops };
}

/** Fills every pixel, also the last row and column of a viewport whose sides are not whole pixels. */
function fillSurface({ context, width, height }: Surface): void {
  const { a, d } = context.getTransform();
  context.fillRect(0, 0, width / a, height / d);
}
