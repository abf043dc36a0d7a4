/** PDFs with a password, as qpdf and PDFium open them. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { qrcode, rect, render, text } from '../helpers/scenes.ts';
import { readWithPassword } from './validators.ts';

const password = 'pässwörd 密码';
const glass = {
  type: 'linear',
  angle: 90,
  stops: [
    { offset: 0, color: '#000000ff' },
    { offset: 1, color: '#ff000000' },
  ],
} as const;

async function write() {
  const scene = {
    width: 200,
    height: 200,
    language: 'en',
    description: { title: 'Payslip of Ann', keywords: 'pay, Ann' },
    elements: [
      rect({ x: 0, y: 0, width: 100, height: 100, fill: glass }),
      text('Secret salary 😀', 14, {
        x: 5,
        y: 5,
        width: 190,
        height: 30,
        tag: 'H1',
        href: 'https://a.example',
      }),
      qrcode({ x: 5, y: 60, width: 60, height: 60, value: 'pay' }),
    ],
  };
  return (await render(scene, { output: { format: 'pdf', password } })).data;
}

test('qpdf opens the file with its password only, and finds no fault', { timeout: 600_000 }, async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'platen-password-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'payslip.pdf');
  await writeFile(file, await write());
  assert.deepEqual(await readWithPassword(file, password), {
    faults: [],
    title: 'Payslip of Ann',
    xmpTitle: 'Payslip of Ann',
    method: 'R6 V5 aesv3',
    bookmarks: ['Secret salary 😀'],
    uri: 'https://a.example/',
  });
  for (const wrong of ['', 'password']) assert.equal(await readWithPassword(file, wrong), null);
});

test('PDFium reads the text with the password, and draws the page', async () => {
  const library = await PDFiumLibrary.init();
  try {
    const data = await write();
    const document = await library.loadDocument(data, password);
    assert.ok(document.getPage(0).getText().startsWith('Secret salary'));
    document.destroy();
    await assert.rejects(library.loadDocument(data, 'password'));
  } finally {
    library.destroy();
  }
});
