import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import { rect, render, solid } from '../../../test/helpers/scenes.ts';
import { withSheetDefaults } from '../../common/sheets/sheet-grid.ts';
import { openFileStorage } from '../../storage/files/file-storage.ts';
import { isLost } from '../../storage/checksums.ts';
import { writeSheets, type SheetEntry } from './write-sheets.ts';

const settings = { title: 'Badges', grid: withSheetDefaults({ columns: 2, rows: 5 }), labels: 2 };
const modifiedAt = new Date('2026-03-02T09:30:02Z');

test('sheets are whole or not there at all', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'sheets-'));
  try {
    const storage = await openFileStorage(folder, null);
    const elements = [rect({ x: 0, y: 0, width: 50, height: 50, fill: solid('#ff0000ff') })];
    const { data } = await render({ width: 100, height: 50, elements }, { output: { format: 'pdf' } });
    await storage.write('rows/0', data);
    await storage.write('rows/1', Buffer.from('%PDF-1.7 broken'));
    const content = { bytes: data.length, crc32: crc32(data) };
    const entry = (key: string, known: typeof content | null = content): SheetEntry => {
      return { name: 'a.pdf', key, modifiedAt, content: known, copies: 1 };
    };
    const write = (entries: readonly SheetEntry[]) =>
      writeSheets(
        storage,
        'out.pdf',
        (async function* () {
          yield* await Promise.resolve(entries);
        })(),
        settings,
      );
    // The job renders rows again whose files are lost.
    await assert.rejects(write([entry('rows/0'), entry('rows/none')]), (error) => isLost(error));
    await assert.rejects(write([entry('rows/0'), entry('rows/1')]), (error) => isLost(error));
    await assert.rejects(write([entry('rows/0'), entry('rows/1', null)]));
    assert.equal(await storage.sizeBytes('out.pdf'), null);
    const { bytes } = await write([entry('rows/0'), entry('rows/0')]);
    assert.equal(await storage.sizeBytes('out.pdf'), bytes);
  } finally {
    await rm(folder, { recursive: true });
  }
});
