import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TemplateDocument } from '../../generated/template.ts';
import type { Answer } from '../../test/helpers/http.ts';
import { findMetrics, scrape } from '../../test/helpers/metrics.ts';
import { pauseRenderers } from '../../test/helpers/renderers.ts';
import type { Studio } from '../../test/helpers/studio.ts';

/** A page that takes a renderer some seconds. */
export const slowDocument: TemplateDocument = {
  schemaVersion: 1,
  name: 'Slow',
  viewport: { width: 2000, height: 2000 },
  elements: Array.from({ length: 3_000 }, (_, index) => ({
    type: 'ellipse',
    id: `e${index}`,
    x: 0,
    y: 0,
    width: 2000,
    height: 2000,
    blur: 40,
    fill: '#f008',
  })),
};

/** What a service needs for `untilPreviewing`. */
export const measured = { METRICS_PORT: '0' };

/** Waits until at least `min` and at most `max` previews are in progress or queued. */
export async function untilPreviewing({ service }: Studio, min = 1, max = Infinity): Promise<void> {
  const url = await findMetrics({ lines: service.logged });
  for (;;) {
    const samples = await scrape(url);
    const busy = samples.get('platen_renderer_processes{state="busy"}') ?? 0;
    const count = busy + (samples.get('platen_render_queue_depth_preview') ?? 0);
    if (count >= min && count <= max) return;
    await sleep(10);
  }
}

/** Runs `act` while every renderer is paused: previews stay in progress. */
export async function whilePaused<Result>(
  act: (renderers: ReturnType<typeof pauseRenderers>) => Promise<Result>,
): Promise<Result> {
  const paused = pauseRenderers();
  try {
    return await act(paused);
  } finally {
    paused.resume();
  }
}

/** Sends a preview and another one of the same tab. Returns the answer to the first, which is given up. */
export async function replacePreview(
  studio: Studio,
  preview: (json: object) => Promise<Answer>,
): Promise<Answer> {
  return await whilePaused(async ({ resume }) => {
    const older = preview({ tab: 'tab' });
    await untilPreviewing(studio);
    const newer = preview({ tab: 'tab' });
    // At once: the renderer is still paused.
    const answer = await older;
    resume();
    assert.equal((await newer).status, 200);
    return answer;
  });
}

/**
 * Fills the queue of an account's previews, and returns the answer to one more.
 *
 * @param preview sends a preview as somebody who has sent none before: the rate limit has room for all
 */
export async function oneTooMany(studio: Studio, preview: () => Promise<Answer>): Promise<Answer> {
  return await whilePaused(async ({ resume }) => {
    const waiting = Array.from({ length: 17 }, preview);
    await untilPreviewing(studio, waiting.length);
    const answer = await preview();
    resume();
    for (const each of waiting) assert.equal((await each).status, 200);
    return answer;
  });
}
