/**
 * Draws the examples of Vega-Lite's gallery, and compares them with Vega's own SVG in Chromium. Writes all
 * pictures into `results/` beside the files, and the table of docs/charts.md with `--publish`.
 *
 *     npm run charts -- --files FOLDER --name bar
 *
 * The examples are not in this repository: FOLDER is a checkout of https://github.com/vega/vega-lite, of which
 * `site/_data/examples.json` and `examples/specs` are read. Their data come from `vega-datasets`.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { checkSpec } from '../../src/render/charts/check-spec.ts';
import { startChromium } from './chromium-charts.ts';
import { compareChart, type ChartComparison } from './compare-chart.ts';
import { inlineData } from './inline-data.ts';
import { publish } from './table.ts';

const { values } = parseArgs({
  options: {
    files: { type: 'string' },
    name: { type: 'string', default: '' },
    publish: { type: 'boolean', default: false },
  },
});
if (values.files === undefined) throw new Error('--files expects a checkout of vega/vega-lite.');
const folder = values.files;

type Gallery = Readonly<Record<string, Readonly<Record<string, readonly { readonly name: string }[]>>>>;

const gallery = JSON.parse(await readFile(path.join(folder, 'site/_data/examples.json'), 'utf8')) as Gallery;
const names = new Set(
  Object.values(gallery).flatMap((parts) =>
    Object.values(parts).flatMap((examples) => examples.map(({ name }) => name)),
  ),
);
const chromium = await startChromium();
const results = path.join(folder, 'results');
await mkdir(results, { recursive: true });
const rows: ChartComparison[] = [];
for (const name of [...names].toSorted()) {
  if (!name.includes(values.name)) continue;
  const text = await readFile(path.join(folder, 'examples/specs', `${name}.vl.json`), 'utf8');
  const spec = await inlineData(JSON.parse(text) as Record<string, unknown>);
  const [problem] = checkSpec(spec, new Set());
  const row: ChartComparison =
    problem === undefined
      ? await compareChart(name, spec, chromium, results)
      : { name, ssim: null, reason: `${problem.pointer}: ${problem.detail}` };
  rows.push(row);
  process.stdout.write(`${row.ssim?.toFixed(4) ?? 'refused'} ${name} ${row.reason ?? ''}\n`);
}
await chromium.close();
await writeFile(path.join(results, 'results.json'), JSON.stringify(rows, null, 2));
if (values.publish) await publish(rows);
