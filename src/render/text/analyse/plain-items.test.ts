import assert from 'node:assert/strict';
import { test } from 'node:test';

import { FontBook } from '../../fonts/font-book.ts';
import { analyseText } from './paragraph.ts';
import type { Paragraph, StyledText } from './analysed-text.ts';

const fonts = new FontBook();
const families = ['Inter', 'Lato', 'Noto Color Emoji'];

/** Runs of these texts, each in the next of the families. */
function analyse(texts: readonly string[], more: Partial<StyledText> = {}): Paragraph[] {
  let text = '';
  const runEnds = texts.map((each) => (text += each).length);
  const styled: StyledText = {
    text,
    runEnds,
    stacks: texts.map((_, index) => fonts.stack(families[index % 3]!, 400, 'normal')),
    spaced: texts.map((_, index) => index % 2 === 1),
    features: texts.map(() => null),
    hyphenation: { hyphens: 'none', language: null },
    ...more,
  };
  return analyseText(styled, { direction: 'ltr' }, fonts, () => undefined);
}

const plain = ['', 'a', 'Part 17', ' ', '€ 12.50', 'Größe', '(x)', '#1', '\u00a0', '×2', 'ª'];

test('plain texts have the items that the search by character finds', () => {
  // A character that is not plain in the last run causes a search of the whole paragraph.
  const end = '\u2009';
  for (const first of plain)
    for (const second of plain)
      for (const third of plain) {
        const texts = [first, second, third, ''];
        const [quick] = analyse(texts);
        const [searched] = analyse([...texts.slice(0, -1), end]);
        const length = texts.join('').length;
        const { items, glyphText, graphemes } = searched!;
        const own = items.filter(({ run }) => run < 3);
        assert.deepEqual(quick!.items, own, JSON.stringify(texts));
        assert.equal(quick!.glyphText, glyphText.slice(0, length));
        assert.deepEqual(quick!.graphemes.slice(0, length + 1), graphemes.slice(0, length + 1));
      }
});

test('each paragraph has its part of the runs', () => {
  const paragraphs = analyse(['One\nTwo', ' and\n', 'three']);
  assert.deepEqual(
    paragraphs.map(({ text, run, items }) => [
      text,
      run,
      items.map((item) => [item.start, item.end, item.run]),
    ]),
    [
      ['One', 0, [[0, 3, 0]]],
      [
        'Two and',
        1,
        [
          [0, 3, 0],
          [3, 7, 1],
        ],
      ],
      ['three', 2, [[0, 5, 2]]],
    ],
  );
});

test('letters that a font lacks are found in others', () => {
  const [paragraph] = analyse(['', '', 'Größe']);
  assert.ok(paragraph!.items.every(({ face, primary }) => face !== primary));
});
