/**
 * What a process of its own adds to a render: `npm run bench:pool [-- --sample NAME --rounds N]`.
 *
 * Every round renders each format once in this process (`bare`) and once through a pool of one renderer process (`pool`), so
 * that both see the same machine. Times are medians in milliseconds; read the ratios, not the times.
 */
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import sharp from 'sharp';
import { createRenderMemory } from '../src/render/render-memory.ts';
import { FontBook } from '../src/render/fonts/font-book.ts';
import { ImageCache } from '../src/render/images/image-cache.ts';
import { startRendererPool } from '../src/render/pool/renderer-pool.ts';
import { renderScene } from '../src/render/render-scene.ts';
import type { OutputFormat } from '../src/render/scene.ts';
import { loadSample, quantile, round as rounded } from './sample.ts';

const { values } = parseArgs({
  options: {
    sample: { type: 'string', default: 'social-card' },
    rounds: { type: 'string', default: '30' },
  },
});
const rounds = Number(values.rounds);
const formats: readonly OutputFormat[] = ['png', 'jpeg', 'webp', 'pdf'];

const sample = await loadSample(values.sample);
const fonts = new FontBook();
const images = new ImageCache(128 * 1024 * 1024);
const memory = createRenderMemory();
sharp.concurrency(1);
const pool = await startRendererPool({
  processes: 1,
  queueLimit: 1,
  timeoutMs: 60_000,
  log: pino({ level: 'silent' }),
});

async function time(run: () => Promise<{ data: Uint8Array }>): Promise<{ ms: number; bytes: number }> {
  const start = performance.now();
  const { data } = await run();
  return { ms: performance.now() - start, bytes: data.byteLength };
}

const times = new Map(
  formats.map((format) => [format, { bare: [] as number[], pool: [] as number[], bytes: 0 }]),
);
for (let round = -2; round < rounds; round += 1) {
  for (const [format, row] of times) {
    const { job, files } = await sample.makeJob(format, round);
    const readBytes = (hash: string): Uint8Array => {
      const bytes = files.get(hash);
      if (!(bytes instanceof Uint8Array)) throw new Error(`no bytes of ${hash}`);
      return bytes;
    };
    const bare = await time(() => renderScene(job, readBytes, fonts, images, memory));
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
        'bare ms': rounded(quantile(row.bare, 0.5), 1),
        'bare p95': rounded(quantile(row.bare, 0.95), 1),
        'pool ms': rounded(quantile(row.pool, 0.5), 1),
        'pool : bare': rounded(quantile(row.pool, 0.5) / quantile(row.bare, 0.5), 2),
        'bare : fastest': rounded(quantile(row.bare, 0.5) / fastest, 2),
        kB: Math.round(row.bytes / 1000),
      },
    ]),
  ),
);
