/** How inks are seen, and how sRGB is separated, compared with littleCMS: make-proof-references.py. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { sRGB_to_XYZ_D50, XYZ_D50_to_Lab } from '@csstools/color-helpers';

import { CONDITION_NAMES, type ConditionName } from '../../src/common/colors/printing-conditions.ts';
import { standardProfile } from '../../src/render/inks/condition-profiles.ts';
import { deltaE00 } from '../helpers/delta-e.ts';

interface References {
  readonly patches: string;
  readonly seen: Readonly<Record<ConditionName, string>>;
  readonly separated: Readonly<Record<ConditionName, string>>;
}

const references = JSON.parse(
  readFileSync(new URL('proof-references.json', import.meta.url), 'utf8'),
) as References;

type Three = [number, number, number];
type Four = [number, number, number, number];

const rowsOf = (values: Iterable<number>, width: number): number[][] => {
  const all = [...values];
  return Array.from({ length: all.length / width }, (_, row) => all.slice(row * width, (row + 1) * width));
};
/** Values from 0 to 1. */
const sharesOf = (text: string): number[] => {
  const bytes = Buffer.from(text, 'base64');
  return Array.from({ length: bytes.length / 2 }, (_, at) => bytes.readUInt16LE(2 * at) / 65_535);
};
const toLab = ([red = 0, green = 0, blue = 0]: readonly number[]): number[] =>
  XYZ_D50_to_Lab(sRGB_to_XYZ_D50([red, green, blue]));
const toShares = (bytes: readonly number[]): number[] => bytes.map((byte) => byte / 255);
const patches = rowsOf(Buffer.from(references.patches, 'base64'), 4).map(
  (patch) => patch.map((half) => half / 200) as Four,
);
const steps = [0, 32, 64, 96, 128, 160, 192, 224, 255];
const colors = steps.flatMap((red) =>
  steps.flatMap((green) => steps.map((blue): Three => [red, green, blue])),
);

/** The mean and the largest of some differences. */
function summarise(differences: readonly number[]): { readonly mean: number; readonly max: number } {
  const sum = differences.reduce((total, each) => total + each, 0);
  return { mean: sum / differences.length, max: Math.max(...differences) };
}

test('CIEDE2000 is that of the pairs that its authors published', () => {
  // Sharma, Wu, Dalal: the CIEDE2000 colour-difference formula, pairs 1, 7, 13, 17, 25, 34.
  const pairs: [number[], number[], number][] = [
    [[50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425],
    [[50, 0, 0], [50, -1, 2], 2.3669],
    [[50, -0.001, 2.49], [50, 0.0009, -2.49], 4.8045],
    [[50, 2.5, 0], [73, 25, -18], 27.1492],
    [[60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644],
    [[2.0776, 0.0795, -1.135], [0.9033, -0.0636, -0.5514], 0.9082],
  ];
  for (const [one, other, expected] of pairs)
    assert.ok(Math.abs(deltaE00(one, other) - expected) < 0.0001, `${expected}`);
});

for (const name of CONDITION_NAMES) {
  test(`${name}: the 1485 patches of ECI 2002 are seen as littleCMS sees them, within 1 of CIEDE2000`, () => {
    const { see } = standardProfile(name);
    const seen = rowsOf(sharesOf(references.seen[name]), 3);
    assert.equal(seen.length, 1485);
    const found = summarise(
      patches.map((patch, at) => deltaE00(toLab(toShares(see(patch))), toLab(seen[at] ?? []))),
    );
    assert.ok(found.max <= 1, `at most ${found.max}, ${found.mean} on average`);
  });

  test(`${name}: 729 colours become the inks of littleCMS, within 1 of CIEDE2000 as they are seen`, () => {
    const { see, separate } = standardProfile(name);
    const inks = rowsOf(sharesOf(references.separated[name]), 4) as Four[];
    assert.equal(inks.length, colors.length);
    const found = summarise(
      colors.map((color, at) =>
        deltaE00(toLab(toShares(see(separate(color)))), toLab(toShares(see(inks[at] ?? [0, 0, 0, 0])))),
      ),
    );
    assert.ok(found.max <= 1, `at most ${found.max}, ${found.mean} on average`);
  });
}
