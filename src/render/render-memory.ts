import { Backdrops } from './draw/backdrop.ts';
import { StripMemory } from './encode/png/strip-memory.ts';

const MEBIBYTE = 1024 * 1024;

/** What a process remembers of its renders, so that what stays the same in the pictures of a template is made once. */
export interface RenderMemory {
  /** What is drawn. */
  readonly backdrops: Backdrops;
  /** What is compressed. */
  readonly strips: StripMemory;
}

/** The memory of a renderer: of what is drawn for some twenty cards, and compressed for some ten, or for one A4 page at 300 dpi. */
export function createRenderMemory(): RenderMemory {
  return { backdrops: new Backdrops(80 * MEBIBYTE), strips: new StripMemory(48 * MEBIBYTE) };
}
