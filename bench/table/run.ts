/**
 * A table of 500 rows and 5 columns in pages that flow, as a PDF, beside the same rows as a layout that is
 * repeated; and the CPU time and peak memory of a table of 5,000 rows.
 *
 * Times are from values to the file: `CPU ms` of this process with all its threads, `ms` on the clock. The
 * table and the repeat take turns.
 */
import { parseArgs } from 'node:util';
import type { TemplateDocument } from '../../generated/template.ts';
import { bindTemplate } from '../../src/render/bind/bind-template.ts';
import { createPipeline } from '../shared/pipeline.ts';
import { ownCpuMs } from '../shared/processes.ts';
import { median, round as rounded } from '../shared/statistics.ts';

const warmUpRounds = 4;
const formats = ['text', 'text', 'text', 'currency', 'currency'] as const;

/** `--rounds N` of both, `--rows N` of them, `--many N` rows of the last table. */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string', default: '20' },
      rows: { type: 'string', default: '500' },
      many: { type: 'string', default: '5000' },
    },
  });
  const rows = entries(Number(values.rows));
  const kinds = [
    { name: 'table', document: getDocument(table), cpuMs: [] as number[], ms: [] as number[], bytes: 0 },
    { name: 'repeat', document: getDocument(repeated), cpuMs: [] as number[], ms: [] as number[], bytes: 0 },
  ];
  const pipeline = createPipeline({ caches: true });
  const render = async (document: TemplateDocument, items: Entries) =>
    await pipeline({ job: getJob(document, items), files: new Map() });
  for (let round = -warmUpRounds; round < Number(values.rounds); round += 1) {
    for (const kind of kinds) {
      const [before, startedAt] = [ownCpuMs(), performance.now()];
      kind.bytes = (await render(kind.document, rows)).length;
      if (round < 0) continue;
      kind.ms.push(performance.now() - startedAt);
      kind.cpuMs.push(ownCpuMs() - before);
    }
  }
  const base = median(kinds[1]!.cpuMs);
  console.log(`${rows.length} rows of ${formats.length} columns, ${values.rounds} rounds`);
  console.table(
    kinds.map(({ name, cpuMs, ms, bytes }) => ({
      rows: name,
      'CPU ms': rounded(median(cpuMs), 1),
      'of the repeat': rounded(median(cpuMs) / base, 2),
      ms: rounded(median(ms), 1),
      kB: rounded(bytes / 1000, 1),
    })),
  );
  const before = ownCpuMs();
  const many = entries(Number(values.many));
  const { length } = await render(getDocument(table), many);
  const peakMB = process.resourceUsage().maxRSS / 1000;
  console.log(
    `${many.length} rows: ${rounded(ownCpuMs() - before, 0)} CPU ms, ${rounded(length / 1e6, 2)} MB, ` +
      `${rounded(peakMB, 0)} MB of memory at most`,
  );
}

type Entries = readonly Readonly<Record<string, string>>[];

function entries(count: number): Entries {
  return Array.from({ length: count }, (_, index) => ({
    name: `Part ${index} in steel`,
    quantity: `${1 + (index % 9)}`,
    price: `${(index % 400) + 0.9}`,
  }));
}

function getJob(document: TemplateDocument, items: Entries) {
  const { scene } = bindTemplate(document, new Map([['items', items]]));
  const output = { format: 'pdf', dpi: 150, scale: 1, quality: 90 } as const;
  return { scene, assets: {}, output, imageMaxPixels: 1_000_000 };
}

/** An A4 page that flows, with a header and a footer. */
function getDocument(elements: readonly object[]): TemplateDocument {
  const edge = (id: string, text: string) => ({
    type: 'group',
    id,
    height: 60,
    elements: [{ type: 'text', id: `${id} text`, x: 40, y: 20, width: 500, height: 20, text, fontSize: 11 }],
  });
  return {
    schemaVersion: 1,
    name: 'Rows',
    viewport: { width: 794, height: 1123 },
    language: 'en',
    background: '#fff',
    variables: [
      {
        name: 'items',
        type: 'list',
        fields: [
          { name: 'name', type: 'text' },
          { name: 'quantity', type: 'number' },
          { name: 'price', type: 'number' },
        ],
      },
    ],
    pages: [
      {
        id: 'sheet',
        flow: true,
        layout: { direction: 'column', padding: [0, 40] },
        elements,
        header: edge('head', 'Parts'),
        footer: edge('foot', 'Page {{ page }} of {{ pages }}'),
      },
    ],
  } as unknown as TemplateDocument;
}

const columns = [
  { header: 'No.', value: '{{ i + 1 }}', width: 60, align: 'right' },
  { header: 'Article', value: '{{ item.name }}', width: 'fill', align: 'left' },
  { header: 'Qty', value: '{{ item.quantity }}', width: 70, align: 'right' },
  { header: 'Price', value: '{{ item.price }}', width: 110, align: 'right' },
  { header: 'Amount', value: '{{ item.quantity * item.price }}', width: 110, align: 'right' },
];

const table = [
  {
    type: 'table',
    id: 'lines',
    width: 'fill',
    rows: '{{ items }}',
    index: 'i',
    columns: columns.map((column, index) => ({
      ...column,
      ...(formats[index] === 'currency' ? { format: { style: 'currency', currency: 'EUR' } } : {}),
    })),
    body: { fontSize: 11, padding: [3, 8] },
  },
];

/** The same rows and texts, each in a row layout. */
const repeated = [getRow('header', 600), getRow('value', 400)];

function getRow(key: 'header' | 'value', fontWeight: number): object {
  const text = (index: number) => {
    const given = columns[index]![key];
    if (key === 'header' || formats[index] !== 'currency') return given;
    return `{{ currency(${given.slice(2, -2).trim()}, "EUR") }}`;
  };
  return {
    type: 'group',
    id: key,
    width: 'fill',
    height: 'hug',
    layout: { direction: 'row' },
    ...(key === 'value' ? { repeat: { each: '{{ items }}', index: 'i' } } : {}),
    elements: columns.map(({ width, align }, index) => ({
      type: 'group',
      id: `${key} ${index}`,
      width,
      height: 'hug',
      layout: { direction: 'column', padding: [3, 8] },
      elements: [
        {
          type: 'text',
          id: `${key} text ${index}`,
          width: 'fill',
          height: 'hug',
          fontSize: 11,
          align,
          fontWeight,
          text: text(index),
        },
      ],
    })),
  };
}
