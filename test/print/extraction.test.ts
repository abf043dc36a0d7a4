/** The text of PDFs as pypdf and PDFium find it: the words of languages whose glyphs are no characters. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { render, text } from '../helpers/scenes.ts';
import { readWithPypdf } from './validators.ts';

const texts = {
  Hebrew: 'כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם. כולם חוננו בתבונה ובמצפון, לפיכך חובה.',
  'Hebrew with points': 'בְּרֵאשִׁית בָּרָא אֱלֹהִים אֵת הַשָּׁמַיִם וְאֵת הָאָרֶץ הָיְתָה תֹהוּ וְחֹשֶׁךְ',
  Persian:
    'تمام افراد بشر آزاد به دنیا می‌آیند و از لحاظ حیثیت و حقوق ' + 'با هم برابرند. همه دارای عقل می‌باشند.',
  'Arabic with marks': 'اَلسَّلَامُ عَلَيْكُمْ وَرَحْمَةُ بَيْتٌ تَتَبَّتُ',
  Hindi: 'हिन्दी में क्षेत्र, कर्म और स्थिति (१२३)',
  Thai: 'ภาษาไทยกำลังน้ำใจ ๑๒๓ ที่นี่',
  Japanese: '日本語の「文章」を、読む。東京都ー〜',
  'Latin with emoji': 'Hi 😀 you, 🎉 and 🇩🇪 too',
  'Arabic with emoji': 'مرحبا 👍 بك',
  Korean: '모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다. 배송완료!',
};

describe('text of PDFs', { timeout: 600_000 }, () => {
  let folder: string;
  const names = Object.keys(texts) as (keyof typeof texts)[];
  const pdfs = new Map<string, Uint8Array>();
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'platen-text-'));
    for (const name of names) {
      const box = { x: 0, y: 0, width: 1400, height: 90 };
      const scene = { width: 1400, height: 100, elements: [text(texts[name], 20, box)] };
      pdfs.set(name, (await render(scene, { output: { format: 'pdf' } })).data);
    }
  });
  after(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  test('pypdf finds each text as typed', async () => {
    const files = names.map((name) => path.join(folder, `${name}.pdf`));
    for (const [index, file] of files.entries())
      await writeFile(file, pdfs.get(names[index] ?? '') ?? new Uint8Array());
    const found = await readWithPypdf(files);
    // pypdf shows what marks without a text of their own stand for.
    const carriers = /\u200b/gu;
    for (const [index, name] of names.entries())
      assertSame((found[index] ?? '').replace(name === 'Thai' ? carriers : '', ''), name);
  });

  for (const name of names) {
    test(`PDFium finds ${name} as typed`, async () => {
      const library = await PDFiumLibrary.init();
      const document = await library.loadDocument(pdfs.get(name) ?? new Uint8Array());
      assertSame(document.getPage(0).getText().replace(/\0+$/, ''), name, beyondPdfium);
      document.destroy();
      library.destroy();
    });
  }
});

/** PDFium's text has no characters beyond the first plane. */
const beyondPdfium = /[\u{10000}-\u{10ffff}]/gu;

/** @param lost what the reader does not know */
function assertSame(found: string, name: keyof typeof texts, lost = /(?!)/gu): void {
  const read = (text: string): string => text.replaceAll(lost, '').trim().replaceAll(/\s+/g, ' ');
  assert.equal(read(found).normalize('NFC'), read(texts[name]).normalize('NFC'));
}
