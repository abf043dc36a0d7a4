/**
 * Writes the result of a batch in a process of its own, so that its memory is that of the result: `node
 * place.ts FOLDER COUNT sheets|archive`. Prints a line of JSON.
 */
import { crc32 } from 'node:zlib';
import { writeSheets, type SheetEntry } from '../../src/domain/batches/write-sheets.ts';
import { withSheetDefaults } from '../../src/common/sheets/sheet-grid.ts';
import { openFileStorage } from '../../src/storage/files/file-storage.ts';
import { readFileBytes } from '../../src/storage/storage.ts';
import { writeArchive } from '../../src/storage/write-archive.ts';
import { ownCpuMs } from '../shared/processes.ts';

/** What a result costs. */
export interface PlacedResult {
  readonly bytes: number;
  readonly ms: number;
  readonly cpuMs: number;
  /** The most memory that the process had, and that before it began, in megabytes. */
  readonly peakMb: number;
  readonly idleMb: number;
}

const grid = withSheetDefaults({ columns: 2, rows: 5, gap: 4, rowGap: 0, cutMarks: true });

const [folder = '', given = '', kind = ''] = process.argv.slice(2);
const storage = await openFileStorage(folder, null);
const entries: SheetEntry[] = [];
for (let index = 0; index < Number(given); index += 1) {
  const key = `rows/${index}`;
  const bytes = await readFileBytes(storage, key);
  const content = { bytes: bytes.length, crc32: crc32(bytes) };
  entries.push({ name: `badge-${index}.pdf`, key, modifiedAt: new Date(), content, copies: 1 });
}
const idleMb = process.memoryUsage.rss() / 1e6;
const [start, cpuBefore] = [performance.now(), ownCpuMs()];
const { bytes } = await (kind === 'sheets'
  ? writeSheets(storage, 'result.pdf', iterate(entries), {
      title: 'Badges',
      grid,
      labels: entries.length,
    })
  : writeArchive(storage, 'result.zip', iterate(entries), { compress: true }));
const result: PlacedResult = {
  bytes,
  ms: performance.now() - start,
  cpuMs: ownCpuMs() - cpuBefore,
  peakMb: (process.resourceUsage().maxRSS * 1024) / 1e6,
  idleMb,
};
console.log(JSON.stringify(result));

async function* iterate(list: readonly SheetEntry[]): AsyncGenerator<SheetEntry> {
  yield* await Promise.resolve(list);
}
