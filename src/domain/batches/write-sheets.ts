import { Readable } from 'node:stream';
import { streamSheets, type SheetPage } from '../../render/sheets/sheet-stream.ts';
import type { SheetDocumentSettings } from '../../render/sheets/sheet-document.ts';
import type { Storage } from '../../storage/storage.ts';
import { readEntries, type ArchiveEntry } from '../../storage/write-archive.ts';

/** The file of a row, and in how many cells it goes. */
export type SheetEntry = ArchiveEntry & { readonly copies: number };

/**
 * Writes the PDFs of rows as one PDF of sheets straight into storage. The next file is read while one is
 * placed.
 *
 * @throws as `writeArchive`. `key` is unchanged then.
 */
export async function writeSheets(
  storage: Storage,
  key: string,
  entries: AsyncIterable<SheetEntry>,
  settings: SheetDocumentSettings,
): Promise<{ readonly bytes: number }> {
  return await storage.write(key, Readable.from(streamSheets(readPages(storage, entries), settings)));
}

async function* readPages(storage: Storage, entries: AsyncIterable<SheetEntry>): AsyncGenerator<SheetPage> {
  for await (const { content, entry } of readEntries(storage, entries))
    yield { file: content, copies: entry.copies };
}
