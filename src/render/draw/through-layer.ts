import type { Bounds } from '../geometry.ts';
import { type Compositing, type Surface, compositeLayer, recordLayer } from '../surface/layers.ts';
import type { PageResources } from './page-resources.ts';

/**
 * Draws into a layer and composites it onto the surface. On an SVG page the layer is a group. On a PDF page,
 * blurs and shadows become pixels: the text of a vector shadow would be found twice when the page is searched
 * or copied.
 */
export function drawThroughLayer(
  resources: PageResources,
  surface: Surface,
  bounds: Bounds | null,
  compositing: Compositing,
  { channels, key }: { readonly channels: Surface['channels']; readonly key: string | null },
  draw: (layer: Surface) => void,
): void {
  if (bounds === null) return;
  const isShadow = channels === 'alpha' && surface.channels === 'all';
  const pixels = surface.kind === 'pdf' && (compositing.blur > 0 || isShadow);
  if (surface.kind !== 'pixels' && !pixels) {
    surface.drawGroup({ ...compositing, shadow: null }, bounds, draw);
    return;
  }
  const layer = recordLayer(
    surface,
    bounds,
    compositing,
    { channels, rasterised: pixels || compositing.blur > 0 },
    draw,
  );
  if (layer === null) return;
  if (surface.kind === 'pixels') compositeLayer(surface, layer, compositing);
  else if (surface.kind === 'pdf') resources.rasteriser?.rasterise(surface, layer, compositing, key);
}
