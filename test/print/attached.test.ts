/** Pages of other PDFs, as pypdf reads them, which forgives nothing. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { makeBusyPdf, makePdf } from '../helpers/foreign-pdfs.ts';
import { render, text } from '../helpers/scenes.ts';
import { readStrictlyWithPypdf } from './validators.ts';

test('pypdf reads all pages of a file with pages of other PDFs, without a complaint', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'platen-attached-'));
  t.after(() => rm(folder, { recursive: true }));
  const { data } = await render(
    {
      language: 'en',
      elements: [text('Own', 16, { x: 5, y: 5, width: 90, height: 20, tag: 'H1' })],
      attached: [
        { place: 'prepend', path: 'letter.pdf', asset: 'letter' },
        { place: 'append', path: 'terms.pdf', asset: 'terms' },
      ],
    },
    { files: { letter: await makePdf(['Letter']), terms: await makeBusyPdf() }, output: { format: 'pdf' } },
  );
  const file = path.join(folder, 'attached.pdf');
  await writeFile(file, data);
  const { texts, complaints } = await readStrictlyWithPypdf(file);
  assert.deepEqual(
    texts.map((each) => each.trim()),
    ['Letter', 'Own', 'First', 'Second'],
  );
  assert.deepEqual(complaints, []);
});
