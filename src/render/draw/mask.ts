import type { SceneGroup } from '../scene/elements.ts';
import type { Mask, SceneImage } from '../scene/image.ts';
import { findMaskImage } from '../images/mask-image.ts';
import { compositeLayer, plainCompositing, recordLayer, type Surface } from '../surface/layers.ts';
import { drawImage } from './image.ts';
import type { PageResources } from './page-resources.ts';
import { spendOnPath } from './path-cost.ts';
import { fitPath, traceBox } from './shapes.ts';

/** Draws the content of an element through its mask. */
export function drawMasked(
  resources: PageResources,
  surface: Surface,
  element: SceneImage | SceneGroup,
  mask: Mask,
  draw: (inside: Surface) => void,
): void {
  if (mask.type === 'picture') {
    drawThroughPicture(resources, surface, element, draw);
    return;
  }
  const { width, height } = element;
  const outline = { ...mask, width, height };
  const path = fitPath(outline);
  if (path === null) return;
  if (resources.isRaster || surface.rasterised) spendOnPath(surface, outline);
  surface.context.clip(path, mask.fillRule);
  draw(surface);
}

/** The opacity of the picture becomes that of the content. SVG has masks of luminance itself. */
function drawThroughPicture(
  resources: PageResources,
  surface: Surface,
  element: SceneImage | SceneGroup,
  draw: (inside: Surface) => void,
): void {
  const picture = findMaskImage(element);
  if (picture === null || !resources.images.has(picture)) return;
  const box = { left: 0, top: 0, right: element.width, bottom: element.height };
  const drawMask = (inside: Surface): void => drawImage(resources, inside, picture);
  if (surface.kind !== 'pixels') {
    surface.drawMasked(box, drawMask, draw);
    return;
  }
  const layer = recordLayer(surface, box, plainCompositing, surface, (inside) => {
    const { context } = inside;
    context.save();
    // Beyond the picture there is nothing to show.
    traceBox(context, element, [0, 0, 0, 0]);
    context.clip();
    draw(inside);
    context.restore();
    context.globalCompositeOperation = 'destination-in';
    drawMask(inside);
  });
  if (layer !== null) compositeLayer(surface, layer, plainCompositing);
}
