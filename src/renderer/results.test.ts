import assert from 'node:assert/strict';
import { writeSync } from 'node:fs';
import { it } from 'node:test';
import { ResultFile, putIntoResultFile } from './results.ts';

it('a result file holds a shorter result after a longer one, and ends where it ends', () => {
  const file = ResultFile.open();
  assert.ok(file);
  try {
    for (const length of [20_000_000, 1, 70_000]) {
      const data = Buffer.alloc(length, length % 251);
      writeSync(file.descriptor, data, 0, length, 0);
      assert.ok(data.equals(file.read(length)));
    }
    assert.throws(() => file.read(90_000_000), /ends before the result/);
  } finally {
    file.close();
  }
});

it('a process without a result file writes nothing', () => {
  assert.equal(putIntoResultFile(Buffer.alloc(1_000_000)), false);
});
