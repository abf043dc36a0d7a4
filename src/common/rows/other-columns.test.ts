import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countOtherBytes, keepOtherColumns, MAX_OTHER_BYTES } from './other-columns.ts';

test('columns without a text, and those that fill variables, are not kept', () => {
  const rows = [
    ['Ada', ' Rome ', '', 'x'],
    ['Bo', '', ' ', 'y\0\ud800'],
  ];
  assert.deepEqual(keepOtherColumns([null, 'Town', 'Note', 'Code'], rows), {
    columns: [
      { name: 'Town', cells: ['Rome', ''] },
      { name: 'Code', cells: ['x', 'y\ufffd\ufffd'] },
    ],
    leftOut: [],
  });
  assert.equal(keepOtherColumns([null, null, 'Note'], rows), null);
});

test('columns that are too much together are left out whole, and named', () => {
  const long = 'ä'.repeat(MAX_OTHER_BYTES / 4);
  const kept = keepOtherColumns(['A', 'B', 'C', 'D'], [[long, long, long, 'short']]);
  assert.deepEqual(
    [kept?.columns.map(({ name }) => name), kept?.leftOut],
    [
      ['A', 'D'],
      ['B', 'C'],
    ],
  );
  assert.ok(countOtherBytes(kept?.columns ?? []) <= MAX_OTHER_BYTES);
  assert.deepEqual(keepOtherColumns(['D'], [['short']], 5), { columns: [], leftOut: ['D'] });
});
