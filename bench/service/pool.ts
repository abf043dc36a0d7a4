/**
 * What a renderer process adds to a render.
 *
 * Every round renders each format once in this process (`bare`) and once through a pool of one renderer
 * process (`pool`), so that both see the same machine. Times are medians in milliseconds; read the ratios.
 */
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import type { OutputFormat } from '../../src/render/job.ts';
import { startRendererPool } from '../../src/renderer/pool.ts';
import { createPipeline } from '../shared/pipeline.ts';
import { loadSample } from '../shared/sample.ts';
import { median, quantile, round as rounded } from '../shared/statistics.ts';

const formats: readonly OutputFormat[] = ['png', 'jpeg', 'webp', 'avif', 'svg', 'pdf'];
const warmUpRounds = 2;

export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      sample: { type: 'string', default: 'social-card' },
      rounds: { type: 'string', default: '30' },
    },
  });
  const rounds = Number(values.rounds);
  const sample = await loadSample(values.sample);
  const renderBare = createPipeline({ caches: true });
  const pool = await startRendererPool({
    processes: 1,
    queueLimit: 1,
    timeoutMs: 60_000,
    log: pino({ level: 'silent' }),
  });
  const series = formats.map((format) => ({ format, bare: [] as number[], pool: [] as number[], bytes: 0 }));
  try {
    for (let round = -warmUpRounds; round < rounds; round += 1) {
      for (const row of series) {
        const made = await sample.makeJob(row.format, round);
        const bare = await time(() => renderBare(made));
        const pooled = await time(async () => (await pool.render(made.job, made.files)).data);
        if (round < 0) continue;
        row.bare.push(bare.ms);
        row.pool.push(pooled.ms);
        row.bytes = pooled.bytes;
      }
    }
  } finally {
    await pool.close();
  }
  const fastest = Math.min(...series.map(({ bare }) => median(bare)));
  const rows = series.map(({ format, bare, pool: pooled, bytes }) => [
    format,
    {
      'bare ms': rounded(median(bare), 1),
      'bare p95': rounded(quantile(bare, 0.95), 1),
      'pool ms': rounded(median(pooled), 1),
      'pool : bare': rounded(median(pooled) / median(bare), 2),
      'bare : fastest': rounded(median(bare) / fastest, 2),
      kB: Math.round(bytes / 1000),
    },
  ]);
  console.log(`${values.sample}, ${rounds} rounds`);
  console.table(Object.fromEntries(rows));
}

async function time(render: () => Promise<Uint8Array>): Promise<{ ms: number; bytes: number }> {
  const start = performance.now();
  const { byteLength: bytes } = await render();
  return { ms: performance.now() - start, bytes };
}
