import type { Size } from '../geometry.ts';
import { POINTS_PER_INCH } from '../../common/lengths/units.ts';

/** What the layers and paths of one page may cost: more takes longer than any time limit of a render. */
const MAX_RASTER_PIXELS = 16_000_000_000;
const MAX_PDF_PIXELS = 2_000_000_000;
/** Pixels that layers inside each other may have together: a gigabyte. */
const MAX_NESTED_PIXELS = 250_000_000;
/** What a layer costs beside its pixels. */
const LAYER_PIXELS = 200_000;
/** A bitmap of a PDF page is also compressed. */
const BITMAP_PIXELS = 200_000;
const COMPRESSION_FACTOR = 6;

/**
 * Limits what the layers and paths of one page may cost, before they take a renderer's time and memory. The
 * unit is one pixel of a layer: 3 to 20 ns.
 */
export class DrawingBudget {
  readonly #isRaster: boolean;
  /** Pixels of one square device unit. */
  readonly #density: number;
  #spent = 0;
  #nested = 0;

  /** @param pdfDpi of bitmaps on a PDF page; null for a raster page */
  constructor(pdfDpi: number | null) {
    this.#isRaster = pdfDpi === null;
    this.#density = pdfDpi === null ? 1 : (pdfDpi / POINTS_PER_INCH) ** 2;
  }

  /** Accounts for a layer, which contains all layers that `draw` makes. Vectors of a PDF page are free. */
  drawLayer(width: number, height: number, rasterised: boolean, draw: () => void): void {
    const pixels = this.#isRaster || rasterised ? width * height * this.#density : 0;
    if (this.#isRaster) this.spend(LAYER_PIXELS + pixels);
    else if (rasterised) this.spend(BITMAP_PIXELS + COMPRESSION_FACTOR * pixels);
    this.#nested += pixels;
    if (this.#nested > MAX_NESTED_PIXELS)
      throw new DrawingBudgetError(
        'is inside too many groups with a shadow, a blur, an opacity or a blend mode: the page needs too' +
          ' much memory. Nest fewer of them, make them smaller, or render fewer pixels.',
      );
    draw();
    this.#nested -= pixels;
  }

  /** Accounts for pixels that are made and compressed for a file. */
  compress({ width, height }: Size): void {
    this.spend(BITMAP_PIXELS + COMPRESSION_FACTOR * width * height);
  }

  spend(pixels: number): void {
    this.#spent += pixels;
    if (this.#spent > (this.#isRaster ? MAX_RASTER_PIXELS : MAX_PDF_PIXELS))
      throw new DrawingBudgetError(
        'is too much for this page: the shadows, blurs, opacities, blend modes, conic gradients and long' +
          ' paths up to here take too much time. Use fewer or smaller ones, simplify the paths, or render' +
          ' fewer pixels.',
      );
  }
}

/** Drawing converts it to a `RenderInputError` that names the element. */
export class DrawingBudgetError extends Error {
  override readonly name = 'DrawingBudgetError';
}
