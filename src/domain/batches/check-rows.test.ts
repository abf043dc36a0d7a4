import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TemplateDocument } from '../../../generated/template.ts';
import { Problem } from '../problems/problem.ts';
import { checkRows } from './check-rows.ts';

const fields = [
  { name: 'a', type: 'text', validation: { maxLength: 3 } },
  { name: 'inner', type: 'list', fields: [{ name: 'b', type: 'number' }] },
];
const document = {
  schemaVersion: 1,
  name: 'Rows',
  viewport: { width: 100, height: 100 },
  variables: [
    { name: 'title', type: 'text', defaultValue: 'none' },
    { name: 'rows', type: 'list', fields },
  ],
  elements: [
    {
      type: 'text',
      id: 't',
      x: 0,
      y: 0,
      width: 90,
      height: 20,
      text: '{{ sum(rows.map(r, sum(r.inner.map(i, i.b)))) }}',
    },
  ],
} as unknown as TemplateDocument;

/** A row whose list has 50 lists of 99 entries. */
const makeRow = (b = '1') => ({
  rows: Array.from({ length: 50 }, () => ({ a: 'x', inner: Array.from({ length: 99 }, () => ({ b })) })),
});

async function check(rows: readonly object[], { signal = new AbortController().signal } = {}) {
  const refusedMs: number[] = [];
  const checking = checkRows({ document, files: [] }, rows as Record<string, unknown>[], {
    options: { now: new Date(0) },
    lines: rows.map((_, index) => index + 2),
    workspaceId: 'w',
    signal,
    countRefused: (workMs) => Promise.resolve(void refusedMs.push(workMs)),
  });
  const outcome = await checking.catch((error: unknown) => error);
  return { outcome, refusedMs };
}

describe('the rows of a batch', () => {
  test('with nested lists are checked without holding the event loop', async () => {
    const started = check([makeRow(), makeRow(), makeRow()]);
    let isRunning = true;
    void started.finally(() => (isRunning = false));
    let turns = 0;
    for (; isRunning; turns += 1) await nextTurn();
    const { outcome, refusedMs } = await started;
    assert.deepEqual(
      outcome,
      Array.from({ length: 3 }, () => new Map([['title', 'none']])),
    );
    assert.deepEqual(refusedMs, []);
    // In this thread, each row has one turn.
    assert.ok(turns > 50, String(turns));
  });

  test('that are wrong are listed in order, with their lines; the time of the check is counted', async () => {
    const { outcome, refusedMs } = await check([
      { title: 'fine' },
      { rows: [{ a: 'long' }, { inner: 'no list' }] },
      makeRow(),
      { rows: '[{"a":"four"}]', other: '' },
    ]);
    assert.ok(outcome instanceof Problem);
    assert.equal(outcome.code, 'VARIABLE_VALIDATION_FAILED');
    assert.match(outcome.detail, /^Row 3: .* \(4 problems in 2 rows, see errors\)$/u);
    assert.deepEqual(
      outcome.facts.errors?.map(({ pointer }) => pointer),
      ['/rows/1/rows/0/a', '/rows/1/rows/1/inner', '/rows/3/rows/0/a', '/rows/3/other'],
    );
    assert.equal(refusedMs.length, 1);
    assert.ok(Number(refusedMs[0]) > 0);
  });

  test('have at most a hundred problems described, and all counted', async () => {
    const wrong = { rows: Array.from({ length: 60 }, () => ({ a: 'long' })) };
    const { outcome } = await check([wrong, wrong, wrong]);
    assert.ok(outcome instanceof Problem);
    assert.equal(outcome.facts.errors?.length, 100);
    assert.deepEqual(outcome.facts.inRows, { errorCount: 180, rowCount: 3 });
  });

  test('whose values cannot be bound are refused by their variable', async () => {
    const picture = { type: 'image', id: 'p', x: 0, y: 0, width: 9, height: 9, src: 'ftp://{{ title }}' };
    const other = { ...document, elements: [picture] } as unknown as TemplateDocument;
    const checking = checkRows({ document: other, files: [] }, [{ title: 'x' }], {
      options: {},
      workspaceId: 'w',
      signal: new AbortController().signal,
      countRefused: () => Promise.resolve(),
    });
    await assert.rejects(
      checking,
      (error) => error instanceof Problem && error.facts.errors?.[0]?.pointer === '/rows/0/title',
    );
  });

  test('are not checked any further once the client has gone', async () => {
    const { outcome } = await check([makeRow(), makeRow()], { signal: AbortSignal.abort(new Error('gone')) });
    assert.equal((outcome as Error).message, 'gone');
  });
});
