import yauzl from 'yauzl';
import { isWorkbook } from '../../../common/rows/file-format.ts';
import { readWorkbook } from '../../../common/rows/read-workbook.ts';
import { UnreadableRows, type Table } from '../../../common/rows/table.ts';

/**
 * Limit on the unpacked size. Reading takes about fifteen times as much memory; a sheet for the largest batch
 * needs a hundredth of this.
 */
const maxContentBytes = 64 * 1024 * 1024;

/**
 * Limit on the XML tags of all parts: the library creates objects for cells, rows, texts and formats, even if
 * they are empty. A filled cell has about eight tags, an empty one has one.
 */
const maxTags = 2_000_000;

/**
 * Reads the table of one sheet of a workbook, if its content is not too large.
 *
 * @param sheetName null: the first sheet that is not hidden.
 * @param headerLine the row of the header; null: found
 * @throws UnreadableRows
 */
export async function readXlsx(
  bytes: Buffer,
  sheetName: string | null,
  headerLine: number | null = null,
): Promise<Table> {
  // An old .xls is not packed, and what is no workbook is refused with what it is.
  const isPacked = isWorkbook(bytes) && bytes.subarray(0, 4).toString('hex') !== 'd0cf11e0';
  if (isPacked) await checkContent(bytes);
  return await readWorkbook(bytes, sheetName, headerLine);
}

/**
 * Unpacks everything once without storing it: finds a zip bomb before the library unpacks it into memory, and
 * more cells than the library can read in a few seconds.
 */
async function checkContent(bytes: Buffer): Promise<void> {
  try {
    let total = 0;
    let tags = 0;
    for await (const chunk of unpack(bytes)) {
      total += chunk.length;
      tags += countTags(chunk);
      if (total > maxContentBytes) refuseSize(`is larger than ${maxContentBytes / 1024 / 1024} MiB`);
      if (tags > maxTags)
        refuseSize(`has more than ${maxTags} XML tags: too many cells, empty ones included`);
    }
  } catch (error) {
    if (error instanceof UnreadableRows) throw error;
    throw new UnreadableRows(
      `It is not a workbook: ${error instanceof Error ? error.message : String(error)}.`.replace(/\.+$/, '.'),
    );
  }
}

/** The content of all files in a .zip. */
async function* unpack(bytes: Buffer): AsyncGenerator<Buffer> {
  const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true, validateEntrySizes: true });
  for await (const entry of zip.eachEntry()) {
    // Pictures have limits of their own, and the library does not get them.
    if (/^xl\/media\//u.test(entry.fileName)) continue;
    for await (const chunk of await zip.openReadStreamPromise(entry)) yield chunk as Buffer;
  }
}

/** Opening and closing tags. A `<` in content is written `&lt;`. */
function countTags(chunk: Buffer): number {
  const opening = 0x3c;
  let count = 0;
  for (const byte of chunk) if (byte === opening) count += 1;
  return count;
}

function refuseSize(reason: string): never {
  throw new UnreadableRows(`Unpacked, its content ${reason}; copy the rows into a new workbook.`);
}
