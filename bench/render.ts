/**
 * What a render costs, side by side in one run: `npm run bench [-- --sample NAME --rounds N]`.
 *
 * Every round renders each format once in this process (`bare`) and once through a pool of one renderer process (`pool`), so
 * that both see the same machine. Times are medians in milliseconds; read the ratios, not the times.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import sharp from 'sharp';
import type { TemplateDocument } from '../generated/template.ts';
import { readTemplate } from '../src/cli/read-template.ts';
import { findTemplateFile } from '../src/domain/template-folder.ts';
import { checkVariables } from '../src/domain/variables.ts';
import { collectAssets } from '../src/render/assets.ts';
import { bindTemplate } from '../src/render/bind.ts';
import { FontBook } from '../src/render/fonts/font-book.ts';
import { ImageCache } from '../src/render/images/image-cache.ts';
import { startRendererPool } from '../src/render/pool/renderer-pool.ts';
import { renderScene } from '../src/render/render-scene.ts';
import type { OutputFormat, RenderJob } from '../src/render/scene.ts';

const { values } = parseArgs({
  options: {
    sample: { type: 'string', default: 'social-card' },
    rounds: { type: 'string', default: '30' },
  },
});
const rounds = Number(values.rounds);
const formats: readonly OutputFormat[] = ['png', 'jpeg', 'webp', 'pdf'];

const place = path.join(import.meta.dirname, '..', 'samples', values.sample);
const folder = await readTemplate(place);
const document = JSON.parse(await readFile(path.join(place, 'template.json'), 'utf8')) as TemplateDocument;
const example = JSON.parse(await readFile(path.join(place, 'example.json'), 'utf8')) as Record<
  string,
  string
>;
const fonts = new FontBook();
const images = new ImageCache(192 * 1024 * 1024);
sharp.concurrency(1);
const pool = await startRendererPool({
  processes: 1,
  queueLimit: 1,
  timeoutMs: 60_000,
  log: pino({ level: 'silent' }),
});

/** A job whose first text variable is new each time, so that nothing but files can be kept between renders. */
async function makeJob(format: OutputFormat, round: number) {
  const checked = checkVariables(document, exampleValues(round));
  if (!checked.ok) throw new Error(checked.problems.map(({ detail }) => detail).join(' '));
  const bound = bindTemplate(document, checked.values, {});
  const { assets, files } = await collectAssets(bound, {
    readTemplateFile: (file) => Promise.resolve(findTemplateFile(folder, file)),
    fetchImage: () => Promise.reject(new Error('A benchmark fetches nothing.')),
    maxImageBytes: 20 * 1024 * 1024,
  });
  const job: RenderJob = {
    scene: bound.scene,
    assets,
    output: { format, dpi: document.viewportExportDpi ?? 96, scale: 1, quality: 80 },
    imageMaxPixels: 50_000_000,
  };
  return { job, files };
}

function exampleValues(round: number): Record<string, string> {
  const text = document.variables?.find(({ type, name }) => type === 'text' && name in example);
  return text === undefined ? example : { ...example, [text.name]: `${example[text.name]} ${round}` };
}

async function time(run: () => Promise<{ data: Uint8Array }>): Promise<{ ms: number; bytes: number }> {
  const start = performance.now();
  const { data } = await run();
  return { ms: performance.now() - start, bytes: data.byteLength };
}

function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

const times = new Map(
  formats.map((format) => [format, { bare: [] as number[], pool: [] as number[], bytes: 0 }]),
);
for (let round = -2; round < rounds; round += 1) {
  for (const [format, row] of times) {
    const { job, files } = await makeJob(format, round);
    const readBytes = (hash: string): Uint8Array => {
      const bytes = files.get(hash);
      if (!(bytes instanceof Uint8Array)) throw new Error(`no bytes of ${hash}`);
      return bytes;
    };
    const bare = await time(() => renderScene(job, readBytes, fonts, images));
    const pooled = await time(() => pool.render(job, files));
    if (round < 0) continue;
    row.bare.push(bare.ms);
    row.pool.push(pooled.ms);
    row.bytes = pooled.bytes;
  }
}
await pool.close();

const fastest = Math.min(...[...times.values()].map(({ bare }) => quantile(bare, 0.5)));
console.log(`${values.sample}, ${rounds} rounds`);
console.table(
  Object.fromEntries(
    [...times].map(([format, row]) => [
      format,
      {
        'bare ms': Number(quantile(row.bare, 0.5).toFixed(1)),
        'bare p95': Number(quantile(row.bare, 0.95).toFixed(1)),
        'pool ms': Number(quantile(row.pool, 0.5).toFixed(1)),
        'pool : bare': Number((quantile(row.pool, 0.5) / quantile(row.bare, 0.5)).toFixed(2)),
        'bare : fastest': Number((quantile(row.bare, 0.5) / fastest).toFixed(2)),
        kB: Math.round(row.bytes / 1000),
      },
    ]),
  ),
);
