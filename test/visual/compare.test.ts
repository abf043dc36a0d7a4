/** Compares renderings with Chromium's. The references are committed, so that no browser is needed. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { caseDensity, listCases, readCase, readReference, referencePath } from './cases.ts';
import { compare, judge } from './compare.ts';
import { readPicture, renderCase } from './render-case.ts';

const names = listCases();

test('every case has its page and its references, and there are no other files', () => {
  assert.ok(names.length >= 60);
  const list = (folder: string) => readdirSync(path.join(import.meta.dirname, folder)).sort();
  const files = (...kinds: string[]) =>
    names.flatMap((name) => kinds.map((kind) => `${name}.${kind}`)).sort();
  assert.deepEqual(list('cases'), files('html', 'json'));
  assert.deepEqual(list('references'), files('json', 'png'));
});

test('cases made of public reports name their report, each another one', async () => {
  const cases = await Promise.all(names.map(readCase));
  const reports = cases.flatMap(({ report }) => report ?? []);
  assert.ok(reports.length >= 80);
  assert.equal(new Set(reports).size, reports.length);
  for (const report of reports)
    assert.match(report, /^https:\/\/github\.com\/[\w.-]+\/[\w.-]+\/(issues|pull)\/\d+$/);
});

// The references are made on Linux. Letters differ on other systems.
describe(
  'compared with Chromium',
  { skip: process.platform !== 'linux' && 'letters differ on this system' },
  () => {
    for (const name of names) {
      test(name, async () => {
        const quality = await readCase(name);
        const [ours, reference] = [await renderCase(quality), await readReference(name)];
        const picture = await readPicture(referencePath(name, 'png'));
        const comparison = compare(
          ours.picture,
          picture,
          { ours: ours.texts, reference: reference.texts },
          caseDensity(quality),
        );
        assert.deepEqual(judge(quality, comparison), []);
      });
    }
  },
);

test('reports a case that misses its goals, and a case whose lower goals are not needed', async () => {
  const quality = await readCase('overflow-visible');
  const [ours, reference] = [await renderCase(quality), await readReference(quality.name)];
  const picture = await readPicture(referencePath(quality.name, 'png'));
  const [first] = reference.texts;
  assert.ok(first);
  const lines = first.lines.map((line) => ({ ...line, baseline: line.baseline + 1 }));
  const moved = { ours: ours.texts, reference: [{ ...first, lines }] };
  assert.deepEqual(judge(quality, compare(ours.picture, picture, moved, 1)).length, 1);

  const white = { ...picture, data: Buffer.alloc(picture.data.length, 255) };
  const blank = compare(white, picture, { ours: ours.texts, reference: reference.texts }, 1);
  assert.match(judge(quality, blank).join(), /SSIM of luminance/);

  const broken = [{ ...first, lines: first.lines.slice(1) }];
  const other = compare(ours.picture, picture, { ours: ours.texts, reference: broken }, 1);
  assert.match(judge(quality, other).join(), /lines instead of/);

  const good = compare(ours.picture, picture, { ours: ours.texts, reference: reference.texts }, 1);
  const excused = { ...quality, accepted: { reason: 'none', ssim: 0.5 } };
  assert.match(judge(excused, good).join(), /remove `accepted`/);
});
