import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Cmyk } from '../../common/colors/ink-colors.ts';
import { openProfile, ProfileError, standardProfile } from './output-profile.ts';

// By littleCMS 2.14 with the same profile: `transicc -i fogra39.icc -o '*sRGB' -t1 -b`.
const byLittleCms: readonly (readonly [cmyk: Cmyk, seen: readonly number[]])[] = [
  [
    [0, 0, 0, 0],
    [255, 255, 255],
  ],
  [
    [1, 0, 0, 0],
    [0, 159, 227],
  ],
  [
    [0, 1, 0, 0],
    [230, 0, 125],
  ],
  [
    [0, 0, 1, 0],
    [255, 237, 0],
  ],
  [
    [0, 0, 0, 1],
    [25, 25, 23],
  ],
  [
    [0, 1, 1, 0],
    [228, 0, 10],
  ],
  [
    [1, 1, 1, 1],
    [0, 0, 0],
  ],
];

test('inks are seen as littleCMS sees them, relative to the paper and with black point compensation', () => {
  for (const [cmyk, seen] of byLittleCms) assert.deepEqual(standardProfile().see(cmyk), seen, cmyk.join(' '));
});

test('colours of sRGB are separated into inks that are seen as the same, as far as inks can', () => {
  const { see, separate } = standardProfile();
  assert.deepEqual(
    separate([255, 255, 255]).map((part) => Math.round(part * 100)),
    [0, 0, 0, 0],
  );
  for (const rgb of [
    [128, 128, 128],
    [200, 60, 40],
    [40, 90, 160],
    [26, 26, 46],
    [240, 200, 120],
  ] as const) {
    const seen = see(separate(rgb));
    const off = Math.max(...seen.map((channel, index) => Math.abs(channel - (rgb[index] ?? 0))));
    assert.ok(off <= 6, `${rgb.join(' ')} is seen as ${seen.join(' ')}`);
  }
  const black = separate([0, 0, 0]).reduce((sum, part) => sum + part, 0);
  assert.ok(black > 2.5 && black < 3.05, `black has ${black} of ink, with a limit of 3 in the profile`);
});

test('refuses bytes that are no profile of a printing condition', () => {
  for (const bytes of [new Uint8Array(), new Uint8Array(200), new TextEncoder().encode('x'.repeat(500))])
    assert.throws(() => openProfile(bytes), ProfileError);
});
