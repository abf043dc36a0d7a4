import type { FontBook } from '../fonts/font-book.ts';
import type { PlacedImage } from '../images/place-images.ts';
import type { DrawnCode } from '../codes/drawn-code.ts';
import type { SceneBarcode, SceneImage, SceneQrCode, SceneText } from '../scene.ts';
import type { TextLayout } from '../text/text-layout.ts';
import type { Layer, Stamp, Surface } from './surface.ts';

/** How a PDF page gets what cannot stay vector. */
export interface PixelStamps {
  /**
   * Rasterises a layer, blur included, and puts the picture onto the page. Layers of one `key` are alike where their surface's
   * transform is; null where that is not known.
   */
  stamp(surface: Surface, layer: Layer, stamp: Stamp, key: string | null): void;
}

/** All that drawing needs beside the scene itself: everything in it was decoded and laid out before. */
export interface Drawing {
  readonly images: ReadonlyMap<SceneImage, PlacedImage>;
  readonly texts: ReadonlyMap<SceneText, TextLayout>;
  /** For the text under barcodes. */
  readonly fonts: FontBook;
  /** Null on a raster page, where everything becomes pixels in the end. */
  readonly pixels: PixelStamps | null;
  /** Codes as they were drawn; drawing adds to it. */
  readonly codes: Map<SceneQrCode | SceneBarcode, DrawnCode>;
}
