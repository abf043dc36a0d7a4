/** Renders a flow of 200 pages in a process of its own, so that its memory is that of the render. */
import { bindTemplate } from '../../src/render/bind/bind-template.ts';
import { createPipeline } from '../shared/pipeline.ts';
import { ownCpuMs, readMemory } from '../shared/processes.ts';
import { flowingReport, getValues } from './report.ts';

/** What the render took. Memory is in MiB. */
export interface PeakMemory {
  readonly rows: number;
  readonly pages: number;
  readonly peakMib: number;
  readonly idleMib: number;
  readonly cpuMs: number;
}

const [rows, onPage] = [5_000, 25];

const { residentMib: idleMib } = readMemory(process.pid);
const { scene } = bindTemplate(flowingReport(onPage), getValues(rows));
const output = { format: 'pdf', dpi: 96, scale: 1, quality: 85 } as const;
const before = ownCpuMs();
await createPipeline({ caches: true })({
  job: { scene, assets: {}, output, imageMaxPixels: 50_000_000 },
  files: new Map(),
});
const { peakMib } = readMemory(process.pid);
const cpuMs = ownCpuMs() - before;
console.log(JSON.stringify({ rows, pages: rows / onPage, peakMib, idleMib, cpuMs } satisfies PeakMemory));
