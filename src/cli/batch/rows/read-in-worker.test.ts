import { strict as assert } from 'node:assert';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { after, describe, test } from 'node:test';
import { makeWorkbook } from '../../../../test/helpers/workbook.ts';
import { readRowsInWorker } from './read-in-worker.ts';
import { UnreadableRows } from '../../../common/rows/table.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'platen-rows-'));
after(() => rm(folder, { recursive: true }));

async function put(name: string, content: string | Buffer): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, content);
  return file;
}

describe('readRowsInWorker', () => {
  test('returns the rows, and refuses what readRows refuses', async () => {
    assert.deepEqual(await readRowsInWorker(await put('a.csv', 'a;b\n1;2'), { delimiter: ';' }), {
      kind: 'text',
      header: { line: 1, cells: ['a', 'b'] },
      records: [{ line: 2, cells: ['1', '2'] }],
      faults: [],
      delimiter: ';',
    });
    await assert.rejects(readRowsInWorker(await put('b.csv', ''), {}), (error) => {
      assert.ok(error instanceof UnreadableRows);
      assert.match(error.message, /^It is empty/);
      return true;
    });
  });

  test('leaves the event loop idle, so that signals are handled, while a large file is read', async () => {
    const row = `<row>${'<c/>'.repeat(1_000)}</row>`;
    const file = await put('large.xlsx', makeWorkbook([{ name: 'Rows', rows: row.repeat(1_000) }]));
    const start = performance.eventLoopUtilization();
    await assert.rejects(readRowsInWorker(file, {}), UnreadableRows);
    const { utilization } = performance.eventLoopUtilization(start);
    assert.ok(utilization < 0.5, `The event loop was busy for ${utilization} of the time.`);
  });
});
