import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findFormatted, joinFilled, plainFilled, transformFilled, wholeFilled } from './filled-text.ts';

const getWords = ({ text, unbroken }: ReturnType<typeof plainFilled>) =>
  unbroken.map(({ start, end }) => text.slice(start, end));

test('joined texts keep what is held together', () => {
  const joined = joinFilled([
    plainFilled('from '),
    wholeFilled('1 May'),
    plainFilled(' to '),
    wholeFilled('2 May'),
  ]);
  assert.equal(joined.text, 'from 1 May to 2 May');
  assert.deepEqual(getWords(joined), ['1 May', '2 May']);
  assert.deepEqual(getWords(joinFilled([])), []);
});

test('formatted texts are found in the text that they are parts of, each of them', () => {
  const words = (text: string, formatted: string[]) => getWords(findFormatted(text, formatted));
  assert.deepEqual(words('a €1 b €1 c', ['€1', '€1']), ['€1', '€1']);
  // Made in another order, twice in one place, or not shown.
  assert.deepEqual(words('€2 and €1', ['€1', '€2']), ['€2', '€1']);
  assert.deepEqual(words('1.234,5', ['1,234.5', '1.234,5']), ['1.234,5']);
  assert.deepEqual(words('11 May 2026', ['11 May', 'May 2026']), ['11 May 2026']);
  assert.deepEqual(words('none', ['€1']), []);
});

test('a change of case keeps them, also where the length changes', () => {
  const texts = [joinFilled([plainFilled('straße '), wholeFilled('3 märz')]), wholeFilled('5 ß 6')];
  const changed = transformFilled(texts, 'uppercase', 'de');
  assert.deepEqual(
    changed.map(({ text }) => text),
    ['STRASSE 3 MÄRZ', '5 SS 6'],
  );
  assert.deepEqual(changed.map(getWords), [['3 MÄRZ'], ['5 SS 6']]);
  assert.deepEqual(transformFilled([plainFilled('')], 'capitalize', null), [plainFilled('')]);
});
