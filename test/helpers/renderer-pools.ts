/** Pools of renderers, and jobs that take them some time. */
import { pino } from 'pino';
import { bindTemplate } from '../../src/render/bind/bind-template.ts';
import type { RenderJob } from '../../src/render/job.ts';
import { startRendererPool, type RendererPool, type RendererPoolOptions } from '../../src/renderer/pool.ts';
import { waitUntil } from './wait-until.ts';

/** A job that takes the longer, the more blurred layers it has. */
export function blurredJob(layers: number): RenderJob {
  const side = layers === 0 ? 20 : 2000;
  const { scene } = bindTemplate(
    {
      schemaVersion: 1,
      name: 'job',
      viewport: { width: side, height: side },
      elements: Array.from({ length: layers }, (_, index) => ({
        type: 'ellipse' as const,
        id: `e${index}`,
        x: 0,
        y: 0,
        width: 2000,
        height: 2000,
        blur: 40,
        fill: '#f008',
      })),
    },
    new Map(),
  );
  const output = { format: 'png', dpi: 96, scale: 1, quality: 80 } as const;
  return { scene, assets: {}, output, imageMaxPixels: 1e6 };
}

/** Runs a function with a pool all of whose processes are warm. */
export async function withWarmPool(
  options: Partial<RendererPoolOptions> & Pick<RendererPoolOptions, 'processes' | 'queueLimit'>,
  use: (pool: RendererPool) => Promise<void>,
): Promise<void> {
  const pool = await startRendererPool({ timeoutMs: 60_000, log: pino({ level: 'silent' }), ...options });
  try {
    await waitUntil(() => pool.stats().warm >= pool.stats().processes);
    await use(pool);
  } finally {
    await pool.close();
  }
}
