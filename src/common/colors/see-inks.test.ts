import assert from 'node:assert/strict';
import { test } from 'node:test';

import { standardProfile } from '../../render/inks/condition-profiles.ts';
import { seeInks } from './see-inks.ts';

const steps = [0, 0.25, 0.5, 0.75, 1];

test('swatches look as the profile says, exactly at the steps of the table', () => {
  const { see } = standardProfile();
  for (const cyan of steps)
    for (const magenta of steps)
      for (const black of steps) {
        const inks = [cyan, magenta, 0.5, black] as const;
        assert.deepEqual(seeInks(inks), see(inks), inks.join(' '));
      }
  const between = [0.1, 0.6, 0.9, 0] as const;
  for (const [channel, value] of see(between).entries())
    assert.ok(Math.abs((seeInks(between)[channel] ?? 0) - value) < 10);
});
