/** A few charts beside Vega's own SVG in Chromium; `npm run charts` compares the whole gallery. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { startChromium, type ChromiumCharts } from './chromium-charts.ts';
import { compareChart } from './compare-chart.ts';

const minSimilarity = 0.98;

const regions = ['North', 'South', 'West'];
const sales = Array.from({ length: 18 }, (_, index) => ({
  month: `2026-${String(Math.floor(index / 3) + 1).padStart(2, '0')}-01`,
  region: regions[index % 3],
  amount: 20 + ((index * 37) % 61),
  orders: 3 + ((index * 13) % 17),
}));
const data = { values: sales };
const amount = { field: 'amount', type: 'quantitative' };
const region = { field: 'region', type: 'nominal' };

const specs: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'bars with labels': {
    data: { values: sales.slice(0, 3) },
    width: 240,
    height: 160,
    title: 'Sales by region',
    encoding: { x: region, y: amount },
    layer: [
      { mark: { type: 'bar', cornerRadiusEnd: 4 } },
      { mark: { type: 'text', dy: -8 }, encoding: { text: amount } },
    ],
  },
  'stacked bars with a legend': {
    data,
    width: 300,
    height: 160,
    mark: 'bar',
    encoding: { x: { field: 'month', type: 'ordinal', timeUnit: 'month' }, y: amount, color: region },
  },
  'lines over time': {
    data,
    width: 300,
    height: 160,
    mark: { type: 'line', point: true, interpolate: 'monotone' },
    encoding: { x: { field: 'month', type: 'temporal' }, y: amount, color: region, strokeDash: region },
  },
  'points with sizes and a gradient': {
    data,
    width: 240,
    height: 180,
    mark: { type: 'point', filled: true, opacity: 0.7 },
    encoding: {
      x: { field: 'orders', type: 'quantitative' },
      y: amount,
      size: amount,
      color: { ...amount, scale: { scheme: 'viridis' } },
    },
  },
  'rings beside one another': {
    data,
    width: 110,
    height: 110,
    mark: { type: 'arc', innerRadius: 20, padAngle: 0.02 },
    encoding: {
      theta: { ...amount, aggregate: 'sum' },
      color: region,
      column: { field: 'month', type: 'ordinal', timeUnit: 'quarter' },
    },
  },
};

describe('charts are drawn as Vega draws them', { timeout: 120_000 }, () => {
  let folder: string;
  let chromium: ChromiumCharts;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'platen-charts-'));
    chromium = await startChromium();
    // The first chart of a process loads Vega, which takes long on a busy machine.
    await compareChart('first', { data, mark: 'point', encoding: { y: amount } }, chromium, folder);
  });
  after(async () => {
    await chromium.close();
    await rm(folder, { recursive: true });
  });

  for (const [name, spec] of Object.entries(specs)) {
    test(name, async () => {
      const { ssim, reason } = await compareChart(name, spec, chromium, folder);
      assert.ok(ssim !== null && ssim >= minSimilarity, reason ?? `the similarity is ${ssim}`);
    });
  }
});
