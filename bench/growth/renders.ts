/**
 * How the cost of a render grows: `npm run bench:growth [-- --only NAME --out FOLDER]`. Each point is measured in a process of its own,
 * one after the other, in processor time of all threads, which other programs on the machine change little. Writes the
 * figures to `renders.json` and two charts to `docs/images`, and prints for every series how steep it is at its end: the power of the
 * amount with which the cost grows between the last two points (1 is a straight line, less is flatter). `--only` measures the series
 * whose names hold some text, and takes the others from the file.
 */
import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { rendererEnvironment, rendererFlags } from '../../src/render/pool/process-resources.ts';
import { round } from '../sample.ts';
import type { Chart } from './chart.ts';
import { drawCharts } from './chart.ts';
import type { GrowthPoint } from './render-point.ts';
import type { GrowthSeries } from './render-series.ts';
import { renderSeries } from './render-series.ts';

const { values } = parseArgs({ options: { only: { type: 'string' }, out: { type: 'string' } } });
const here = import.meta.dirname;
const run = promisify(execFile);

/** How steep a cost is between the last two points, as a power of the amount. */
function endSlope(points: readonly GrowthPoint[], cost: (point: GrowthPoint) => number): number {
  const [before, last] = points.slice(-2);
  if (before === undefined || last === undefined) return NaN;
  return Math.log(cost(last) / cost(before)) / Math.log(last.amount / before.amount);
}

interface Measured {
  readonly name: string;
  readonly points: readonly GrowthPoint[];
}

const imagesFolder = values.out ?? path.join(here, '../../docs/images');
const resultsFile = path.join(values.out ?? here, 'renders.json');
const earlier = existsSync(resultsFile)
  ? (JSON.parse(await readFile(resultsFile, 'utf8')) as { readonly series: readonly Measured[] }).series
  : [];

async function measure(name: string, amount: number): Promise<GrowthPoint> {
  const script = path.join(here, 'render-point.ts');
  // As renderers are started.
  const { stdout } = await run(process.execPath, [...rendererFlags, script, name, String(amount)], {
    env: rendererEnvironment,
  });
  const { cpuMs, peakMb, fileKb } = JSON.parse(stdout) as GrowthPoint;
  return { amount, cpuMs: round(cpuMs, 2), peakMb: round(peakMb, 1), fileKb: round(fileKb, 1) };
}

const measured: (Measured & { readonly group: GrowthSeries['group'] })[] = [];
for (const [name, { group, amounts }] of Object.entries(renderSeries)) {
  if (values.only !== undefined && !name.includes(values.only)) {
    const known = earlier.find((each) => each.name === name);
    if (known !== undefined) measured.push({ ...known, group });
    continue;
  }
  const points: GrowthPoint[] = [];
  for (const amount of amounts) points.push(await measure(name, amount));
  measured.push({ name, group, points });
  console.log(
    name.padEnd(24),
    `CPU ms ${points.map(({ cpuMs }) => round(cpuMs, 1)).join(', ')}; slope ${round(
      endSlope(points, ({ cpuMs }) => cpuMs),
      2,
    )};`,
    `peak MB ${points.map(({ peakMb }) => Math.round(peakMb)).join(', ')}; slope ${round(
      endSlope(points, ({ peakMb }) => peakMb),
      2,
    )}`,
  );
}

const xLabels: Record<GrowthSeries['group'], string> = {
  elements: 'elements',
  text: 'characters',
  input: 'megapixels of the picture shown',
  output: 'megapixels of the output',
};
const titles: Record<GrowthSeries['group'], string> = {
  elements: 'Elements',
  text: 'Length of a text',
  input: 'Size of a picture',
  output: 'Size of the output',
};

function charts(yLabel: string, cost: (point: GrowthPoint) => number): Chart[] {
  return (['elements', 'text', 'input', 'output'] as const)
    .map((group) => ({
      title: titles[group],
      xLabel: xLabels[group],
      yLabel,
      lines: measured
        .filter((each) => each.group === group)
        .map(({ name, points }) => ({
          name: name.slice(name.indexOf(', ') + 2),
          points: points.map((point) => ({ x: point.amount, y: cost(point) })),
        })),
    }))
    .filter(({ lines }) => lines.length > 0);
}

await mkdir(imagesFolder, { recursive: true });
const timeCharts = drawCharts(charts('processor ms', ({ cpuMs }) => cpuMs));
await writeFile(path.join(imagesFolder, 'growth-render-time.svg'), timeCharts);
const memoryCharts = drawCharts(charts('peak MB', ({ peakMb }) => peakMb));
await writeFile(path.join(imagesFolder, 'growth-render-memory.svg'), memoryCharts);
const machine = { node: process.version, cores: availableParallelism() };
const series = measured.map(({ name, points }) => ({ name, points }));
await writeFile(resultsFile, `${JSON.stringify({ machine, series }, null, 2)}\n`);
