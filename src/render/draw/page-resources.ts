import type { Canvas } from '@napi-rs/canvas';

import type { ChartDrawings } from '../charts/chart-drawing.ts';
import type { DotGrid } from '../codes/code-space.ts';
import type { DrawnCode } from '../codes/draw-code.ts';
import type { FontBook } from '../fonts/font-book.ts';
import type { Bounds } from '../geometry.ts';
import type { PlacedImage } from '../images/place-images.ts';
import type { SceneBarcode, SceneQrCode } from '../scene/codes.ts';
import type { SceneElement } from '../scene/elements.ts';
import type { SceneImage } from '../scene/image.ts';
import type { SceneText } from '../scene/text.ts';
import type { Compositing, Layer, PdfSurface, Surface } from '../surface/layers.ts';
import type { TextLayout } from '../text/text-layout.ts';

/** Everything that drawing a page needs beside the scene: decoded images, laid-out texts, fonts. */
export interface PageResources {
  readonly images: ReadonlyMap<SceneImage, PlacedImage>;
  readonly texts: ReadonlyMap<SceneText, TextLayout>;
  readonly charts: ChartDrawings;
  /** For the text of barcodes. */
  readonly fonts: FontBook;
  /** Everything becomes pixels, so lines and codes are aligned to them. */
  readonly isRaster: boolean;
  /** The dots of a printer that codes of a PDF page are aligned to; null: a page of pixels, or no printer. */
  readonly dotGrid: DotGrid | null;
  /** The side of the dots, in CSS pixels, whose multiples are module sizes that are given; null: any. */
  readonly moduleStep: number | null;
  /** For a PDF page; null for other pages. */
  readonly rasteriser: LayerRasteriser | null;
  /** For elements of a vector page that blur what is behind them; absent: there are none, or pixels. */
  readonly vectorBackdrops?: VectorBackdrops;
  /** Pixels of one device unit of a vector page, for what becomes pixels; absent: the page has pixels. */
  readonly pixelDensity?: number;
  /** Draws an element that is one picture of a tagged PDF; absent: the page is not tagged. */
  readonly markPicture?: (surface: Surface, element: SceneElement, draw: () => void) => void;
  /** The codes drawn so far. Drawing adds to it. */
  readonly drawnCodes: Map<SceneQrCode | SceneBarcode, DrawnCode>;
}

/** What is behind elements of a vector page, as pixels. */
export interface VectorBackdrops {
  /** Pixels of one device unit. */
  readonly density: number;
  /** Draws the page up to an element. The surface's transform is that of the element. */
  readonly drawUntil: (surface: Surface, element: SceneElement) => void;
  /** Of the elements that have been drawn. Drawing adds to it. */
  readonly drawn: Map<SceneElement, Backdrop>;
}

/** What is behind a part of an element's box, blurred. */
export interface Backdrop {
  readonly part: Bounds;
  readonly canvas: Canvas;
}

/** Rasterises the layers of a PDF page that cannot stay vector. */
export interface LayerRasteriser {
  /**
   * Rasterises a layer with its blur and puts the image onto the page. Layers with the same `key` and the
   * same transform of their surface have the same pixels; null for a layer without a key.
   */
  rasterise(surface: PdfSurface, layer: Layer, compositing: Compositing, key: string | null): void;
  /** Replaces a layer's recording by its pixels, at the density of hard edges. */
  flatten(layer: Layer): Layer;
  /** The alpha channels of groups whose shadow has been drawn. Drawing adds to it. */
  readonly silhouettes: Map<SceneElement, Silhouette>;
}

/** The pixels of a group's content, and where the origin of the group's coordinates was on their surface. */
export interface Silhouette {
  readonly pixels: Layer;
  readonly origin: { readonly x: number; readonly y: number };
}
