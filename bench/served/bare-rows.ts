/**
 * A process that renders rows with the bare pipeline, whenever `batch.ts` sends it some: nothing but bind, layout, drawing and
 * encoding.
 */
import sharp from 'sharp';
import { createRenderMemory } from '../../src/render/render-memory.ts';
import { FontBook } from '../../src/render/fonts/font-book.ts';
import { ImageCache } from '../../src/render/images/image-cache.ts';
import { renderScene } from '../../src/render/render-scene.ts';
import type { OutputFormat } from '../../src/render/scene.ts';
import { loadSample } from '../sample.ts';

/** Rows `from` up to, but not including, `to`. */
export interface BareRows {
  readonly sample: string;
  readonly format: OutputFormat;
  readonly from: number;
  readonly to: number;
  /** Whether what stays the same from picture to picture is made once, as a worker's renderers do; else all is made each time. */
  readonly remembers: boolean;
}

const fonts = new FontBook();
const images = new ImageCache(192 * 1024 * 1024);
const memory = createRenderMemory();
sharp.concurrency(1);

process.on('message', (rows: BareRows) => {
  void renderRows(rows).then((bytes) => process.send?.({ bytes, cpuMs: cpuMs() }));
});

async function renderRows({ sample: name, format, from, to, remembers }: BareRows): Promise<number> {
  const sample = await loadSample(name);
  let bytes = 0;
  for (let row = from; row < to; row += 1) {
    const { job, files } = await sample.makeJob(format, row);
    const readBytes = (hash: string): Uint8Array => {
      const file = files.get(hash);
      if (!(file instanceof Uint8Array)) throw new Error(`no bytes of ${hash}`);
      return file;
    };
    const { data } = await renderScene(job, readBytes, fonts, images, remembers ? memory : {});
    bytes += data.byteLength;
    // Canvas memory is only given back between two turns of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return bytes;
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
