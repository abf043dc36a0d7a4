import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PackedResult } from '../../../src/render/job.ts';
import type { RendererPool, RendererPoolStats } from '../../../src/renderer/pool.ts';

/** As large as a card of 1200 × 630 pixels as JPEG. */
const fileBytes = 75_000;
/** As long as such a card takes. It costs no processor time. */
const renderMs = 8;

/**
 * Renderers that draw nothing: each answers with the same file, after the time of a render. Any number of
 * renders may be in progress, so that few processes can ask as much of the database as many.
 */
export function createStandInRenderers(processes: number): RendererPool {
  const data = randomBytes(fileBytes);
  let [rendering, rendered] = [0, 0];
  const render = async (): Promise<PackedResult> => {
    rendering += 1;
    await sleep(renderMs);
    rendering -= 1;
    rendered += 1;
    const times = { decode: 0, layout: 0, draw: renderMs, encode: 0 };
    return { data, width: 1_200, height: 630, warnings: [], times };
  };
  return {
    render,
    preview: render,
    checkRoom: () => undefined,
    isReady: () => true,
    stats(): RendererPoolStats {
      const queues = { queued: 0, batchQueued: 0, previewQueued: 0 };
      return { ...queues, processes, warm: processes, rendering, rendered, crashed: 0 };
    },
    close: () => Promise.resolve(),
  };
}
