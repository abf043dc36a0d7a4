/**
 * Compares the line breaks with LineBreakTest.txt of Unicode 16, here without its comments (© Unicode, Inc., https://www.unicode.org/license.txt).
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';

import { lineBreakRules } from '../../src/render/text/analyse/line-break-rules.ts';

/** A dot between two ideographs stays with the first, as GB/T 15834 demands. */
const ownRule = /\p{sc=Han}·\p{sc=Han}/u;

test('breaks lines where the test of Unicode 16 does', async () => {
  const file = path.join(import.meta.dirname, 'LineBreakTest-16.0.0.txt.gz');
  const specifications = gunzipSync(await readFile(file))
    .toString()
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  assert.equal(specifications.length, 16_672);
  const wrong: string[] = [];
  let own = 0;
  for (const specification of specifications) {
    let text = '';
    const expected: number[] = [];
    for (const token of specification.split(' ')) {
      if (token === '÷') expected.push(text.length);
      else if (token !== '×') text += String.fromCodePoint(parseInt(token, 16));
    }
    if (ownRule.test(text)) own += 1;
    else {
      const found = [...lineBreakRules.breaks(text)].map(({ position }) => position);
      if (found.join() !== expected.join()) wrong.push(`${specification}: ${found.join()}`);
    }
  }
  assert.deepEqual(wrong, []);
  assert.equal(own, 1);
});
