/**
 * Platen's render pipeline without the service around it.
 */
import { readFile } from 'node:fs/promises';
import { createPipeline } from '../shared/pipeline.ts';
import { loadSample } from '../shared/sample.ts';
import type { Engine } from './engine.ts';
import { workloadsFolder, type Workload } from './workload.ts';

/** The pipeline with the caches of a renderer process. */
export const start = (workload: Workload): Promise<Engine> => startPipeline(workload, true);

/** Draws and compresses the whole page each time, as the other engines do. */
export const startUncached = (workload: Workload): Promise<Engine> => startPipeline(workload, false);

async function startPipeline(workload: Workload, caches: boolean): Promise<Engine> {
  const sample = await loadSample(workload.name, workloadsFolder);
  const pipeline = createPipeline({ caches });
  const packageFile = new URL('../../package.json', import.meta.url);
  const { version } = JSON.parse(await readFile(packageFile, 'utf8')) as { version: string };
  return {
    version: `platen ${version}`,
    render: async (format, round) => await pipeline(await sample.makeJob(format, round)),
    close: () => Promise.resolve(),
  };
}
