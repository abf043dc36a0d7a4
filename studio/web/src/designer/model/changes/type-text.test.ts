import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TextElement } from '../template.ts';
import { openDesign, select, undo, type Design } from '../design.ts';
import { typeIntoRuns } from '../merge/merge-text.ts';
import { nameAfterText, typeText } from './type-text.ts';

const runs = ['Only ', '12', ' seats'];

test('what is typed belongs to the run that it is typed in', () => {
  assert.deepEqual(typeIntoRuns(runs, 'Only 142 seats'), ['Only ', '142', ' seats']);
  assert.deepEqual(typeIntoRuns(runs, 'Only 12 free seats'), ['Only ', '12', ' free seats']);
});

test('at the border of two runs it belongs to the one before', () => {
  assert.deepEqual(typeIntoRuns(runs, 'Only 123 seats'), ['Only ', '123', ' seats']);
  assert.deepEqual(typeIntoRuns(runs, 'Not Only 12 seats'), ['Not Only ', '12', ' seats']);
  assert.deepEqual(typeIntoRuns(runs, 'Only 12 seats!'), ['Only ', '12', ' seats!']);
});

test('a range over several runs is replaced in the first of them', () => {
  assert.deepEqual(typeIntoRuns(runs, 'Only a few'), ['Only ', 'a few', '']);
  assert.deepEqual(typeIntoRuns(runs, ''), ['', '', '']);
  assert.deepEqual(typeIntoRuns(['', '', ''], 'New'), ['New', '', '']);
});

test('nothing is lost, whatever is typed', () => {
  const texts = [
    '',
    'Only',
    'seats',
    '12',
    'Only  seats',
    'Only 12 seatss',
    'OOnly 12 seats',
    '11222',
    'aaa',
  ];
  for (const before of texts) {
    for (const after of texts) {
      const typed = typeIntoRuns([before.slice(0, 2), before.slice(2, 3), before.slice(3)], after);
      assert.equal(typed.join(''), after);
    }
  }
});

test('a new text is named after its first line, once', () => {
  const box = { x: 0, y: 0, width: 9, height: 9 };
  const text = (id: string): TextElement => ({ ...box, type: 'text', id, text: 'New text' });
  const viewport = { width: 9, height: 9 };
  const before = select(
    openDesign({
      schemaVersion: 1,
      name: 't',
      viewport,
      elements: [text('Text'), text('Text 2'), text('title')],
    }),
    ['Text 2'],
  );
  const getName = (design: Design, typed: string, id = 'Text 2') =>
    nameAfterText(typeText(design, id, typed), id, 'Text', 'New text').document.elements.map(
      (each) => each.id,
    );
  assert.deepEqual(getName(before, '  Hello  {{ name }},\nnice to see you'), [
    'Text',
    'Hello name,',
    'title',
  ]);
  assert.deepEqual(getName(before, 'title'), ['Text', 'title 2', 'title']);
  assert.deepEqual(getName(before, 'A sentence that is longer than a name may be'), [
    'Text',
    'A sentence that is longer than',
    'title',
  ]);
  for (const typed of ['', ' ', 'New text']) assert.deepEqual(getName(before, typed)[1], 'Text 2');
  assert.deepEqual(getName(before, 'Other', 'title'), ['Text', 'Text 2', 'title']);
  const named = nameAfterText(typeText(before, 'Text 2', 'Hi'), 'Text 2', 'Text', 'New text');
  assert.deepEqual(named.selection, ['Hi']);
  assert.equal(undo(named).document.elements[1]?.id, 'Text 2');
});
