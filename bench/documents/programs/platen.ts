/** Platen's pipeline in a process with the flags and caches of a renderer, from the values to the file. */
import { OldGarbage } from '../../../src/renderer/memory.ts';
import { createPipeline } from '../../shared/pipeline.ts';
import { loadCase } from '../cases/cases.ts';
import type { Program } from './program.ts';

export async function start(documentName: string): Promise<Program> {
  const { makeJob } = await loadCase(documentName);
  const pipeline = createPipeline({ caches: true });
  const garbage = new OldGarbage(() => void globalThis.gc?.());
  return {
    async render(round) {
      const data = await pipeline(await makeJob(round as number));
      garbage.collectIfDue();
      return data;
    },
  };
}
