/** PDFs as other programs write them, for the pages before and after those of a template. */
import { PDFDocument, PDFName, PDFString, StandardFonts, degrees, type PDFPage } from 'pdf-lib';

import { encryptWithPassword } from '../../src/render/encryption/standard-security.ts';
import { endFile, FileWriter } from '../../src/render/pdf/write-file.ts';

/** What to add to a document before it is written. */
type Change = (document: PDFDocument, pages: readonly PDFPage[]) => void | Promise<void>;

/** A document with one line of text on each page. */
export async function makePdf(lines: readonly string[], change?: Change): Promise<Buffer> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const font = await document.embedFont(StandardFonts.Helvetica);
  const pages = lines.map((line) => {
    const page = document.addPage([300, 200]);
    page.drawText(line, { x: 20, y: 150, size: 14, font });
    return page;
  });
  await change?.(document, pages);
  return Buffer.from(await document.save());
}

/** A document that only opens with a password. */
export async function makeEncryptedPdf(): Promise<Buffer> {
  const document = await PDFDocument.load(await makePdf(['Secret']));
  const writer = new FileWriter('2.0', document.context, encryptWithPassword('secret'));
  endFile(document, writer);
  return Buffer.concat(writer.take());
}

/** Adds annotations to a page. */
export function annotate(page: PDFPage, annotations: readonly Record<string, unknown>[]): void {
  const { context } = page.doc;
  const refs = annotations.map((each) =>
    context.register(context.obj({ Type: 'Annot', Rect: [10, 10, 60, 30], ...each } as never)),
  );
  page.node.set(PDFName.of('Annots'), context.obj(refs));
}

/** A document with everything that pages lose, and links of all kinds. */
export function makeBusyPdf(): Promise<Buffer> {
  return makePdf(['First', 'Second'], async (document, [first, second]) => {
    if (first === undefined || second === undefined) throw new Error('there are two pages');
    const { context, catalog } = document;
    const form = document.getForm();
    form.createTextField('name').addToPage(first, { x: 20, y: 20 });
    const widgets = first.node.Annots()?.asArray() ?? [];
    const uri = (href: string) => ({ Type: 'Action', S: 'URI', URI: PDFString.of(href) });
    annotate(first, [
      { Subtype: 'Link', A: uri('https://example.com/terms') },
      { Subtype: 'Link', Dest: [second.ref, 'XYZ', 0, 100, null] },
      { Subtype: 'Link', A: { S: 'GoTo', D: PDFString.of('chapter') } },
      { Subtype: 'Link', Dest: PDFString.of('nowhere') },
      { Subtype: 'Link', A: uri('javascript:alert(1)') },
      { Subtype: 'Link', A: { S: 'Launch', F: PDFString.of('calc.exe') } },
      { Subtype: 'Text', Contents: PDFString.of('A comment') },
    ]);
    for (const widget of widgets) first.node.Annots()?.push(widget);
    first.node.set(
      PDFName.of('AA'),
      context.obj({ O: { S: 'JavaScript', JS: PDFString.of('app.alert(2)') } }),
    );
    const chapter = context.obj([PDFString.of('chapter'), [second.ref, PDFName.of('Fit')]]);
    document.addJavaScript('run', 'app.alert(3)');
    await document.attach(Buffer.from('hidden'), 'data.txt');
    catalog.set(PDFName.of('Names'), context.obj({ Dests: { Names: chapter } }));
    const item = context.register(context.obj({ Title: PDFString.of('First') }));
    catalog.set(PDFName.of('Outlines'), context.obj({ First: item, Last: item, Count: 1 }));
    second.setRotation(degrees(90));
    second.setCropBox(10, 10, 280, 180);
  });
}
