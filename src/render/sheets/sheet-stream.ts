import { WorkerThread } from '../../async/worker-thread.ts';
import type { SheetDocumentSettings } from './sheet-document.ts';

/** What the thread is asked for: to begin, to place a page, to end. */
export type SheetCall =
  | { readonly settings: SheetDocumentSettings }
  | { readonly page: Uint8Array; readonly copies: number }
  | { readonly end: true };

/** A file that goes on sheets, and in how many cells. */
export interface SheetPage {
  readonly file: Uint8Array;
  readonly copies: number;
}

/** The heap of the thread: the fonts of all pages, and the largest page. */
const maxHeapMb = 384;

/**
 * Lays PDF pages out on sheets, as `SheetDocument`, in a thread of its own: reading a page takes milliseconds
 * in which no request would be answered. A part of the file is made when it is asked for.
 */
export async function* streamSheets(
  pages: AsyncIterable<SheetPage>,
  settings: SheetDocumentSettings,
): AsyncGenerator<Uint8Array> {
  const thread = new WorkerThread<SheetCall, Uint8Array[]>(new URL('./sheet-thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
  });
  try {
    await thread.call({ settings });
    for await (const { file, copies } of pages) yield* await thread.call({ page: file, copies });
    yield* await thread.call({ end: true });
  } finally {
    await thread.end();
  }
}
