import { BackgroundLayerCache } from './draw/background/layer-cache.ts';
import { CompressedStripCache } from './encode/png/compressed-strips.ts';

const mebibyte = 1024 * 1024;

/**
 * What a process keeps from render to render: pixels and compressed pixels that renders of one template have
 * in common.
 */
export interface RenderCaches {
  /** Drawn elements that do not change. */
  readonly backgroundLayers: BackgroundLayerCache;
  /** Compressed strips of PNG files. */
  readonly compressedStrips: CompressedStripCache;
}

/**
 * The caches of a renderer: background layers of about 20 cards, strips of about 10 cards or of one A4 page
 * at 300 dpi.
 */
export function createRenderCaches(): RenderCaches {
  return {
    backgroundLayers: new BackgroundLayerCache(80 * mebibyte),
    compressedStrips: new CompressedStripCache(48 * mebibyte),
  };
}
