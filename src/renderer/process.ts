/**
 * The main file of a renderer process, the only place that decodes foreign files and draws. It does one task
 * at a time and caches decoded files for the next one. If it crashes, hangs or takes too much memory, only
 * that task is lost.
 */
import sharp from 'sharp';
import { freeMemory } from '../render/free-memory.ts';
import { RenderInputError } from '../render/errors.ts';
import { FontBook } from '../render/fonts/font-book.ts';
import { ImageCache } from '../render/images/image-cache.ts';
import { createRenderCaches } from '../render/render-caches.ts';
import { renderScene } from '../render/pipeline.ts';
import { convertPicture } from './picture-conversion.ts';
import { checkFile } from './decode-check.ts';
import { FileCache } from './file-cache.ts';
import type { FromRenderer, RendererTask, ToRenderer } from './messages.ts';
import { OldGarbage } from './memory.ts';
import { putIntoResultFile } from './results.ts';
import { warmUp } from './warm-up.ts';

const mebibyte = 1024 * 1024;
const cachedFileBytes = 64 * mebibyte;
const cachedPixelBytes = 128 * mebibyte;

const fonts = new FontBook();
const images = new ImageCache(cachedPixelBytes);
const caches = createRenderCaches();
const files = new FileCache(cachedFileBytes);
// `gc` exists with the flag of rendererFlags only.
const garbage = new OldGarbage(() => void globalThis.gc?.());

/** The task that waits for its files. */
let pending: { readonly missing: ReadonlySet<string>; readonly task: RenderTask } | null = null;

type RenderTask = Extract<RendererTask, { readonly type: 'render' }>;

function send(message: FromRenderer): void {
  // Without a pool, `disconnect` ends this process.
  if (process.connected) process.send?.(message);
  // The message holds a copy.
  if (message.type === 'rendered') freeMemory(message.result.data);
}

function start(task: RendererTask): void {
  if (task.type === 'check') {
    const { file } = task;
    answer(async () => ({ type: 'checked', problem: await checkFile(file), rssBytes: rss() }));
    return;
  }
  if (task.type === 'convert') {
    const { picture } = task;
    answer(async () => ({
      type: 'converted',
      converted: await convertPicture(picture),
      rssBytes: rss(),
    }));
    return;
  }
  const hashes = Object.values(task.job.assets).map(({ hash }) => hash);
  const missing = files.startTask(hashes);
  if (missing.length === 0) return render(task);
  pending = { missing: new Set(missing), task };
  send({ type: 'need', hashes: missing });
}

function receive(message: ToRenderer): void {
  if (message.type === 'task') return start(message.task);
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
      const result = await renderScene(job, (hash) => files.bytes(hash), fonts, images, caches);
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

/**
 * Runs a task and sends its answer. It starts in a new macrotask: canvas memory is freed between two turns of
 * the event loop.
 */
function answer(run: () => Promise<FromRenderer>): void {
  setImmediate(() => {
    run()
      .then(send, (error: unknown) => send(describeFailure(error)))
      // After the answer has been sent.
      .finally(() => setImmediate(() => garbage.collectIfDue()));
  });
}

function describeFailure(error: unknown): FromRenderer {
  if (error instanceof RenderInputError) {
    const { kind, variable, reason, message } = error;
    return { type: 'refused', error: { kind, variable, reason, message: message.trim() }, rssBytes: rss() };
  }
  // The stack without the message, which may quote a variable's value: the pool logs this.
  const frames =
    error instanceof Error ? (error.stack ?? '').split('\n').filter((line) => /^\s+at /u.test(line)) : [];
  const name = error instanceof Error ? error.name : typeof error;
  return { type: 'failed', detail: [name, ...frames.slice(0, 8)].join('\n'), rssBytes: rss() };
}

function rss(): number {
  return process.memoryUsage.rss();
}

// Ctrl-C in a terminal reaches every process of the group; the pool decides when renderers end.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
process.on('disconnect', () => process.exit(0));

sharp.concurrency(1);
await warmUp(fonts, images);
process.on('message', receive);
send({ type: 'ready' });
