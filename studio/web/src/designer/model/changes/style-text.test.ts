import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TextElement } from '../template.ts';
import { openDesign, undo, type Design } from '../design.ts';
import { changePart, partOf, toggleStyle, type TextStyle } from './style-text.ts';

const open = (keys: Partial<TextElement>): Design =>
  openDesign({
    schemaVersion: 1,
    name: 'Card',
    viewport: { width: 100, height: 100 },
    elements: [{ type: 'text', id: 'title', x: 0, y: 0, width: 90, height: 20, ...keys }],
  });

const textIn = ({ document }: Design) => {
  const { text, runs } = JSON.parse(JSON.stringify(document.elements[0])) as TextElement;
  return runs ?? text;
};

const toggle = (design: Design, from: number, to: number, style: TextStyle) =>
  toggleStyle(design, 'title', { from, to }, style);

test('a word in the middle gets a style of its own, and loses it again', () => {
  const design = open({ text: 'Save the whole date' });
  const bold = toggle(design, 9, 14, 'bold');
  assert.deepEqual(textIn(bold), [
    { text: 'Save the ' },
    { text: 'whole', fontWeight: 700 },
    { text: ' date' },
  ]);
  const both = toggle(bold, 9, 14, 'italic');
  assert.deepEqual((textIn(both) as object[])[1], { text: 'whole', fontWeight: 700, fontStyle: 'italic' });
  assert.deepEqual(textIn(toggle(toggle(both, 9, 14, 'bold'), 9, 14, 'italic')), 'Save the whole date');
  assert.deepEqual(textIn(undo(bold)), 'Save the whole date');
});

test('a part over several runs gets the style as a whole first', () => {
  const design = open({ runs: [{ text: 'ab', decoration: 'underline' }, { text: 'cd' }] });
  const all = toggle(design, 1, 3, 'underline');
  assert.deepEqual(textIn(all), [{ text: 'abc', decoration: 'underline' }, { text: 'd' }]);
  assert.deepEqual(textIn(toggle(all, 1, 3, 'underline')), [
    { text: 'a', decoration: 'underline' },
    { text: 'bcd' },
  ]);
});

test('in a bold text a word becomes regular', () => {
  const design = open({ text: 'one two', fontWeight: 800 });
  const regular = [{ text: 'one ' }, { text: 'two', fontWeight: 400 }];
  assert.deepEqual(textIn(toggle(design, 4, 7, 'bold')), regular);
  assert.deepEqual(toggle(toggle(design, 0, 7, 'bold'), 0, 7, 'italic').document.elements[0], {
    ...design.document.elements[0],
    fontWeight: undefined,
    fontStyle: 'italic',
  });
  assert.equal(toggle(design, 3, 3, 'bold').document, design.document);
});

test('a part is styled like a text, and neighbours of the same style are one run', () => {
  const design = open({ id: 't', text: 'Only 3.50' });
  const read = ({ document }: Design) => document.elements[0] as TextElement;
  const range = { from: 5, to: 9 };
  assert.deepEqual(partOf(read(design), range), [{ text: '3.50' }]);
  // All of a text of one style is no part.
  assert.equal(partOf(read(design), { from: 0, to: 9 }), null);
  assert.equal(partOf(read(design), { from: 9, to: 12 }), null);
  const red = changePart(design, 't', range, (run) => void (run.color = '#c00'));
  assert.deepEqual(read(red).runs, [{ text: 'Only ' }, { text: '3.50', color: '#c00' }]);
  const larger = changePart(red, 't', { from: 5, to: 6 }, (run) => void (run.fontSize = 20));
  assert.deepEqual(partOf(read(larger), range)?.length, 2);
  const all = changePart(larger, 't', range, (run) => Object.assign(run, { fontSize: 30 }));
  assert.deepEqual(read(all).runs, [{ text: 'Only ' }, { text: '3.50', color: '#c00', fontSize: 30 }]);
});
