import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkTemplate } from './check-template.ts';

const encoding = { x: { field: 'name', type: 'nominal' }, y: { field: 'sold', type: 'quantitative' } };
const box = { type: 'chart', x: 0, y: 0, width: 200, height: 100 };
const items = {
  name: 'items',
  type: 'list',
  fields: [
    { name: 'name', type: 'text' },
    { name: 'sold', type: 'number' },
  ],
};

test('charts are checked at import: their keys at once, the rest by laying them out', async () => {
  const document = {
    schemaVersion: 1,
    name: 'Charts',
    viewport: { width: 200, height: 100 },
    variables: [items, { name: 'limit', type: 'number' }],
    elements: [
      { ...box, id: 'sound', spec: { data: { name: 'items' }, mark: 'bar', encoding } },
      {
        ...box,
        id: 'filtered',
        spec: {
          data: { name: 'items' },
          transform: [{ filter: 'datum.sold > limit' }],
          mark: 'bar',
          encoding,
        },
      },
      { ...box, id: 'loads', spec: { data: { url: 'https://example.com/a.json' }, mark: 'bar', encoding } },
      {
        ...box,
        id: 'unknown',
        spec: { data: { values: [{}] }, transform: [{ filter: 'missing > 1' }], mark: 'bar', encoding },
      },
    ],
  };
  const { problems, warnings } = await checkTemplate(document, new Map());
  assert.deepEqual(warnings, []);
  assert.deepEqual(
    problems.map(({ pointer }) => pointer),
    ['/elements/2/spec/data/url', '/elements/3/spec'],
  );
  assert.match(problems[1]?.detail ?? '', /^The chart cannot be drawn; Vega says: .*"missing"/u);
});
