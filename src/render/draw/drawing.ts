import type { FontBook } from '../fonts/font-book.ts';
import type { PlacedImage } from '../images/place-images.ts';
import type { RenderWarning, SceneImage, SceneText } from '../scene.ts';
import type { TextLayout } from '../text/text-layout.ts';

/** All that drawing needs beside the scene itself: everything in it was decoded and laid out before. */
export interface Drawing {
  readonly target: 'raster' | 'pdf';
  readonly images: ReadonlyMap<SceneImage, PlacedImage>;
  readonly texts: ReadonlyMap<SceneText, TextLayout>;
  /** For the text under barcodes. */
  readonly fonts: FontBook;
  /** Drawing adds to it. */
  readonly warnings: RenderWarning[];
}
