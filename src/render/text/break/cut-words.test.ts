import assert from 'node:assert/strict';
import { test } from 'node:test';

import { render, text } from '../../../../test/helpers/scenes.ts';

async function getWarnings(content: string, given: object = {}): Promise<string[]> {
  const label = text(content, 12, { id: 'label', x: 0, y: 0, width: 60, height: 90, ...given });
  const { warnings } = await render({ elements: [label] });
  return warnings.map(({ code, detail }) => `${code} ${detail}`);
}

const cut = (detail: string): string[] => [`WORD_CUT ${detail}`];

test('a word that is cut between two letters is named', async () => {
  const long = 'was cut between two letters.';
  assert.deepEqual(
    await getWarnings('Donaudampfschiff'),
    cut(`"Donaudampfschiff" is wider than the box (60 px) and ${long}`),
  );
  assert.deepEqual(
    await getWarnings('a Donaudampfschifffahrtsgesellschaft, b'),
    cut(`"Donaudampfschifffahrtsgesellschaft" is wider than the box (60 px) and ${long}`),
  );
  assert.deepEqual(
    await getWarnings('Donaudampfschiff\nRindfleischgericht Siebenschläfer'),
    cut(`"Donaudampfschiff" is wider than the box (60 px) and ${long} So are 2 more.`),
  );
  assert.deepEqual(
    await getWarnings('12345678901234'),
    cut(`"12345678901234" is wider than the box (60 px) and ${long}`),
  );
});

test('text that breaks where it may has no warning', async () => {
  for (const [content, given] of [
    ['one two three four'],
    ['Donaudampfschiff', { width: 200 }],
    ['Donaudampfschiff', { wrap: false, overflow: 'visible', width: 99 }],
    ['Donaudampfschiff', { overflow: 'shrink', minFontSize: 2 }],
    ['Donaudampfschifffahrt', { hyphens: 'auto', language: 'de' }],
    ['Donau\u00addampf\u00adschiff', { hyphens: 'manual' }],
    ['https://www.example.org/a/b/c'],
    ['\u6771\u4eac\u90fd\u65b0\u5bbf\u533a\u897f\u65b0\u5bbf\u4e8c\u4e01\u76ee'],
    ['\u0e09\u0e31\u0e19\u0e23\u0e31\u0e01\u0e20\u0e32\u0e29\u0e32\u0e44\u0e17\u0e22\u0e21\u0e32\u0e01'],
    ['-'.repeat(40)],
  ] as const) {
    const found = (await getWarnings(content, given)).filter((warning) => warning.startsWith('WORD_CUT'));
    assert.deepEqual(found, [], content);
  }
});

test('a word that an ellipsis ends is not cut', async () => {
  const found = await getWarnings('Donaudampfschifffahrt', { height: 14, overflow: 'ellipsis', maxLines: 1 });
  const why = 'its 3 lines are 44 px high, and maxLines is 1 of 3';
  assert.deepEqual(found, [`TEXT_OVERFLOW The text does not fit its box of 60 × 14 px: ${why}.`]);
});
