import type { PathContext } from '../drawing/drawing-context.ts';
import { multiply, type Size } from '../geometry.ts';
import type { PlacedImage } from '../images/place-images.ts';
import type { SceneImage } from '../scene/image.ts';
import type { Surface } from '../surface/layers.ts';
import type { VectorImage } from '../vector/vector-image.ts';
import { chooseCanvas, drawPlacedVector } from './placed-image.ts';
import type { PageResources } from './page-resources.ts';

/** Fills an element's box with its picture, repeated from the top left corner. */
export function drawTiles(
  resources: PageResources,
  surface: Surface,
  element: SceneImage,
  placed: PlacedImage,
): void {
  const { context } = surface;
  if ('nodes' in placed.source) {
    drawVectorTiles(surface, element, placed.source, placed);
    return;
  }
  const { canvas, transform } = chooseCanvas(surface, placed, placed.source);
  const pattern = context.createPattern(canvas, 'repeat');
  if (pattern === null) throw new Error('the canvas makes no pattern');
  const size = resources.isRaster ? snapBox(context, element) : { ...element, a: 1, d: 1 };
  const inBox = multiply(scaling(size.a, size.d), transform);
  pattern.setTransform(multiply(inBox, scaling(1 / canvas.width, 1 / canvas.height)));
  context.fillStyle = pattern;
  context.fillRect(0, 0, size.width, size.height);
}

/** On an SVG page the tile is drawn once, on a PDF page for each of its places: see `maxTiledShapes`. */
function drawVectorTiles(
  surface: Surface,
  element: SceneImage,
  image: VectorImage,
  { transform, tile = element }: PlacedImage,
): void {
  const { context } = surface;
  const draw = (inside: Surface): void => drawPlacedVector(inside, image, transform);
  if (surface.kind === 'svg') {
    surface.fillWithTiles(element, tile, draw);
    return;
  }
  clipTo(context, element);
  for (let y = 0; y < element.height; y += tile.height) {
    for (let x = 0; x < element.width; x += tile.width) {
      context.save();
      context.translate(x, y);
      clipTo(context, tile);
      draw(surface);
      context.restore();
    }
  }
}

function clipTo(context: PathContext, { width, height }: Size): void {
  context.beginPath();
  context.rect(0, 0, width, height);
  context.clip();
}

const scaling = (a: number, d: number) => ({ a, b: 0, c: 0, d, e: 0, f: 0 });

/**
 * Moves the edges of an upright box to whole pixels, as browsers do, and makes pixels the unit. Returns its
 * size in the new unit, and how many units a CSS pixel has.
 */
function snapBox(
  context: PathContext,
  { width, height }: SceneImage,
): { readonly width: number; readonly height: number; readonly a: number; readonly d: number } {
  const { a, b, c, d, e, f } = context.getTransform();
  if (b !== 0 || c !== 0 || a <= 0 || d <= 0) return { width, height, a: 1, d: 1 };
  const [left, top] = [Math.round(e), Math.round(f)];
  context.setTransform(1, 0, 0, 1, left, top);
  return { width: Math.round(e + a * width) - left, height: Math.round(f + d * height) - top, a, d };
}
