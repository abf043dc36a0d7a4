import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPageSize } from './document.ts';

test('the page of a document is its size, and the least height of one that grows', () => {
  const page = (viewport: unknown) => readPageSize({ viewport });
  const size = { width: 40, height: 20, unit: 'px', dpi: 96 };
  assert.deepEqual(page({ width: 40, height: 20 }), size);
  assert.deepEqual(page({ width: 40, height: { min: 20, max: 90 } }), size);
  for (const height of [null, 0, '20', { max: 90 }, { min: -1 }])
    assert.equal(page({ width: 40, height }), null);
});
