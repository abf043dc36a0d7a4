import assert from 'node:assert/strict';
import { test } from 'node:test';

import { FontBook } from '../fonts/font-book.ts';
import type { SceneText } from '../scene/text.ts';
import { labelElement } from './label.ts';
import { layoutText } from './layout.ts';
import type { LaidOutLine } from './text-layout.ts';

const fonts = new FontBook();

function layOut(text: string, more: Partial<SceneText> = {}, hangs = true) {
  const label = labelElement({
    text,
    box: { x: 0, y: 0, width: 300, height: 300 },
    fontSize: 20,
    fontWeight: 400,
    lineHeight: 1.2,
    color: '#000000ff',
    align: 'left',
    overflow: 'visible',
  });
  const own = { wrap: true, maxLines: null, direction: 'auto' } as const;
  const hanging = hangs ? ({ hangsPunctuation: true } as const) : {};
  return layoutText({ ...label, ...own, ...hanging, ...more }, fonts);
}

function lineOf(text: string, more: Partial<SceneText> = {}, hangs = true): LaidOutLine {
  const [line] = layOut(text, more, hangs).lines;
  assert.ok(line !== undefined);
  return line;
}

/** The width of a text that does not hang. */
const widthOf = (text: string, more: Partial<SceneText> = {}): number => lineOf(text, more, false).width;
const isNear = (found: number, expected: number, name = ''): void =>
  assert.ok(Math.abs(found - expected) < 0.01, `${name}: ${found}, not ${expected}`);

test('quotation marks hang wholly, other marks by their share, on both sides', () => {
  for (const [text, mark, share] of [
    ['“Yes', '“', 1],
    ['«Oui', '«', 1],
    ['"Yes', '"', 1],
    ['–Yes', '–', 0.2],
    ['(Yes', '(', 0],
    ['Yes', 'Y', 0],
    ['.Yes', '.', 0],
  ] as const)
    isNear(lineOf(text).x, -share * widthOf(mark), text);
  for (const [text, mark, share] of [
    ['Yes.', '.', 0.8],
    ['Yes,', ',', 0.8],
    ['Yes:', ':', 0.3],
    ['Yes-', '-', 0.55],
    ['Yes”', '”', 1],
    ['Yes!', '!', 0],
  ] as const) {
    const { x, width } = lineOf(text, { align: 'right' });
    isNear(x + width, 300 + share * widthOf(mark), text);
  }
});

test('in the middle both ends count, and a mark alone hangs nowhere', () => {
  const { x, width } = lineOf('“Yes.', { align: 'center' });
  const [quote, stop] = [widthOf('“'), 0.8 * widthOf('.')];
  isNear(x + quote + (width - quote - stop) / 2, 150);
  isNear(lineOf('“').x, 0);
});

test('lines have the room of what hangs', () => {
  const text = 'One two three.';
  const room = widthOf(text) - 0.8 * widthOf('.');
  assert.equal(layOut(`${text} Four`, { width: room }).lines[0]?.text.trim(), text);
  assert.equal(layOut(`${text} Four`, { width: room - 1 }).lines[0]?.text.trim(), 'One two');
});

test('justified lines end at the edge without what hangs', () => {
  const text =
    '“These words, as many as there are, are set so: both of their edges look straight,” she said.';
  const { lines } = layOut(text, { align: 'justify', width: 200 });
  for (const line of lines.slice(0, -1)) {
    const trimmed = line.text.trim();
    const after = { ',': 0.8, ':': 0.3 }[trimmed.at(-1) ?? ''] ?? 0;
    isNear(line.x + line.width, 200 + after * widthOf(trimmed.at(-1) ?? ''), trimmed);
  }
  assert.ok((lines[0]?.x ?? 0) < -3);
});

test('from right to left marks hang at the other sides', () => {
  const { x, width } = lineOf('«نعم،', { align: 'start' });
  isNear(x + width, 300 + widthOf('«', { direction: 'rtl' }), 'start');
  const end = lineOf('نعم،', { align: 'left' });
  isNear(end.x, -0.4 * widthOf('،', { direction: 'rtl' }), 'end');
});

test('the stops of ideographs hang wholly, hyphens of divided words by their share', () => {
  const runs = { align: 'right', language: 'ja' } as const;
  const { x, width } = lineOf('終わり。', runs);
  isNear(x + width, 320);
  const divided = layOut('Responsibility', { width: 100, hyphens: 'auto', language: 'en', align: 'right' });
  const [first] = divided.lines;
  assert.match(first?.text ?? '', /‐$/);
  isNear((first?.x ?? 0) + (first?.width ?? 0), 100 + 0.55 * widthOf('‐'));
});

test('an ellipsis does not hang, and neither do lists move their marks', () => {
  const cut = lineOf('“Much more than there is room for', { width: 120, maxLines: 1, overflow: 'ellipsis' });
  assert.match(cut.text, /…$/);
  assert.ok(cut.x >= -0.01 && cut.x + cut.width <= 120.1);
  const markers = ['“One', 'One'].map((text) => {
    const [marker] = lineOf(text, { list: 'disc' }).runs;
    return marker?.x;
  });
  assert.equal(markers[0], markers[1]);
});
