/**
 * Measures one point of a series in a process of its own: `node render-point.ts SERIES AMOUNT`. Prints a line
 * of JSON.
 */
import { createHash } from 'node:crypto';
import { collectAssets } from '../../src/render/assets.ts';
import { bindTemplate } from '../../src/render/bind/bind-template.ts';
import { createPipeline } from '../shared/pipeline.ts';
import { ownCpuMs } from '../shared/processes.ts';
import { median } from '../shared/statistics.ts';
import { renderSeries } from './render-series.ts';

/** What one render costs. */
export interface GrowthPoint {
  readonly amount: number;
  /** Median of the CPU time of all threads, in milliseconds. */
  readonly cpuMs: number;
  /** The process's peak memory less its memory before the first render, in megabytes. */
  readonly peakMb: number;
  readonly fileKb: number;
}

/**
 * CPU time before renders count. V8 compiles hot functions in threads of its own: without a warm-up a point
 * of few long renders is measured colder than one of many short ones, which looks like growth.
 */
const warmUpMs = 1_500;
/** Renders repeat until they took this CPU time, and at least `minRounds` times. */
const minMeasuredMs = 500;
const minRounds = 3;

const [name = '', given = ''] = process.argv.slice(2);
const series = renderSeries[name];
if (series === undefined) throw new Error(`There is no series "${name}".`);
const amount = Number(given);
const { document, format, image } = series.make(amount);
const bytes = await image?.();
const file = bytes === undefined ? null : { hash: createHash('sha256').update(bytes).digest('hex'), bytes };
// No cache but that of fonts: every image is decoded in every render.
const pipeline = createPipeline({ caches: false, imageCacheBytes: 1 });

async function renderOnce(): Promise<number> {
  const { scene, sources } = bindTemplate(document, new Map());
  const { assets, files } = await collectAssets(
    { sources },
    {
      readTemplateFile: () => Promise.resolve(file),
      fetchImage: () => Promise.reject(new Error('A benchmark fetches nothing.')),
      maxImageBytes: Infinity,
    },
  );
  const output = { format, dpi: 96, scale: 1, quality: 80 };
  const job = { scene, assets, output, imageMaxPixels: 50_000_000 };
  return (await pipeline({ job, files })).byteLength;
}

const memoryBefore = process.memoryUsage.rss();
const times: number[] = [];
let fileBytes = 0;
for (let spentMs = 0, isWarm = false; times.length < minRounds || spentMs < minMeasuredMs;) {
  const before = ownCpuMs();
  fileBytes = await renderOnce();
  const cpuMs = ownCpuMs() - before;
  await new Promise(setImmediate);
  spentMs += cpuMs;
  if (isWarm) times.push(cpuMs);
  else if (spentMs >= warmUpMs) [isWarm, spentMs] = [true, 0];
}
const peakMb = Math.max(0, process.resourceUsage().maxRSS * 1024 - memoryBefore) / 1e6;
const point: GrowthPoint = { amount, cpuMs: median(times), peakMb, fileKb: fileBytes / 1000 };
console.log(JSON.stringify(point));
