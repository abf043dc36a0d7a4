/** Platen's pipeline in a process with the flags and caches of a renderer, from the values to the file. */
import { FontBook } from '../../../src/render/fonts/font-book.ts';
import { ImageCache } from '../../../src/render/images/image-cache.ts';
import { OldGarbage } from '../../../src/renderer/memory.ts';
import { warmUp } from '../../../src/renderer/warm-up.ts';
import { createRender } from '../../shared/pipeline.ts';
import { loadCase } from '../cases/cases.ts';
import type { Program } from './program.ts';

export async function start(documentName: string): Promise<Program> {
  const { makeJob } = await loadCase(documentName);
  const fonts = new FontBook();
  await warmUp(fonts, new ImageCache(1), ['png', 'pdf']);
  const garbage = new OldGarbage(() => void globalThis.gc?.());
  const onPlaced = (pages: number): void => void garbage.collectPlaced(pages);
  const renderJob = createRender({ caches: true, fonts, onPlaced });
  return {
    async render(round) {
      const { data, pageCount } = await renderJob(await makeJob(round as number));
      garbage.collectIfDue(pageCount);
      return data;
    },
  };
}
