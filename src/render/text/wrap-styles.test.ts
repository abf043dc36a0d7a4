import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { FontBook } from '../fonts/font-book.ts';
import type { SceneText } from '../scene/text.ts';
import { labelElement } from './label.ts';
import { layoutText } from './layout.ts';

const fonts = new FontBook();

function layOut(text: string, width: number, more: Partial<SceneText> = {}) {
  const label = labelElement({
    text,
    box: { x: 0, y: 0, width, height: 400 },
    fontSize: 20,
    fontWeight: 400,
    lineHeight: 1.2,
    color: '#000000ff',
    align: 'left',
    overflow: 'visible',
  });
  return layoutText({ ...label, wrap: true, maxLines: null, ...more }, fonts);
}

const linesOf = (...given: Parameters<typeof layOut>): string[] =>
  layOut(...given).lines.map(({ text }) => text.trimEnd());
const balance = { wrapStyle: 'balance' } as const;
const pretty = { wrapStyle: 'pretty' } as const;
const headline = 'The quick brown fox jumps over the lazy dog';

describe('balanced lines', () => {
  test('are as many as before, and the widest is as narrow as may be', () => {
    for (let width = 120; width < 420; width += 20) {
      const [plain, even] = [layOut(headline, width), layOut(headline, width, balance)];
      const widest = (layout: typeof plain) => Math.max(...layout.lines.map((line) => line.width));
      assert.equal(even.lines.length, plain.lines.length);
      assert.ok(widest(even) <= widest(plain));
      // With less room there would be another line.
      const { length } = linesOf(headline, widest(even) - 0.5);
      assert.ok(even.lines.length === 1 || length > even.lines.length, `${width}`);
    }
    assert.deepEqual(linesOf(headline, 330, balance), ['The quick brown fox', 'jumps over the lazy dog']);
  });

  test('are those of each paragraph of the value', () => {
    const text = `${headline}\n${headline} again`;
    assert.deepEqual(linesOf(text, 330, balance), [
      ...linesOf(headline, 330, balance),
      ...linesOf(`${headline} again`, 330, balance),
    ]);
  });

  test('cut and divide no word that was whole', () => {
    const text = 'A Donaudampfschifffahrtsgesellschaft of ours';
    const found = linesOf(text, 380, { ...balance, hyphens: 'auto', language: 'de' });
    assert.deepEqual(found, linesOf(text, 380, { hyphens: 'auto', language: 'de' }));
    for (const line of linesOf('Internationalisierung ist ein langes Wort', 230, balance))
      assert.doesNotMatch(line, /‐$/);
  });

  test('stay as they are where the text does not fit, or has many lines', () => {
    for (const more of [{ height: 30 }, { maxLines: 1 }] as const)
      assert.deepEqual(
        linesOf(headline, 330, { ...balance, overflow: 'ellipsis', ...more }),
        linesOf(headline, 330, { overflow: 'ellipsis', ...more }),
      );
    const long = `${headline} `.repeat(9).trim();
    assert.deepEqual(linesOf(long, 330, balance), linesOf(long, 330));
  });

  test('have the size that shrink gives them, and fit columns', () => {
    const shrunk = { overflow: 'shrink', height: 50, minFontSize: 4 } as const;
    const [plain, even] = [layOut(headline, 200, shrunk), layOut(headline, 200, { ...shrunk, ...balance })];
    assert.ok(even.scale < 1);
    assert.equal(even.scale, plain.scale);
    assert.equal(even.lines.length, plain.lines.length);
    const columns = { columns: { count: 2, gap: 20 }, height: 100 };
    const inColumns = layOut(headline, 360, { ...columns, ...balance });
    assert.equal(inColumns.lines.length, layOut(headline, 360, columns).lines.length);
    assert.ok(inColumns.lines.every((line) => line.width <= 170));
  });

  test('with runs of several sizes are no higher than the box', () => {
    const [run] = labelElement({
      text: '',
      box: { x: 0, y: 0, width: 1, height: 1 },
      fontSize: 20,
      fontWeight: 400,
      lineHeight: 1.2,
      color: '#000000ff',
      align: 'left',
      overflow: 'visible',
    }).runs;
    const runs = [
      { ...run!, text: 'Big', fontSize: 40 },
      { ...run!, text: ' and then ' },
      { ...run!, text: 'Big', fontSize: 40 },
      { ...run!, text: ' and then some more of it' },
    ];
    const { lines } = layOut('', 250, { runs, height: 73, overflow: 'ellipsis', ...balance });
    assert.ok(lines.at(-1)!.top + lines.at(-1)!.height <= 73.1);
    assert.ok(!lines.some(({ text }) => text.includes('…')));
  });
});

describe('pretty lines', () => {
  test('take words from those above where the last is short', () => {
    const text = 'Every word of this stays where it is, but not the last one of';
    assert.deepEqual(linesOf(text, 300, pretty), linesOf(text, 300));
    for (let width = 150; width < 400; width += 7) {
      const [plain, nice] = [layOut(headline, width), layOut(headline, width, pretty)];
      assert.equal(nice.lines.length, plain.lines.length);
      assert.ok(nice.lines.every((line) => line.width <= width + 0.1));
      assert.ok(nice.lines.at(-1)!.width >= plain.lines.at(-1)!.width - 0.01);
    }
  });

  test('move ideographs, too, and no closing punctuation to the start of a line', () => {
    const text = '本日は晴天なり、明日もまた晴れるでしょうと言った。';
    const nice = linesOf(text, 200, pretty);
    assert.equal(nice.length, linesOf(text, 200).length);
    assert.ok((nice.at(-1)?.length ?? 0) >= 4, nice.join('|'));
    assert.ok(nice.every((line) => !/^[、。]/.test(line)));
  });

  test('keep amounts whole', () => {
    const text = 'The whole of it is 12 345,00 € today';
    const runs = labelElement({
      text,
      box: { x: 0, y: 0, width: 1, height: 1 },
      fontSize: 20,
      fontWeight: 400,
      lineHeight: 1.2,
      color: '#000000ff',
      align: 'left',
      overflow: 'visible',
    }).runs.map((run) => ({ ...run, unbroken: [{ start: 19, end: 30 }] }));
    for (const style of [balance, pretty])
      for (let width = 130; width < 350; width += 10)
        assert.ok(linesOf(text, width, { ...style, runs }).some((line) => line.includes('12 345,00 €')));
  });
});
