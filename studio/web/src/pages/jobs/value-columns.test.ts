import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownValue, valueColumns } from './value-columns.ts';

const rows = [
  { values: { foto: 'a.jpg', old: 'x', course: 'Baking', recipient: 'Ada', note: '' } },
  { values: { recipient: 'Bo', city: 'Rome' } },
];
const names = ['recipient', 'course', 'issued', 'note', 'city', 'foto'];

test('without a sheet, columns have the order of the variables; those of removed ones come last', () => {
  const columns = valueColumns(null, names, rows);
  assert.deepEqual(
    columns.map(({ name }) => name),
    ['recipient', 'course', 'city', 'foto', 'old'],
  );
});

test('columns of the sheet come first, by its names and in its order, also empty ones', () => {
  const sheet = [
    { name: 'Bild', variable: 'foto' },
    { name: '{{Vorname}} {{Nachname}}', variable: 'recipient' },
    { name: 'Anmerkung', variable: 'note' },
  ];
  const columns = valueColumns(sheet, names, rows);
  assert.deepEqual(columns.slice(0, 3), sheet);
  assert.deepEqual(
    columns.slice(3).map(({ name }) => name),
    ['course', 'city', 'old'],
  );
});

test('a picture beside the table is shown by its name; a text that looks like one stays', () => {
  assert.equal(shownValue('pictures/ada.jpg', true), 'ada.jpg');
  assert.equal(shownValue('files/logo.png', true), 'files/logo.png');
  assert.equal(shownValue('pictures/ada.jpg', false), 'pictures/ada.jpg');
});
