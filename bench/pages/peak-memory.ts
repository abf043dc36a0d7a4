/** Renders a flow of 200 pages and prints the most memory that its process ever had. */
import { bindTemplate } from '../../src/render/bind/bind-template.ts';
import { createPipeline } from '../shared/pipeline.ts';
import { ownCpuMs, readMemory } from '../shared/processes.ts';
import { flowingReport, valuesOf } from './report.ts';

const [rows, onPage] = [5_000, 25];

const { residentMib } = readMemory(process.pid);
const { scene } = bindTemplate(flowingReport(onPage), valuesOf(rows));
const output = { format: 'pdf', dpi: 96, scale: 1, quality: 85 } as const;
const before = ownCpuMs();
const data = await createPipeline({ caches: true })({
  job: { scene, assets: {}, output, imageMaxPixels: 50_000_000 },
  files: new Map(),
});
const cpuMs = ownCpuMs() - before;
console.log(
  `${rows} rows on ${rows / onPage} pages: ${Math.round(readMemory(process.pid).peakMib)} MiB at most, ` +
    `${Math.round(residentMib)} before; ${Math.round(cpuMs)} CPU ms, ${(data.length / 1e6).toFixed(1)} MB.`,
);
