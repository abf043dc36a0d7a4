import assert from 'node:assert/strict';
import { fstatSync, writeSync } from 'node:fs';
import { it } from 'node:test';
import { ResultFile, putIntoResultFile } from './results.ts';

it('a result file holds a shorter result after a longer one, and ends where it ends', async () => {
  const file = ResultFile.open();
  assert.ok(file);
  try {
    for (const length of [20_000_000, 1, 70_000]) {
      const data = Buffer.alloc(length, length % 251);
      writeSync(file.descriptor, data, 0, length, 0);
      assert.ok(data.equals(await file.read(length)));
    }
    await assert.rejects(file.read(90_000_000), /ends before the result/);
  } finally {
    await file.close();
  }
});

it('a result file that is closed during a read is closed after it', async () => {
  const file = ResultFile.open();
  assert.ok(file);
  const data = Buffer.alloc(20_000_000, 7);
  writeSync(file.descriptor, data, 0, data.length, 0);
  const reading = file.read(data.length);
  const closing = file.close();
  assert.doesNotThrow(() => fstatSync(file.descriptor));
  assert.ok(data.equals(await reading));
  await closing;
  assert.throws(() => fstatSync(file.descriptor), /EBADF/);
});

it('a process without a result file writes nothing', () => {
  assert.equal(putIntoResultFile(Buffer.alloc(1_000_000)), false);
});
