import assert from 'node:assert/strict';
import { test } from 'node:test';

import { FontBook } from '../../fonts/font-book.ts';
import type { SceneText } from '../../scene/text.ts';
import { labelElement } from '../label.ts';
import { analyseElement } from '../analyse/analyse-element.ts';
import { layoutText, measureText } from '../layout.ts';
import type { TextLayout } from '../text-layout.ts';

const fonts = new FontBook();
const sentence = 'one two three four five six seven eight nine ten eleven twelve';

function label(text: string): SceneText {
  const element = labelElement({
    text,
    box: { x: 0, y: 0, width: 220, height: 72 },
    fontSize: 20,
    fontWeight: 400,
    lineHeight: 1.2,
    color: '#000000ff',
    align: 'left',
    overflow: 'visible',
  });
  const columns = { count: 2, gap: 20 };
  return { ...element, verticalAlign: 'top', maxLines: null, wrap: true, columns };
}

const layOut = (text: string, element: Partial<SceneText>): TextLayout =>
  layoutText({ ...label(text), ...element }, fonts);

const places = ({ lines }: TextLayout): [string, number, number][] =>
  lines.map(({ text, x, top }) => [text, x, top]);

test('lines fill one column and then the next', () => {
  assert.deepEqual(places(layOut(sentence.slice(0, 39), {})), [
    ['one two', 0, 0],
    ['three four', 0, 24],
    ['five six', 0, 48],
    ['seven', 120, 0],
    ['eight', 120, 24],
  ]);
  assert.deepEqual(layOut(sentence.slice(0, 39), {}).warnings, []);
});

test('runs move with their lines', () => {
  const [, , , line] = layOut(sentence, {}).lines;
  assert.equal(line?.runs[0]?.x, 120);
  assert.equal(line.runs[0].textX, 120);
  assert.equal(line.baseline, layOut(sentence, {}).lines[0]?.baseline);
});

test('text that overflows takes more columns, as in CSS, and has a warning', () => {
  const { lines, warnings } = layOut(sentence, {});
  assert.deepEqual([lines.length, lines.at(-1)?.x], [7, 240]);
  assert.deepEqual(
    warnings.map(({ detail }) => detail),
    ['The text does not fit its box of 220 × 72 px: its 7 lines take 3 columns, and it has 2.'],
  );
});

test('an ellipsis ends the last column', () => {
  const { lines } = layOut(sentence, { overflow: 'ellipsis' });
  assert.equal(lines.length, 6);
  assert.match(lines.at(-1)?.text ?? '', /…$/u);
});

test('shrinks until the columns hold all lines', () => {
  const { lines, scale, warnings } = layOut(sentence, { overflow: 'shrink' });
  assert.ok(scale > 0.7 && scale < 1);
  assert.ok(lines.every(({ x }) => x === 0 || x === 120));
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['TEXT_SHRUNK'],
  );
});

test('columns are aligned vertically together', () => {
  assert.deepEqual(places(layOut('one two three four', { verticalAlign: 'bottom' })), [
    ['one two', 0, 24],
    ['three four', 0, 48],
  ]);
});

test('columns without room have lines of one letter', () => {
  const { lines } = layOut('ab', { columns: { count: 2, gap: 500 } });
  assert.deepEqual(
    lines.map(({ text }) => text),
    ['a', 'b'],
  );
});

test('a text that hugs its lines is as high as its balanced columns', () => {
  const measure = (text: string, count = 2) => {
    const element = { ...label(text), columns: { count, gap: 20 }, height: Infinity };
    return measureText(analyseElement(element, fonts), fonts).height;
  };
  // Five lines of 24 px in columns of three and two.
  assert.equal(measure(sentence.slice(0, 39)), 72);
  assert.equal(measure('one'), 24);
  assert.equal(measure('one two three four'), 24);
  assert.equal(measure(Array(100).fill('seven').join('\n')), 50 * 24);
  assert.equal(measure(Array(100).fill('seven').join('\n'), 3), 34 * 24);
});
