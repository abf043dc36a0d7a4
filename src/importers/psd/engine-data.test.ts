import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutRubbish } from './engine-data.ts';

const file = (data: string): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(Buffer.byteLength(data, 'latin1'));
  const parts = [
    Buffer.from('before EngineDatatdta'),
    length,
    Buffer.from(data, 'latin1'),
    Buffer.from('after'),
  ];
  return Buffer.concat(parts);
};

test('what stands behind the first dictionary of a text becomes spaces', () => {
  const dictionary = '<< /Text (a >> \\) >> b) /Inner << /Size 40 >> >>';
  const rubbish = ' << /Color [ 0 ';
  const cleaned = Buffer.from(withoutRubbish(file(dictionary + rubbish)));
  assert.deepEqual(cleaned, file(dictionary + ' '.repeat(rubbish.length)));
});

test('data without rubbish, and those that are not closed, are left as they are', () => {
  for (const data of ['<< /A 1 >>', '<< /A 1 >>\n\0\0', '<< /A (', '']) {
    const given = file(data);
    assert.equal(withoutRubbish(given), given, JSON.stringify(data));
  }
});
