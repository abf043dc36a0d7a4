/**
 * Platen's own pipeline without the service around it: values to scene, then what a renderer process does for each task.
 */
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { FontBook } from '../../src/render/fonts/font-book.ts';
import { ImageCache } from '../../src/render/images/image-cache.ts';
import { createRenderMemory, type RenderMemory } from '../../src/render/render-memory.ts';
import { renderScene } from '../../src/render/render-scene.ts';
import { loadSample } from '../sample.ts';
import type { Engine } from './engine.ts';
import { workloadsFolder, type Workload } from './workload.ts';

/** Starts the pipeline for a page, as renderer processes have it: what stays the same from render to render is made once. */
export const start = (workload: Workload): Promise<Engine> => startPipeline(workload, createRenderMemory());

/** The same, but for what is made once: all of the page is drawn and compressed each time, as the other engines do. */
export const startAfresh = (workload: Workload): Promise<Engine> => startPipeline(workload, {});

async function startPipeline(workload: Workload, memory: Partial<RenderMemory>): Promise<Engine> {
  const sample = await loadSample(workload.name, workloadsFolder);
  const fonts = new FontBook();
  const images = new ImageCache(128 * 1024 * 1024);
  sharp.concurrency(1);
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return {
    version: `platen ${version}`,
    async render(format, round) {
      const { job, files } = await sample.makeJob(format, round);
      const readBytes = (hash: string): Uint8Array => {
        const bytes = files.get(hash);
        if (!(bytes instanceof Uint8Array)) throw new Error(`no bytes of ${hash}`);
        return bytes;
      };
      return (await renderScene(job, readBytes, fonts, images, memory)).data;
    },
    close: () => Promise.resolve(),
  };
}
