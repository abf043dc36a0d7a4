import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { attacks } from './attacks.ts';
import { experience } from './neighbour.ts';
import { openSetting, type Setting } from './setting.ts';

/** Checks only what does not depend on the machine's load; `npm run test:neighbours` measures the rest. */
describe('a neighbour gets all its renders and batches', () => {
  let setting: Setting;
  before(async () => {
    setting = await openSetting({ jobs: 2_000 });
  });
  after(() => setting.close());

  for (const words of [
    'arrays',
    'stop before their last byte',
    'half a head',
    'late pages',
    'repeats in',
    'documents of 2 MB',
  ]) {
    const names = attacks.filter(({ name }) => name.includes(words)).map(({ name }) => name);
    it(`beside ${names.join()}`, async () => {
      assert.equal(names.length, 1);
      const attack = await setting.attack(names[0] ?? '');
      try {
        const { renderMs, batchMs, failures } = await experience(setting.neighbour, 1_000);
        assert.deepEqual(failures, []);
        assert.equal(renderMs.length, 10);
        assert.ok(batchMs.length > 0);
      } finally {
        await attack.stop();
      }
    });
  }
});
