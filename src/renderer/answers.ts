/** What the main files of all renderer processes share: how a task is run and answered, and when they end. */
import { freeMemory } from '../render/free-memory.ts';
import { RenderInputError } from '../render/errors.ts';
import { OldGarbage } from './memory.ts';
import type { FromRenderer } from './messages.ts';

// `gc` exists with the flag of rendererFlags only.
const garbage = new OldGarbage(() => void globalThis.gc?.());

/** After this time without a task, the garbage of large ones is collected as well. */
const maxIdleMs = 5_000;
let idleTimer: NodeJS.Timeout | undefined;

/** Sends a message to the parent. */
export function send(message: FromRenderer): void {
  // Without a parent, `disconnect` ends this process.
  if (process.connected) process.send?.(message);
  // The message holds a copy.
  if (message.type === 'rendered') freeMemory(message.result.data);
}

/**
 * Runs a task and sends its answer. It starts in a new macrotask: canvas memory is freed between two turns of
 * the event loop.
 */
export function answer(run: () => Promise<FromRenderer>): void {
  clearTimeout(idleTimer);
  setImmediate(() => {
    void run()
      .catch(describeFailure)
      .then((message) => {
        const pages = message.type === 'rendered' ? message.result.pageCount : 1;
        send(message);
        // After the answer has been sent.
        setImmediate(() => rest(pages));
      });
  });
}

/** Once all pages of a document are placed. */
export function onPlaced(pages: number): void {
  garbage.collectPlaced(pages);
}

function rest(pages: number | undefined): void {
  garbage.collectIfDue(pages);
  clearTimeout(idleTimer);
  idleTimer = setTimeout(() => garbage.collectIdle(), maxIdleMs);
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

/** Resident memory of this process, in bytes. */
export function rss(): number {
  return process.memoryUsage.rss();
}

/** Leaves the end of this process to its parent. */
export function endWithParent(): void {
  // Ctrl-C in a terminal reaches every process of the group; the parent decides when renderers end.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => undefined);
  process.on('disconnect', () => process.exit(0));
}
