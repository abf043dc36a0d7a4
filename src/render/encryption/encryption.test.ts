/** Encrypted PDFs, as pdf.js opens them. Other readers are asked in test/print. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

import { image, render, text } from '../../../test/helpers/scenes.ts';

const photo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const scene = {
  description: { title: 'Payslip of Ann', author: 'Lake' },
  language: 'en',
  width: 200,
  height: 100,
  elements: [
    text('Secret salary', 16, { x: 5, y: 5, width: 190, height: 30, tag: 'H1' as const }),
    image({ x: 5, y: 40, width: 20, height: 20, asset: 'photo', alt: 'A dot' }),
  ],
};

async function write(password?: string) {
  const { data } = await render(scene, { output: { format: 'pdf', password }, files: { photo } });
  return data;
}

async function read(data: Uint8Array, password?: string) {
  const given = password === undefined ? {} : { password };
  const document = await getDocument({ data: new Uint8Array(data), verbosity: 0, ...given }).promise;
  try {
    const { items } = await (await document.getPage(1)).getTextContent();
    const { info, metadata } = await document.getMetadata();
    const outline = (await document.getOutline()) as readonly { readonly title: string }[];
    return {
      text: items.map((item) => ('str' in item ? item.str : '')).join(''),
      title: (info as { Title?: string }).Title,
      xmpTitle: metadata?.get('dc:title') as unknown,
      bookmarks: outline.map(({ title }) => title),
    };
  } finally {
    await document.destroy();
  }
}

test('a file opens with its password, and with no other', async () => {
  for (const password of ['a', 'pässwörd 密码 😀', 'x'.repeat(127)]) {
    const data = await write(password);
    assert.deepEqual(await read(data, password), {
      text: 'Secret salary',
      title: 'Payslip of Ann',
      xmpTitle: 'Payslip of Ann',
      bookmarks: ['Secret salary'],
    });
    for (const wrong of [undefined, `${password}y`.slice(-127), 'A'])
      await assert.rejects(read(data, wrong), { name: 'PasswordException' });
  }
});

test('nothing that is said can be read without the password, and the file claims no standard', async () => {
  const bytes = Buffer.from(await write('secret word')).toString('latin1');
  assert.match(bytes, /^%PDF-2\.0/u);
  for (const plain of ['Payslip', 'secret word', 'xmpmeta', 'FontDescriptor', '/Title'])
    assert.ok(!bytes.includes(plain), plain);
  assert.equal(bytes.split('/Encrypt ').length, 2);
});

test('keys, salts and ids are new in each file; a file without a password has the same bytes', async () => {
  const readId = (data: Uint8Array) =>
    /\/ID \[ *<([0-9a-f]+)>/iu.exec(Buffer.from(data).toString('latin1'))?.[1];
  const [one, other] = [await write('a'), await write('a')];
  assert.notDeepEqual(Buffer.from(one), Buffer.from(other));
  // The id is not encrypted: that of the content would tell which of two contents a file has.
  assert.match(readId(one) ?? '', /^[0-9a-f]{32}$/iu);
  assert.notEqual(readId(one), readId(other));
  assert.equal(readId(await write()), readId(await write()));
  assert.deepEqual(Buffer.from(await write()), Buffer.from(await write()));
});
