/**
 * The main file of a renderer process, the only place that draws. It does one task at a time and caches
 * decoded files for the next one. If it crashes, hangs or takes too much memory, only that task is lost.
 */
import sharp from 'sharp';
import { freeMemory } from '../render/free-memory.ts';
import { FontBook } from '../render/fonts/font-book.ts';
import { ImageCache } from '../render/images/image-cache.ts';
import { createRenderCaches } from '../render/render-caches.ts';
import { unpackJob } from '../render/pack-scene.ts';
import { renderScene } from '../render/pipeline.ts';
import { writeReportAsJson } from '../render/written-report.ts';
import { FileCache } from './file-cache.ts';
import { answer, endWithParent, onPlaced, rss, send } from './answers.ts';
import type { RenderTask, ToRenderer } from './messages.ts';
import { putIntoResultFile } from './results.ts';
import { warmUp } from './warm-up.ts';

const mebibyte = 1024 * 1024;
const cachedFileBytes = 64 * mebibyte;
const cachedPixelBytes = 128 * mebibyte;

const fonts = new FontBook();
const images = new ImageCache(cachedPixelBytes);
const caches = createRenderCaches();
const files = new FileCache(cachedFileBytes);

/** The task that waits for its files. */
let pending: { readonly missing: ReadonlySet<string>; readonly task: RenderTask } | null = null;

function start(task: RenderTask): void {
  const hashes = Object.values(task.job.assets).map(({ hash }) => hash);
  const missing = files.startTask(hashes);
  if (missing.length === 0) return render(task);
  pending = { missing: new Set(missing), task };
  send({ type: 'need', hashes: missing });
}

function receive(message: ToRenderer): void {
  if (message.type === 'task') {
    if (message.task.type === 'render') start(message.task);
    return;
  }
  const waited = pending;
  if (waited === null) return;
  pending = null;
  if (message.type === 'drop') {
    files.finishTask();
    send({ type: 'dropped', rssBytes: rss() });
    return;
  }
  for (const [hash, bytes] of message.files) if (waited.missing.has(hash)) files.add(hash, bytes);
  render(waited.task);
}

function render({ job }: RenderTask): void {
  answer(async () => {
    try {
      const readFile = (hash: string) => files.bytes(hash);
      const { report, ...rest } = await renderScene(
        unpackJob(job),
        readFile,
        fonts,
        images,
        caches,
        onPlaced,
      );
      const result = report === undefined ? rest : { ...rest, report: writeReportAsJson(report) };
      const { data } = result;
      const fileBytes = data.byteLength;
      if (!putIntoResultFile(data)) return { type: 'rendered', result, rssBytes: rss() };
      freeMemory(data);
      return { type: 'rendered', result: { ...result, data: new Uint8Array() }, fileBytes, rssBytes: rss() };
    } finally {
      files.finishTask();
    }
  });
}

// The sandbox has no network. With `fetch`, Yoga decodes its module by it, and Node loads undici: 8 MB a
// process, and an eighth of the processor time of its start.
Reflect.deleteProperty(globalThis, 'fetch');
endWithParent();
sharp.concurrency(1);
await warmUp(fonts, images);
process.on('message', receive);
send({ type: 'ready' });
