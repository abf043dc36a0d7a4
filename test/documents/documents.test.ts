/**
 * Documents that people print, in the folders beside this file: a template, values, and `expected.py`, which
 * works out every line of them with Python's decimals and the locales of Babel. The lines are read from PDFs.
 */
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { rasterisePages, readCodes } from '../helpers/codes.ts';
import { readAloud } from '../helpers/pdf.ts';
import { findDifference } from './compare.ts';
import { openDocuments, type Documents } from './open-documents.ts';
import { readLines } from './read-lines.ts';

const entries = await readdir(import.meta.dirname, { withFileTypes: true });
const names = entries
  .filter((entry) => entry.isDirectory() && /^[a-z]/u.test(entry.name))
  .map(({ name }) => name);

describe('documents', { timeout: 600_000 }, () => {
  let documents: Documents;
  before(async () => {
    documents = await openDocuments();
  });
  after(() => documents.close());

  for (const name of names) {
    test(`${name} has the lines that Python works out`, async () => {
      const expected = documents.answers[name]?.expected;
      assert.ok(expected !== undefined, 'expected.py');
      const { data, warnings, templateWarnings } = await documents.render(name);
      assert.deepEqual(templateWarnings, []);
      assert.deepEqual(
        warnings.map(({ code }) => code),
        expected.warnings,
      );
      assert.equal(findDifference(await readLines(data, expected), expected), null);
    });
  }

  test('each line of pick-list has its picture, and codes that a reader reads', async () => {
    const { data } = await documents.render('pick-list');
    const { order, lines } = documents.answers['pick-list']!.values as unknown as PickList;
    const pages = await rasterisePages(data, 3);
    const codes = (await Promise.all(pages.map(readCodes))).flat();
    const read = (format: string) =>
      codes
        .filter((code) => code.format === format)
        .map(({ text }) => text)
        .toSorted();
    assert.deepEqual(read('QRCode'), lines.map(({ bin }) => `${order}/${bin}`).toSorted());
    assert.deepEqual(read('EAN13'), lines.map(({ ean }) => ean).toSorted());
    const spoken = (await Promise.all(pages.map((_, at) => readAloud(data, at + 1)))).flat();
    for (const { name } of lines)
      assert.ok(JSON.stringify(spoken).includes(`["Figure","alt: ${name}"]`), name);
  });
});

interface PickList {
  readonly order: string;
  readonly lines: readonly { readonly name: string; readonly bin: string; readonly ean: string }[];
}
