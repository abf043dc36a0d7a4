import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markdownRuns } from './markdown.ts';

test('marks become runs, within each other too', () => {
  assert.deepEqual(markdownRuns('a **b *c* b** ~~d~~ `e*` [f](https://g.example/h)'), [
    { text: 'a ' },
    { text: 'b ', fontWeight: 700 },
    { text: 'c', fontWeight: 700, fontStyle: 'italic' },
    { text: ' b', fontWeight: 700 },
    { text: ' ' },
    { text: 'd', decoration: 'line-through' },
    { text: ' ' },
    { text: 'e*', highlight: { color: '#f2f3f5' } },
    { text: ' ' },
    { text: 'f', href: 'https://g.example/h', decoration: 'underline' },
  ]);
});

test('marks that are not closed or that are escaped are letters', () => {
  assert.deepEqual(markdownRuns('2 * 3 \\*a\\* [b](javascript:c)'), [
    { text: '2 * 3 *a* [b](javascript:c)' },
  ]);
});

test('marks within marks have a limit', () => {
  const text = '**'.repeat(5_000);
  assert.equal(typeof markdownRuns(`${'[**~~'.repeat(3_000)}${text}`).length, 'number');
});
