import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TemplateDocument } from '../../../../generated/template.ts';
import { redPng } from '../../../../test/helpers/authoring.ts';
import { checkVariables } from '../../variables/check-values.ts';
import { locateFindings } from '../locate-problems.ts';
import { checkDocument } from './check-document.ts';
import { writeInOrder } from '../key-order.ts';
import {
  checkDocumentInWorker,
  checkValuesInWorker,
  locateFindingsInWorker,
  namedFilesInWorker,
  writeInOrderInWorker,
} from './in-worker.ts';

const pixel = `data:image/png;base64,${redPng.toString('base64')}`;

/** A document with a problem of the schema, other problems, a warning, and files. */
function documentWith(rectangles: number) {
  const size = { x: 0, y: 0, width: 10, height: 10 };
  const json = {
    schemaVersion: 1,
    name: 'Card',
    viewport: { width: 400, height: 400 },
    elements: [
      { type: 'rect', id: 'wrong', ...size, fill: 'no colour' },
      { type: 'rect', id: 'twice', ...size },
      { type: 'rect', id: 'twice', ...size },
      { type: 'rect', id: 'away', ...size, x: 5_000 },
      { type: 'image', id: 'lost', ...size, src: 'images/lost.png' },
      { type: 'image', id: 'kept', ...size, src: 'images/kept.png' },
      { type: 'image', id: 'inside', ...size, src: pixel },
      ...Array.from({ length: rectangles }, (_, index) => ({ type: 'rect', id: `r${index}`, ...size })),
    ],
  };
  return { json, paths: ['images/kept.png'], maxOutputPixels: 1_000_000 };
}

/** Turns of the event loop until a promise is settled. */
async function countTurns(promise: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isSettled = false;
  const settle = () => void (isSettled = true);
  promise.then(settle, settle);
  while (!isSettled) {
    await new Promise((resolve) => setImmediate(resolve));
    turns += 1;
  }
  return turns;
}

test('a document with codes or patterns that take long is checked in a thread', async () => {
  const place = { x: 0, y: 0, width: 50, height: 50 };
  const code = { type: 'barcode', symbology: 'hanxin', options: { version: 60 }, ...place };
  const codes = Array.from({ length: 5 }, (_, at) => ({ ...code, id: `c${at}`, value: `in a thread ${at}` }));
  const pattern = { name: 'a', type: 'text', validation: { pattern: '(a?){1000}' } };
  for (const more of [{ elements: codes }, { elements: [], variables: [pattern] }]) {
    const { json, ...rest } = documentWith(0);
    const checking = checkDocumentInWorker({ ...rest, json: { ...json, ...more } });
    assert.ok((await countTurns(checking)) > 20);
    assert.deepEqual((await checking).problems, []);
  }
});

test('so are values that take long, such as those of examples', async () => {
  const variable = { name: 'a', type: 'text', validation: { pattern: '(a?){1000}' } } as const;
  const { json } = documentWith(0);
  const template = {
    document: { ...json, elements: [], variables: [variable] } as TemplateDocument,
    files: [],
  };
  const checking = checkValuesInWorker(template, { a: 'a'.repeat(900) });
  assert.ok((await countTurns(checking)) > 20);
  assert.deepEqual(await checking, checkVariables(template, { a: 'a'.repeat(900) }));
});

describe('a large document', { timeout: 60_000 }, () => {
  const large = documentWith(20_000);

  test('is checked in a thread with the same findings, while other work goes on', async () => {
    const checking = checkDocumentInWorker(large);
    assert.ok((await countTurns(checking)) > 100);
    const found = await checking;
    // A Buffer arrives as a Uint8Array.
    assert.deepEqual(found, structuredClone(await checkDocument(large)));
    assert.deepEqual(
      found.problems.map(({ pointer }) => pointer),
      ['/elements/0/fill', '/elements/2/id', '/elements/4/src'],
    );
    assert.deepEqual(
      found.warnings.map(({ pointer }) => pointer),
      ['/elements/3'],
    );
    assert.deepEqual(
      found.fileUses.map(({ pointer, data }) => [pointer, data === undefined]),
      [
        ['/elements/5/src', true],
        ['/elements/6/src', false],
      ],
    );

    const locating = locateFindingsInWorker(large.json, found);
    assert.ok((await countTurns(locating)) > 100);
    assert.deepEqual(await locating, locateFindings(large.json, found));
  });

  test('is searched for the files that it names in that thread, and written there', async () => {
    const paths = ['images/kept.png', 'images/other.png'];
    const naming = namedFilesInWorker(large.json, paths);
    assert.ok((await countTurns(naming)) > 100);
    assert.deepEqual(await naming, new Set(['images/kept.png']));

    const writing = writeInOrderInWorker(large.json);
    assert.ok((await countTurns(writing)) > 100);
    assert.equal(await writing, writeInOrder(large.json));
  });

  test('is one of several at once', async () => {
    const documents = [large, documentWith(2_000), documentWith(3_000)];
    const found = await Promise.all(documents.map((document) => checkDocumentInWorker(document)));
    assert.deepEqual(
      found.map(({ problems }) => problems.length),
      [3, 3, 3],
    );
  });
});

test('the check of a workspace comes after one of another at most, however many that has', async () => {
  const ended: string[] = [];
  const check = async (owner: string): Promise<void> => {
    await checkDocumentInWorker(documentWith(2_000), owner);
    ended.push(owner);
  };
  await Promise.all([...Array.from({ length: 6 }, () => check('many')), check('one')]);
  assert.ok(ended.indexOf('one') <= 1, ended.join());
});

test('a small document is checked at once', async () => {
  assert.ok((await countTurns(checkDocumentInWorker(documentWith(10)))) <= 2);
});
