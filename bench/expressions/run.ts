/**
 * CPU time of expressions: of each hostile one until it ends, and of ten ordinary ones in a render.
 *
 * All times are user CPU time, so that other processes hardly matter.
 */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import type { TemplateDocument } from '../../generated/template.ts';
import { bindTemplate } from '../../src/render/bind/bind-template.ts';
import { hostileExpressions } from '../../test/hostile/expressions.ts';
import { median, round } from '../shared/statistics.ts';
import type { Measurement } from './hostile.ts';

const child = path.join(import.meta.dirname, 'hostile.ts');

/** `--only TEXT`: the hostile expressions whose names contain it; `--rounds N`: of renders. */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { only: { type: 'string', default: '' }, rounds: { type: 'string', default: '15' } },
  });
  await measureHostile(values.only);
  measureBinding(Number(values.rounds));
}

async function measureHostile(only: string): Promise<void> {
  const rows: { name: string; steps: number; 'first ms': number; 'later ms': number; error: string }[] = [];
  for (const name of Object.keys(hostileExpressions).filter((each) => each.includes(only))) {
    const { stdout } = await promisify(execFile)(process.execPath, [child, name]);
    const { steps, firstMs, laterMs, error } = JSON.parse(stdout) as Measurement;
    rows.push({
      name,
      steps,
      'first ms': round(firstMs, 1),
      'later ms': round(laterMs, 1),
      error: error.slice(0, 40),
    });
  }
  console.table(rows.toSorted((a, b) => b['first ms'] - a['first ms']));
  const slowest = (key: 'first ms' | 'later ms') => Math.max(...rows.map((row) => row[key]));
  console.log(`slowest: ${slowest('first ms')} ms the first time, ${slowest('later ms')} ms later\n`);
}

const texts = [
  '{{ currency(price * 1.19, "EUR") }}',
  '{{ stock > 0 ? "In stock" : "Sold out" }}',
  '{{ date(day, "long") }}',
  '{{ date(day, {"day": "numeric", "month": "short"}) }}',
  '{{ plural(stock, {"one": "# seat", "other": "# seats"}) }}',
  '{{ percent(price / 100) }}',
  '{{ upper(title) }}',
  '{{ truncate(title, 12) }}',
  '{{ list(["a", "b", title]) }}',
  '{{ number(price * stock, {"maximumFractionDigits": 1}) }}',
];

function getDocument(texts: readonly string[]): TemplateDocument {
  return {
    schemaVersion: 1,
    name: 'Ten texts',
    viewport: { width: 400, height: 400 },
    variables: [
      { name: 'title', type: 'text' },
      { name: 'price', type: 'number' },
      { name: 'stock', type: 'number' },
      { name: 'day', type: 'date' },
    ],
    elements: texts.map((text, index) => ({
      type: 'text',
      id: `t${index}`,
      x: 0,
      y: 40 * index,
      width: 400,
      height: 40,
      text,
      fontSize: 20,
    })),
  };
}

const renders = 2_000;

/** What expressions add to a render: all of it is in the binding, before the render goes to a renderer. */
function measureBinding(rounds: number): void {
  const request = new Map(
    Object.entries({ title: 'A chair of oak', price: '49.5', stock: '3', day: '2026-03-12' }),
  );
  const documents = {
    'ten texts': getDocument(texts.map((_, index) => `Text ${index}`)),
    'ten variables': getDocument(texts.map(() => '{{title}}')),
    'ten expressions': getDocument(texts),
  };
  const bind = (document: TemplateDocument, times: number): number => {
    const start = process.cpuUsage();
    for (let index = 0; index < times; index += 1) bindTemplate(document, request);
    return process.cpuUsage(start).user / times;
  };
  const measured = Object.entries(documents).map(([name, document]) => ({
    name,
    document,
    first: bind(document, 1),
    later: [] as number[],
  }));
  for (let index = 0; index < rounds; index += 1)
    for (const { document, later } of measured) later.push(bind(document, renders));
  console.table(
    measured.map(({ name, first, later }) => ({
      'binding of': name,
      'first µs': round(first, 0),
      'later µs a render': round(median(later), 1),
    })),
  );
}
