/**
 * A renderer process: the only place where files that others made are decoded and where pictures are drawn. It does one task
 * at a time, keeps what it decoded for the next one, and may crash, hang or swell without harm to anything but that task.
 */
import sharp from 'sharp';
import { freeMemory } from '../../free-memory.ts';
import { RenderInputError } from '../errors.ts';
import { FontBook } from '../fonts/font-book.ts';
import { ImageCache } from '../images/image-cache.ts';
import { createRenderMemory } from '../render-memory.ts';
import { renderScene } from '../render-scene.ts';
import { checkFile } from './check-file.ts';
import { FileStore } from './file-store.ts';
import type { FromRenderer, RendererTask, ToRenderer } from './messages.ts';
import { OldGarbage } from './old-garbage.ts';
import { putIntoResultFile } from './result-file.ts';
import { warmUp } from './warm-up.ts';
import { writeResult } from './write-result.ts';

const mebibyte = 1024 * 1024;
const keptFileBytes = 64 * mebibyte;
const keptPixelBytes = 128 * mebibyte;

const fonts = new FontBook();
const images = new ImageCache(keptPixelBytes);
const memory = createRenderMemory();
const files = new FileStore(keptFileBytes);
// Nothing without the flag that the pool starts renderers with.
const garbage = new OldGarbage(() => void globalThis.gc?.());

/** Set while a task waits for its files. */
let waiting: { readonly missing: ReadonlySet<string>; readonly task: RenderTask } | null = null;

type RenderTask = Extract<RendererTask, { readonly type: 'render' }>;

function send(message: FromRenderer): void {
  // Gone together with the pool: `disconnect` ends this process.
  if (process.connected) process.send?.(message);
  // A copy is on its way, of a result that travels in its message.
  if (message.type === 'rendered') freeMemory(message.result.data);
}

function take(task: RendererTask): void {
  if (task.type === 'check') {
    const { file } = task;
    answer(async () => ({ type: 'checked', problem: await checkFile(file), rssBytes: rss() }));
    return;
  }
  const hashes = Object.values(task.job.assets).map(({ hash }) => hash);
  const missing = files.begin(hashes);
  if (missing.length === 0) return render(task);
  waiting = { missing: new Set(missing), task };
  send({ type: 'need', hashes: missing });
}

function receive(message: ToRenderer): void {
  if (message.type === 'task') return take(message.task);
  const waited = waiting;
  if (waited === null) return;
  waiting = null;
  if (message.type === 'drop') {
    files.end();
    send({ type: 'dropped', rssBytes: rss() });
    return;
  }
  for (const [hash, bytes] of message.files) if (waited.missing.has(hash)) files.add(hash, bytes);
  render(waited.task);
}

function render({ job, path }: RenderTask): void {
  answer(async () => {
    try {
      const result = await renderScene(job, (hash) => files.bytes(hash), fonts, images, memory);
      if (path !== undefined) return { type: 'rendered', result: writeResult(path, result), rssBytes: rss() };
      const { data } = result;
      const fileBytes = data.byteLength;
      if (!putIntoResultFile(data)) return { type: 'rendered', result, rssBytes: rss() };
      freeMemory(data);
      return { type: 'rendered', result: { ...result, data: new Uint8Array() }, fileBytes, rssBytes: rss() };
    } finally {
      files.end();
    }
  });
}

/** Runs a task to its answer. A macrotask first: canvas memory is only given back between two turns of the event loop. */
function answer(run: () => Promise<FromRenderer>): void {
  setImmediate(() => {
    run()
      .then(send, (error: unknown) => send(describeFailure(error)))
      // Once the answer is on its way.
      .finally(() => setImmediate(() => garbage.collectIfDue()));
  });
}

function describeFailure(error: unknown): FromRenderer {
  if (error instanceof RenderInputError) {
    const { kind, variable, reason, message } = error;
    return { type: 'refused', error: { kind, variable, reason, message: message.trim() }, rssBytes: rss() };
  }
  // The stack without its message: that may quote a variable's value, and the pool logs this.
  const place =
    error instanceof Error ? (error.stack ?? '').split('\n').filter((line) => /^\s+at /u.test(line)) : [];
  const name = error instanceof Error ? error.name : typeof error;
  return { type: 'failed', detail: [name, ...place.slice(0, 8)].join('\n'), rssBytes: rss() };
}

function rss(): number {
  return process.memoryUsage.rss();
}

// A terminal's Ctrl-C reaches every process of the group; renders under way are the pool's to finish or end.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
process.on('disconnect', () => process.exit(0));

sharp.concurrency(1);
await warmUp(fonts, images);
process.on('message', receive);
send({ type: 'ready' });
