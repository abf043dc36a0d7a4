/** Platen's pipeline in a process with the flags and caches of a renderer, from the values to the file. */
import { createPipeline } from '../../shared/pipeline.ts';
import { loadCase } from '../cases/cases.ts';
import type { Program } from './program.ts';

export async function start(documentName: string): Promise<Program> {
  const { makeJob } = await loadCase(documentName);
  const pipeline = createPipeline({ caches: true });
  return { render: async (round) => await pipeline(await makeJob(round as number)) };
}
