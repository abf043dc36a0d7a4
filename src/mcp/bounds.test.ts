import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boundDefaults, boundDocument, boundWarnings, getFirst, sayLeftOut } from './bounds.ts';

test('rows keep their first warnings, and what is left out is counted', () => {
  const warning = { code: 'TEXT_OVERFLOW', elementId: 'title', detail: 'a'.repeat(200) };
  const item = { rowIndex: 0, filename: 'a.png', size: 1, status: 'SUCCESS', error: null } as const;
  const items = Array.from({ length: 100 }, (_, rowIndex) => ({
    ...item,
    rowIndex,
    warnings: Array.from({ length: 20 }, () => warning),
    warningCount: 30,
  }));
  const bounded = boundWarnings(items);
  assert.ok(JSON.stringify(bounded).length < 25_000);
  assert.equal(bounded.items.length, 100);
  const kept = bounded.items.flatMap(({ warnings }) => warnings).length;
  assert.ok(kept > 40);
  assert.deepEqual(bounded.lines, [`${3_000 - kept} warnings of these rows are not listed.`]);
  const few = [{ ...item, warnings: [warning], warningCount: 1 }];
  assert.deepEqual(boundWarnings(few), { items: few, lines: [] });
});

test('long defaults are cut, and named', () => {
  const variable = { type: 'text', label: 'Text', required: false } as const;
  const variables = [
    { ...variable, name: 'short', defaultValue: 'a' },
    { ...variable, name: 'long', defaultValue: 'word '.repeat(1_000) },
  ];
  const bounded = boundDefaults(variables);
  assert.deepEqual(bounded.variables[0], variables[0]);
  assert.match(bounded.variables[1]?.defaultValue ?? '', /^(?:word )+word…$/);
  assert.ok((bounded.variables[1]?.defaultValue ?? '').length <= 500);
  assert.deepEqual(bounded.lines, ['Cut after "…": the default of "long".']);
});

test('a document is whole or left out, with the reason', () => {
  const small = { elements: [] };
  assert.deepEqual(boundDocument(small), { document: small, lines: [] });
  const { document, lines } = boundDocument({ src: `data:image/png;base64,${'A'.repeat(90_000)}` });
  assert.equal(document, null);
  assert.match(lines.join(), /^The document has 90,032 characters, too many .*Studio/);
});

test('lists have their first entries, and what is left out is counted', () => {
  const files = Array.from({ length: 27 }, (_, index) => `files/${index}.png`);
  assert.deepEqual(getFirst(files), files.slice(0, 25));
  assert.deepEqual(sayLeftOut(files, 'file'), ['2 more files are not listed.']);
  assert.deepEqual(sayLeftOut(files.slice(1), 'file'), ['1 more file is not listed.']);
  assert.deepEqual(sayLeftOut(files.slice(2), 'file'), []);
});
