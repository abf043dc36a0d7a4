import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findMarks, isNoise, markedAddress, markedLayer } from './marks.ts';

test('finds the marks that people write into texts, in their order', () => {
  const text =
    'Dear {{ first name }} {last_name}, %%DATE%% in [City] <<SEAT>> ${ort} [日付] <col_1> [[balise]]';
  assert.deepEqual(
    findMarks(text).map(({ mark, name }) => [mark, name]),
    [
      ['{{ first name }}', 'first name'],
      ['{last_name}', 'last_name'],
      ['%%DATE%%', 'DATE'],
      ['[City]', 'City'],
      ['<<SEAT>>', 'SEAT'],
      ['${ort}', 'ort'],
      ['[日付]', '日付'],
      ['<col_1>', 'col_1'],
      ['[[balise]]', 'balise'],
    ],
  );
});

test('leaves what only looks like a mark', () => {
  for (const text of [
    '{ }',
    '[sic]',
    '[1]',
    '100%% of %',
    'a << b >> c'.replace('b', '3'),
    '{{',
    '$5',
    '<br>',
    '1 <two > 3',
  ])
    assert.deepEqual(findMarks(text), [], text);
});

test('an address or data that is a mark is the name of a picture', () => {
  assert.equal(markedAddress('{{PHOTO}}'), 'PHOTO');
  assert.equal(markedAddress('data:image/png;base64,%%PHOTO%%'), 'PHOTO');
  for (const address of ['a.png', 'https://a.example/{{id}}.png', 'data:image/png;base64,iVBO'])
    assert.equal(markedAddress(address), null, address);
});

test('the name of a layer marks a variable with # or braces, a colour does not', () => {
  assert.equal(markedLayer('#title'), 'title');
  assert.equal(markedLayer('{{Seat}}'), 'Seat');
  for (const layer of ['#ff0000', '#fff', 'Title', '[Photo]', '# 1']) assert.equal(markedLayer(layer), null);
});

test('names that programs give say nothing', () => {
  for (const layer of [
    'Text 12',
    'i-text',
    'group_3',
    'Layer 1',
    '1f9a2c31-88aa-4bbb-8ccc-0123456789ab',
    'CasellaDiTesto 4',
    'Rectangle 3',
    'Google Shape;54;p13',
  ])
    assert.ok(isNoise(layer), layer);
  for (const layer of ['Title', 'Name 2', 'Price', 'textual']) assert.ok(!isNoise(layer), layer);
});
