import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { pack } from 'tar-stream';
import { DamagedBackupError, FORMAT, filesFolder, headerName } from './format.ts';
import { readEntries } from './read-entries.ts';

test('a backup that is cut off anywhere is said to be damaged', async () => {
  const tar = pack();
  tar.entry({ name: headerName }, JSON.stringify({ format: FORMAT }));
  tar.entry({ name: `${filesFolder}images/file-1` }, Buffer.alloc(3_000, 7));
  tar.entry({ name: `${filesFolder}images/file-2` }, Buffer.alloc(3_000, 7));
  tar.finalize();
  const whole = await buffer(tar);
  for (let end = 0; end < 8_192; end += 101) {
    for (const step of [64, 1_000, 8_192]) {
      const source = Readable.from(
        (function* cut() {
          for (let at = 0; at < end; at += step) yield whole.subarray(at, Math.min(end, at + step));
        })(),
      );
      const read = async () => {
        for await (const entry of readEntries(source))
          if (entry.kind === 'file') await Array.fromAsync(entry.content);
      };
      await assert.rejects(read, DamagedBackupError, `${end} bytes in steps of ${step}`);
    }
  }
});
