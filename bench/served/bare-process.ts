/**
 * The bare pipeline in a process of its own: renders one after the other, with nothing around it, for as long as it is told.
 */
import sharp from 'sharp';
import { createRenderMemory } from '../../src/render/render-memory.ts';
import { FontBook } from '../../src/render/fonts/font-book.ts';
import { ImageCache } from '../../src/render/images/image-cache.ts';
import { renderScene } from '../../src/render/render-scene.ts';
import type { OutputFormat } from '../../src/render/scene.ts';
import { loadSample } from '../sample.ts';

export interface BareSlice {
  readonly format: OutputFormat;
  readonly ms: number;
  /** Whether what stays the same from picture to picture is made once, as a service's renderers do; else all is made each time. */
  readonly remembers: boolean;
}

export interface BareTimes {
  /** Milliseconds of each render. */
  readonly times: readonly number[];
  readonly elapsedMs: number;
}

const sample = await loadSample(process.argv[2] ?? '');
const fonts = new FontBook();
const images = new ImageCache(128 * 1024 * 1024);
const memory = createRenderMemory();
sharp.concurrency(1);
let round = 0;

async function renderFor({ format, ms, remembers }: BareSlice): Promise<BareTimes> {
  const times: number[] = [];
  const start = performance.now();
  for (let now = start; now - start < ms;) {
    round += 1;
    const { job, files } = await sample.makeJob(format, round);
    const readBytes = (hash: string): Uint8Array => {
      const bytes = files.get(hash);
      if (!(bytes instanceof Uint8Array)) throw new Error(`no bytes of ${hash}`);
      return bytes;
    };
    await renderScene(job, readBytes, fonts, images, remembers ? memory : {});
    const end = performance.now();
    times.push(end - now);
    now = end;
    // Pixels are given back between two turns of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { times, elapsedMs: performance.now() - start };
}

process.on('message', (slice: BareSlice) => {
  void renderFor(slice).then((times) => process.send?.(times));
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
