/** What a file says of itself: the title and others, in PDFs and SVGs, and in the report. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { PDFDocument } from 'pdf-lib';

import { readObjects } from '../../../test/helpers/pdf.ts';
import { render } from '../../../test/helpers/scenes.ts';

const description = {
  title: 'Invoice <{{1}}> & "2" 京都',
  author: 'Ann, Ltd. & Co',
  subject: 'Fees <2026>',
  keywords: 'invoice, fees; 東京、大阪',
};

const item = (text: string) => `<rdf:li xml:lang="x-default">${text}</rdf:li>`;

test('the information dictionary and the XMP of a PDF say the same', async () => {
  for (const intent of ['screen', 'print'] as const) {
    const { data } = await render({ description, intent }, { output: { format: 'pdf' } });
    const document = await PDFDocument.load(data, { updateMetadata: false });
    assert.deepEqual(
      [document.getTitle(), document.getAuthor(), document.getSubject(), document.getKeywords()],
      [description.title, description.author, description.subject, description.keywords],
    );
    const xmp = Buffer.from(await readObjects(data), 'latin1').toString('utf8');
    const words = ['invoice', 'fees', '東京', '大阪'].map((word) => `<rdf:li>${word}</rdf:li>`).join('');
    for (const property of [
      `<dc:title><rdf:Alt>${item('Invoice &lt;{{1}}&gt; &amp; "2" 京都')}</rdf:Alt></dc:title>`,
      '<dc:creator><rdf:Seq><rdf:li>Ann, Ltd. &amp; Co</rdf:li></rdf:Seq></dc:creator>',
      `<dc:description><rdf:Alt>${item('Fees &lt;2026&gt;')}</rdf:Alt></dc:description>`,
      `<dc:subject><rdf:Bag>${words}</rdf:Bag></dc:subject>`,
      '<pdf:Keywords>invoice, fees; 東京、大阪</pdf:Keywords>',
    ])
      assert.ok(xmp.includes(property), property);
  }
});

test('a PDF without a title of its own has the name of the template', async () => {
  const { data } = await render({ title: 'Invoice {{no}}' }, { output: { format: 'pdf' } });
  const document = await PDFDocument.load(data, { updateMetadata: false });
  assert.equal(document.getTitle(), 'Invoice {{no}}');
  assert.equal(document.getAuthor(), undefined);
  assert.ok(!(await readObjects(data)).includes('dc:creator'));
});

test('an SVG has a title and a description if the template says them', async () => {
  const write = async (scene: Parameters<typeof render>[0]) =>
    Buffer.from((await render(scene, { output: { format: 'svg' } })).data).toString();
  assert.match(
    await write({ description }),
    /^<svg [^>]*><title>Invoice &lt;\{\{1\}\}&gt; &amp; &quot;2&quot; 京都<\/title><desc>Fees &lt;2026&gt;<\/desc>/u,
  );
  assert.ok(!(await write({ title: 'Card' })).includes('<title>'));
});

test('the report names what the file says', async () => {
  const inspect = { report: true, boxes: false };
  const say = async (format: 'pdf' | 'svg' | 'png', scene: Parameters<typeof render>[0] = { description }) =>
    (await render(scene, { output: { format }, inspect })).report?.description;
  assert.deepEqual(await say('pdf'), description);
  assert.deepEqual(await say('pdf', { title: 'Card' }), { title: 'Card' });
  assert.deepEqual(await say('svg'), { title: description.title, subject: description.subject });
  assert.equal(await say('svg', { title: 'Card' }), undefined);
  assert.equal(await say('png'), undefined);
});
