/**
 * How the cost of a render grows with its template.
 *
 * Each point is measured in a process of its own, in CPU time of all threads. Prints for every series its
 * slope at the end: the power of the amount with which the cost grows between the last two points (1 is a
 * straight line).
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { rendererEnvironment, rendererFlags } from '../../src/renderer/flags.ts';
import { round } from '../shared/statistics.ts';
import { drawCharts, type Chart } from './chart.ts';
import type { GrowthPoint } from './render-point.ts';
import { renderSeries, type GrowthSeries } from './render-series.ts';

interface MeasuredSeries {
  readonly name: string;
  readonly points: readonly GrowthPoint[];
}

const here = import.meta.dirname;

const groups: Record<GrowthSeries['group'], { readonly title: string; readonly xLabel: string }> = {
  elements: { title: 'Elements', xLabel: 'elements' },
  text: { title: 'Length of a text', xLabel: 'characters' },
  input: { title: 'Size of an image', xLabel: 'megapixels of the image' },
  output: { title: 'Size of the output', xLabel: 'megapixels of the output' },
};

/**
 * `--only NAME` measures the series whose names contain it and takes the others from `renders.json`.
 * `--publish` writes `renders.json` and the charts in `docs/images`; `--out FOLDER` writes them into a
 * folder.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string' },
      out: { type: 'string' },
      publish: { type: 'boolean', default: false },
    },
  });
  const earlier = await readEarlier(path.join(values.out ?? here, 'renders.json'));
  const measured: MeasuredSeries[] = [];
  for (const [name, { amounts }] of Object.entries(renderSeries)) {
    if (values.only !== undefined && !name.includes(values.only)) {
      measured.push(...earlier.filter((each) => each.name === name));
      continue;
    }
    const points: GrowthPoint[] = [];
    for (const amount of amounts) points.push(await measurePoint(name, amount));
    measured.push({ name, points });
    const slope = (cost: (point: GrowthPoint) => number): number => round(endSlope(points, cost), 2);
    console.log(
      name.padEnd(24),
      `CPU ms ${points.map(({ cpuMs }) => round(cpuMs, 1)).join(', ')}; ` +
        `slope ${slope(({ cpuMs }) => cpuMs)};`,
      `peak MB ${points.map(({ peakMb }) => Math.round(peakMb)).join(', ')};`,
      `slope ${slope(({ peakMb }) => peakMb)}`,
    );
  }
  if (values.out !== undefined) await write(measured, values.out, values.out);
  if (values.publish) await write(measured, here, path.join(here, '../../docs/images'));
}

async function readEarlier(file: string): Promise<readonly MeasuredSeries[]> {
  if (!existsSync(file)) return [];
  return (JSON.parse(await readFile(file, 'utf8')) as { readonly series: readonly MeasuredSeries[] }).series;
}

async function measurePoint(name: string, amount: number): Promise<GrowthPoint> {
  const program = [...rendererFlags, path.join(here, 'render-point.ts'), name, String(amount)];
  const { stdout } = await promisify(execFile)(process.execPath, program, { env: rendererEnvironment });
  const { cpuMs, peakMb, fileKb } = JSON.parse(stdout) as GrowthPoint;
  return { amount, cpuMs: round(cpuMs, 2), peakMb: round(peakMb, 1), fileKb: round(fileKb, 1) };
}

/** The power of the amount with which a cost grows between the last two points. */
function endSlope(points: readonly GrowthPoint[], cost: (point: GrowthPoint) => number): number {
  const [before, last] = points.slice(-2);
  if (before === undefined || last === undefined) return NaN;
  return Math.log(cost(last) / cost(before)) / Math.log(last.amount / before.amount);
}

async function write(
  series: readonly MeasuredSeries[],
  resultsFolder: string,
  imagesFolder: string,
): Promise<void> {
  await mkdir(imagesFolder, { recursive: true });
  const time = drawCharts(makeCharts(series, 'CPU ms', ({ cpuMs }) => cpuMs));
  await writeFile(path.join(imagesFolder, 'growth-render-time.svg'), time);
  const memory = drawCharts(makeCharts(series, 'peak MB', ({ peakMb }) => peakMb));
  await writeFile(path.join(imagesFolder, 'growth-render-memory.svg'), memory);
  const machine = { node: process.version, cores: availableParallelism() };
  const json = `${JSON.stringify({ machine, series }, null, 2)}\n`;
  await writeFile(path.join(resultsFolder, 'renders.json'), json);
}

function makeCharts(
  series: readonly MeasuredSeries[],
  yLabel: string,
  cost: (point: GrowthPoint) => number,
): Chart[] {
  return Object.entries(groups)
    .map(([group, { title, xLabel }]) => ({
      title,
      xLabel,
      yLabel,
      lines: series
        .filter(({ name }) => renderSeries[name]?.group === group)
        .map(({ name, points }) => ({
          name: name.slice(name.indexOf(', ') + 2),
          points: points.map((point) => ({ x: point.amount, y: cost(point) })),
        })),
    }))
    .filter(({ lines }) => lines.length > 0);
}
