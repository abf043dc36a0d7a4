import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TemplateDocument } from '../../../generated/template.ts';
import { takeSmallRows } from '../../render/bind/quick-to-bind.ts';
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

const plain = {
  ...document,
  variables: [{ name: 'title', type: 'text', defaultValue: 'none' }],
  elements: [{ type: 'text', id: 't', x: 0, y: 0, width: 90, height: 20, text: '{{ title }}' }],
} as unknown as TemplateDocument;

/** A row whose list has 50 lists of 99 entries. */
const makeRow = (b = '1') => ({
  rows: Array.from({ length: 50 }, () => ({ a: 'x', inner: Array.from({ length: 99 }, () => ({ b })) })),
});

async function check(
  rows: readonly object[],
  { signal = new AbortController().signal, workspaceId = 'w', maxMs = 60_000 } = {},
) {
  const refusedMs: number[] = [];
  const options = {
    options: { now: new Date(0) },
    lines: rows.map((_, index) => index + 2),
    workspaceId,
    signal,
    countRefused: (workMs: number) => Promise.resolve(void refusedMs.push(workMs)),
  };
  const given = rows as Record<string, unknown>[];
  const checking = checkRows({ document, files: [] }, given, options, maxMs);
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

  test('are not checked any further once the client has gone; the time of the check is counted', async () => {
    const left = new AbortController();
    const checking = check([makeRow(), makeRow()], { signal: left.signal });
    left.abort(new Error('gone'));
    const { outcome, refusedMs } = await checking;
    assert.equal((outcome as Error).message, 'gone');
    assert.equal(refusedMs.length, 1);
    assert.ok(Number(refusedMs[0]) > 0);
  });

  test('that take too long together are refused, by the first that was not checked', async () => {
    const { outcome, refusedMs } = await check([makeRow(), makeRow(), makeRow()], { maxMs: 0 });
    assert.ok(outcome instanceof Problem);
    assert.equal(outcome.code, 'VALIDATION_ERROR');
    assert.equal(outcome.facts.errors?.[0]?.pointer, '/rows/1');
    assert.equal(refusedMs.length, 1);
    assert.ok((await check([makeRow()], { maxMs: 0 })).outcome instanceof Array);
  });

  test('of two submissions of a workspace are checked at a time', async () => {
    const left = new AbortController();
    const checks = [1, 2].map(() => check([makeRow()], { workspaceId: 'busy' }));
    const third = check([makeRow()], { workspaceId: 'busy', signal: left.signal });
    const other = check([makeRow()], { workspaceId: 'other' });
    const quick = checkRows({ document: plain, files: [] }, [{}], {
      options: {},
      workspaceId: 'busy',
      signal: left.signal,
      countRefused: () => Promise.resolve(),
    });
    await quick;
    left.abort(new Error('gone'));
    const { outcome, refusedMs } = await third;
    assert.equal((outcome as Error).message, 'gone');
    assert.deepEqual(refusedMs, []);
    for (const checked of [...checks, other]) assert.ok((await checked).outcome instanceof Array);
  });

  test('of a submission are refused while 256 of its workspace are checked or wait', async () => {
    const left = new AbortController();
    const checks = Array.from({ length: 257 }, () =>
      check([makeRow()], { workspaceId: 'full', signal: left.signal }),
    );
    left.abort(new Error('gone'));
    const outcomes = (await Promise.all(checks)).map(({ outcome }) => outcome as Error);
    const refused = outcomes.filter((outcome) => outcome instanceof Problem);
    assert.deepEqual(
      refused.map(({ code, facts }) => [code, facts.retryAfterSeconds]),
      [['SERVICE_UNAVAILABLE', 1]],
    );
    assert.equal(outcomes.filter(({ message }) => message === 'gone').length, 256);
  });

  test('that are quick by themselves are checked in a thread if they are not together', () => {
    const rows = (count: number) => Array.from({ length: count }, () => ({ title: 'x' }));
    for (const [count, isQuick] of [
      [1, true],
      [50, true],
      [400, false],
    ] as const)
      assert.equal(takeSmallRows(plain, rows(count)).isQuick, isQuick, String(count));
    assert.equal(takeSmallRows(plain, rows(400)).rows.length, 400);
  });
});
