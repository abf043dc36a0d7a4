import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TemplateDocument, TemplateElement } from '../../../generated/template.ts';
import { checkVariablesInWorker } from './check-values-in-worker.ts';
import { checkVariables } from './check-values.ts';

const place = { x: 0, y: 0, width: 100, height: 100 };
const document = {
  variables: [
    { name: 'ticket', type: 'barcode', label: 'Ticket' },
    { name: 'link', type: 'qrcode', label: 'Link' },
  ],
  elements: [
    { type: 'barcode', id: 'aztec', symbology: 'azteccode', value: '{{ticket}}', ...place },
    { type: 'qrcode', id: 'qr', value: '{{link}}', ...place },
  ] as TemplateElement[],
} as unknown as TemplateDocument;

/** Text that compresses badly in a code. It is new each time, since encoded codes are cached. */
let texts = 0;
const text = (length: number): string => `${(texts += 1)} ${'aB1x§'.repeat(length)}`.slice(0, length);

describe('codes checked in a worker thread', () => {
  for (const [name, given] of [
    ['small', { ticket: text(20), link: text(20) }],
    ['large', { ticket: text(600), link: text(1_400) }],
    ['too large', { ticket: text(2_000), link: text(2_500) }],
    ['one of them', { ticket: text(2_000), link: text(10) }],
    ['far too large', { ticket: text(10_000), link: text(10_000) }],
  ] as const) {
    test(`get the same results as without the thread: ${name}`, async () => {
      assert.deepEqual(
        await checkVariablesInWorker({ document, files: [] }, given),
        checkVariables({ document, files: [] }, given),
      );
    });
  }

  test('do not block the event loop', async () => {
    let isOver = false;
    let turns = 0;
    const count = (): void => {
      turns += 1;
      if (!isOver) setTimeout(count, 1);
    };
    setTimeout(count, 1);
    const checked = await checkVariablesInWorker(
      { document, files: [] },
      { ticket: text(2_000), link: text(2_300) },
    );
    isOver = true;
    assert.ok(!checked.ok);
    assert.ok(turns > 5, `${turns} turns`);
  });

  test('are left to the renderer beyond a number', async () => {
    const element = { type: 'barcode', symbology: 'azteccode', ...place };
    const check = (count: number, length: number) => {
      const names = Array.from({ length: count }, (_, at) => `v${at}`);
      const elements = names.map((name) => ({ ...element, id: name, value: `{{${name}}}` }));
      const variables = names.map((name) => ({ name, type: 'text' }));
      const many = { ...document, variables, elements } as unknown as TemplateDocument;
      const given = Object.fromEntries(names.map((name) => [name, text(length)]));
      return checkVariablesInWorker({ document: many, files: [] }, given);
    };
    const checked = await check(40, 3_000);
    assert.ok(!checked.ok);
    assert.equal(checked.problemCount, 5);
  });

  test('may be checked concurrently', async () => {
    const asked = Array.from({ length: 5 }, (_, index) =>
      checkVariablesInWorker(
        { document, files: [] },
        { ticket: text(index % 2 === 0 ? 300 : 3_000), link: 'x' },
      ),
    );
    const answers = await Promise.all(asked);
    assert.deepEqual(
      answers.map(({ ok }) => ok),
      [true, false, true, false, true],
    );
  });
});
