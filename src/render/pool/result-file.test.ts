import assert from 'node:assert/strict';
import { writeSync } from 'node:fs';
import { it } from 'node:test';
import { ResultFile, putIntoResultFile } from './result-file.ts';

it('holds a result of any length after a longer one, and knows where it ends', () => {
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

it('is left alone by a process that was not given one', () => {
  assert.equal(putIntoResultFile(Buffer.alloc(1_000_000)), false);
});
