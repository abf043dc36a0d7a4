import { Readable } from 'node:stream';
import { streamSheets } from '../../render/pdf/sheets/sheet-stream.ts';
import type { SheetDocumentSettings } from '../../render/pdf/sheets/sheet-document.ts';
import type { Storage } from '../../storage/storage.ts';
import { readEntries, type ArchiveEntry } from '../../storage/write-archive.ts';

/**
 * Writes the PDFs of rows as one PDF of sheets straight into storage. The next file is read while one is
 * placed.
 *
 * @throws as `writeArchive`. `key` is unchanged then.
 */
export async function writeSheets(
  storage: Storage,
  key: string,
  entries: AsyncIterable<ArchiveEntry>,
  settings: SheetDocumentSettings,
): Promise<{ readonly bytes: number }> {
  return await storage.write(key, Readable.from(streamSheets(readPages(storage, entries), settings)));
}

async function* readPages(
  storage: Storage,
  entries: AsyncIterable<ArchiveEntry>,
): AsyncGenerator<Uint8Array> {
  for await (const { content } of readEntries(storage, entries)) yield content;
}
