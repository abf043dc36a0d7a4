import assert from 'node:assert/strict';
import { test } from 'node:test';

import { PDFDocument, PDFHexString, PDFName, PDFRawStream, PDFString } from 'pdf-lib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

import { endFile, FileWriter } from './write-file.ts';

/** A document with more small objects than one stream holds, with gaps between their numbers. */
async function documentWith(objects: number): Promise<PDFDocument> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const { context } = document;
  document.addPage([200, 100]);
  document.setLanguage('de');
  document.setTitle('Größe (1\\2)');
  await document.flush();
  const id = PDFHexString.of('00112233445566778899aabbccddeeff');
  context.trailerInfo.ID = context.obj([id, id]);
  const kids = Array.from({ length: objects }, (_, index) =>
    context.register(
      context.obj({ S: 'P', Alt: PDFString.of(`text \\(${index}\\)`), K: [index, { MCID: 1.5 }] }),
    ),
  );
  for (const [index, ref] of kids.entries()) if (index % 7 === 3) context.delete(ref);
  document.catalog.set(PDFName.of('Kids'), context.obj(kids.filter((_, index) => index % 7 !== 3)));
  const pixels = context.stream(new Uint8Array([0, 255, 13, 10]), { Type: 'XObject' });
  document.catalog.set(PDFName.of('Pixels'), context.register(pixels));
  return document;
}

function write(document: PDFDocument): Uint8Array {
  const writer = new FileWriter('1.7', document.context);
  endFile(document, writer);
  return Buffer.concat(writer.take());
}

function getObjects({ context }: PDFDocument): string[] {
  return context.enumerateIndirectObjects().flatMap(([ref, object]) => {
    if (!(object instanceof PDFRawStream)) return [`${String(ref)} ${String(object)}`];
    const type = object.dict.get(PDFName.of('Type'));
    if (type === PDFName.of('ObjStm') || type === PDFName.of('XRef')) return [];
    return [`${String(ref)} ${String(object.dict)} ${object.getContents().join(' ')}`];
  });
}

test('all objects are read again as they were', async () => {
  for (const objects of [0, 1, 195, 196, 450]) {
    const document = await documentWith(objects);
    const read = await PDFDocument.load(write(document), { updateMetadata: false });
    assert.deepEqual(getObjects(read), getObjects(document));
    assert.equal(read.getTitle(), 'Größe (1\\2)');
  }
});

test('pdf.js finds the objects by the table of references', async () => {
  const file = write(await documentWith(450));
  assert.match(Buffer.from(file.subarray(0, 9)).toString('latin1'), /^%PDF-1\.7\n/u);
  const loading = getDocument({ data: new Uint8Array(file), verbosity: 0, stopAtErrors: true });
  const document = await loading.promise;
  assert.equal(document.numPages, 1);
  const { info } = await document.getMetadata();
  assert.equal((info as { Language?: string }).Language, 'de');
  assert.deepEqual(document.fingerprints[0], '00112233445566778899aabbccddeeff');
  await document.destroy();
});
