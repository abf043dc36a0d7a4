/** What we render beside what Chromium made of the same thing: the reference pictures are committed, no browser is needed. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { caseDensity, listCases, readCase, readReference, referencePath } from '../bench/quality/cases.ts';
import { compare, judge } from '../bench/quality/compare.ts';
import { readPicture, renderCase } from '../bench/quality/render-case.ts';

const names = listCases();

test('there are at least sixty cases, each with its page and its references, and nothing else', () => {
  assert.ok(names.length >= 60);
  const list = (folder: string) =>
    readdirSync(path.join(import.meta.dirname, '../bench/quality', folder)).sort();
  const files = (...kinds: string[]) =>
    names.flatMap((name) => kinds.map((kind) => `${name}.${kind}`)).sort();
  assert.deepEqual(list('cases'), files('html', 'json'));
  assert.deepEqual(list('references'), files('json', 'png'));
});

// Letters are drawn as Chromium draws them on Linux, where the references are made.
describe('beside Chromium', { skip: process.platform !== 'linux' && 'the letters of other systems' }, () => {
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
});

test('a case that is worse than asked is told, and so is one that has become better than accepted', async () => {
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
  assert.match(judge(excused, good).join(), /nothing has to be accepted/);
});
