import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TemplateDocument } from '../../../generated/template.ts';
import { plainDocument } from '../../../test/helpers/http.ts';
import { Problem } from '../problems/problem.ts';
import { requireModestRows } from './modest-rows.ts';

const hug = { width: 'hug', height: 'hug', layout: { direction: 'row' } } as const;
const each = (as: string) => ({ each: '{{ rows }}', as });
const cell = { type: 'rect', id: 'cell', width: 1, height: 1, fill: '#000000', repeat: each('b') };

/** For each pair of entries of `rows` there is a cell. */
function nested(shown: object = cell): TemplateDocument {
  const inner = { type: 'group', id: 'inner', ...hug, repeat: each('c'), elements: [shown] };
  return {
    ...plainDocument,
    variables: [
      { name: 'rows', type: 'list', label: 'Rows', fields: [{ name: 'a', type: 'text' }] },
      { name: 'text', type: 'text', label: 'Text' },
    ],
    elements: [{ type: 'group', id: 'root', x: 0, y: 0, ...hug, elements: [inner] }],
  } as unknown as TemplateDocument;
}

const entries = (count: number) => JSON.stringify(Array.from({ length: count }, () => ({ a: '1' })));
const times = <Row>(count: number, row: Row): Row[] => Array.from({ length: count }, () => row);

/** What is refused; null if nothing is. Counts the refusal. */
async function findRefusal(document: TemplateDocument, rows: Record<string, unknown>[]) {
  const counted: number[] = [];
  const source = { document, files: [] };
  try {
    await requireModestRows(source, rows, {
      options: { locale: undefined, now: undefined },
      workspaceId: 'w',
      signal: new AbortController().signal,
      countRefused: (workMs) => Promise.resolve(void counted.push(workMs)),
    });
  } catch (error) {
    assert.ok(error instanceof Problem);
    assert.equal(counted.length, 1);
    const [{ pointer, detail } = { pointer: '', detail: '' }] = error.facts.errors ?? [];
    return `${pointer}: ${detail}`;
  }
  assert.deepEqual(counted, []);
  return null;
}

test('refuses rows that become too many elements, and names the first that is too much', async () => {
  assert.equal(
    await findRefusal(nested(), times(200, { rows: entries(290) })),
    '/rows/2: With this row, the rows become more than 200,000 elements together, the maximum of one ' +
      'check. Check fewer rows at once.',
  );
  assert.equal(await findRefusal(nested(), times(2, { rows: entries(290) })), null);
});

test('refuses rows whose repeats go through too many entries of which nothing is shown', async () => {
  const hidden = nested({ ...cell, visible: '{{ b.a == "never" }}' });
  const found = await findRefusal(hidden, times(200, { rows: entries(440) }));
  assert.match(found ?? '', /^\/rows\/2: With this row, the repeats go through more than 400,000 entries/u);
});

test('refuses rows with too many characters', async () => {
  const found = await findRefusal(nested(), times(200, { text: 'x'.repeat(300_000) }));
  assert.match(found ?? '', /^\/rows\/3: With this row, the rows have more than 1,000,000 characters/u);
});

test('any two rows can be checked, also those that become too much alone', async () => {
  assert.equal(await findRefusal(nested(), times(2, { rows: entries(5_000) })), null);
  assert.equal(await findRefusal(nested(), times(2, { text: 'x'.repeat(2_000_000) })), null);
});

test('counts elements that are not repeated, too, and rows that are refused as none', async () => {
  const elements = Array.from({ length: 8_000 }, (_, at) => ({
    ...cell,
    id: `c${at}`,
    x: 0,
    y: 0,
    repeat: undefined,
  }));
  const document = { ...plainDocument, variables: [], elements } as unknown as TemplateDocument;
  assert.match((await findRefusal(document, times(200, {}))) ?? '', /^\/rows\/25: .*200,000 elements/u);
  assert.equal(await findRefusal(document, times(200, { unknown: 'x' })), null);
});

test('two hundred ordinary rows can be checked', async () => {
  assert.equal(await findRefusal(nested(), times(200, { rows: entries(20), text: 'x'.repeat(500) })), null);
});
