/**
 * What a chart adds to a render: a card with a chart beside the same card without it, as PNG and as PDF; and
 * how much of the chart's own time goes into compiling and parsing its specification.
 */
import { parseArgs } from 'node:util';
import type { TemplateDocument } from '../../generated/template.ts';
import { bindTemplate } from '../../src/render/bind/bind-template.ts';
import { runChart } from '../../src/render/charts/run-chart.ts';
import { vega, vegaLite } from '../../src/render/charts/vega.ts';
import { FontBook } from '../../src/render/fonts/font-book.ts';
import type { RenderJob } from '../../src/render/job.ts';
import type { SceneChart } from '../../src/render/scene/chart.ts';
import type { SceneElement } from '../../src/render/scene/elements.ts';
import { median, round as rounded } from '../shared/statistics.ts';
import { compareRenders } from './compare-renders.ts';

const spec = {
  mark: { type: 'bar', cornerRadiusEnd: 3 },
  data: { name: 'items' },
  encoding: {
    x: { field: 'name', type: 'nominal' },
    y: { field: 'price', type: 'quantitative' },
    color: { field: 'name', type: 'nominal' },
  },
};

function makeCard(hasChart: boolean): TemplateDocument {
  const chart = { type: 'chart', id: 'chart', x: 60, y: 160, width: 1080, height: 420, spec } as const;
  return {
    schemaVersion: 1,
    name: 'Card',
    viewport: { width: 1200, height: 630 },
    background: '#ffffff',
    variables: [
      { name: 'title', type: 'text' },
      {
        name: 'items',
        type: 'list',
        fields: [
          { name: 'name', type: 'text' },
          { name: 'price', type: 'number' },
        ],
      },
    ],
    elements: [
      { type: 'rect', id: 'band', x: 0, y: 0, width: 1200, height: 20, fill: '#35605a' },
      { type: 'text', id: 'title', x: 60, y: 50, width: 1080, height: 90, fontSize: 48, text: '{{title}}' },
      ...(hasChart ? [chart] : []),
    ],
  };
}

function getScene(hasChart: boolean, round: number) {
  const items = Array.from({ length: 8 }, (_, index) => ({
    name: `Item ${index}`,
    price: String(10 + ((index * 37 + round * 11) % 90)),
  }));
  const values = new Map([
    ['title', `Report ${round}`],
    ['items', JSON.stringify(items)],
  ]);
  return bindTemplate(makeCard(hasChart), values).scene;
}

function getJob(hasChart: boolean, format: 'png' | 'pdf') {
  return (round: number): RenderJob => ({
    scene: getScene(hasChart, round),
    assets: {},
    output: { format, dpi: 96, scale: 1, quality: 80 },
    imageMaxPixels: 50_000_000,
  });
}

/** `--rounds N`. */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { rounds: { type: 'string', default: '40' } },
  });
  const rounds = Number(values.rounds);
  await compareRenders(
    (['png', 'pdf'] as const).map((format) => [
      { name: `card, ${format}`, jobOf: getJob(false, format) },
      { name: `card with a chart, ${format}`, jobOf: getJob(true, format) },
    ]),
    rounds,
  );
  await measureParsing(rounds);
}

async function measureParsing(rounds: number): Promise<void> {
  const fonts = new FontBook();
  const isChart = (element: SceneElement): element is SceneChart => element.type === 'chart';
  const shares: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const chart = getScene(true, round).elements.find(isChart);
    if (chart === undefined) throw new Error('The scene has no chart.');
    const start = process.cpuUsage();
    await runChart(chart, fonts);
    const whole = process.cpuUsage(start);
    const again = process.cpuUsage();
    const compiled = vegaLite.compile({ ...chart.spec, datasets: chart.lists } as never);
    vega.parse(compiled.spec, undefined, { ast: true });
    const parsing = process.cpuUsage(again);
    shares.push((parsing.user + parsing.system) / (whole.user + whole.system));
  }
  console.log(`Compiling and parsing take ${rounded(100 * median(shares), 0)} % of a chart's layout.`);
}
