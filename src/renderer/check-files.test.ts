import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';

import { checkFiles } from './check-files.ts';

/** The processes that this one has started and that still run. */
const children = () => process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length;

test('a check that fails leaves no process behind', async () => {
  const before = children();
  const file = { kind: 'chart', bytes: Buffer.from('no JSON'), maxPixels: 1 } as const;
  assert.deepEqual(await checkFiles([file, file], 60_000), [
    'cannot be read: its decoder failed.',
    'cannot be read: its decoder failed.',
  ]);
  for (let left = 100; children() > before && left > 0; left--) await wait(50);
  assert.equal(children(), before);
});
