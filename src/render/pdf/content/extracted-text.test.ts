import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inflateSync } from 'node:zlib';

import { PDFiumLibrary } from '@hyzyla/pdfium';
import { PDFDocument } from 'pdf-lib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

import { render } from '../../../../test/helpers/scenes.ts';
import { FontBook } from '../../fonts/font-book.ts';
import type { SceneText, SceneTextRun } from '../../scene/text.ts';
import { joinRtlWords } from '../../text/draw/join-rtl-words.ts';
import { layoutText } from '../../text/layout.ts';

const fonts = new FontBook();

type Style = Partial<SceneTextRun>;

function sceneText(text: string, style: Style = {}, element: Partial<SceneText> = {}): SceneText {
  const run: SceneTextRun = {
    text,
    fontFamily: 'Inter',
    fontSize: 20,
    fontWeight: 400,
    fontStyle: 'normal',
    letterSpacing: 0,
    color: { type: 'solid', color: '#000000ff' },
    decoration: 'none',
    ...style,
  };
  return {
    type: 'text',
    id: 't',
    x: 0,
    y: 0,
    width: 400,
    height: 200,
    rotation: 0,
    opacity: 1,
    blendMode: 'normal',
    shadow: null,
    blur: 0,
    lineHeight: 1.2,
    align: 'start',
    verticalAlign: 'top',
    direction: 'auto',
    overflow: 'visible',
    minFontSize: 8,
    maxLines: null,
    wrap: true,
    stroke: null,
    hyphens: 'manual',
    language: null,
    highlight: null,
    runs: [run],
    ...element,
  };
}

async function makePdf(text: string, style: Style = {}, given: Partial<SceneText> = {}): Promise<Uint8Array> {
  const element = { ...sceneText(text, style, given), x: 10, y: 10 };
  return (await render({ width: 560, height: 293, elements: [element] }, { output: { format: 'pdf' } })).data;
}

/** What a reader finds that goes by the fonts' character maps alone. */
async function readWithPdfJs(pdf: Uint8Array): Promise<string> {
  const document = await getDocument({ data: pdf.slice(), verbosity: 0 }).promise;
  const { items } = await (await document.getPage(1)).getTextContent();
  const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
  await document.destroy();
  return text.normalize('NFC');
}

/** What a reader finds that knows /ActualText; marks without a sign are left out. */
async function readWithPdfium(pdf: Uint8Array): Promise<string> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(pdf);
  const text = document.getPage(0).getText();
  document.destroy();
  library.destroy();
  return text.replaceAll('\r\n', '\n').replaceAll('\u200b', '').replace(/\0+$/, '');
}

/** Every /ActualText of the page, in order. */
async function actualTexts(pdf: Uint8Array): Promise<string> {
  const document = await PDFDocument.load(pdf);
  const contents = document.getPage(0).node.Contents();
  assert.ok(contents !== undefined && 'getContents' in contents);
  const content = inflateSync(contents.getContents()).toString('latin1');
  return [...content.matchAll(/ActualText <FEFF([0-9A-F]*)>/g)]
    .map(([, hex = '']) => Buffer.from(hex, 'hex').swap16().toString('utf16le'))
    .join('');
}

const texts: readonly (readonly [name: string, text: string, family: string])[] = [
  ['Latin', 'An affine office: fluffy AVATAR', 'Inter'],
  ['Greek and Cyrillic', 'Ωδγλ Жщюй', 'Inter'],
  ['Thai', 'ภาษาไทยเป็นภาษาที่น้ำ', 'Inter'],
  ['Chinese', '中文排版测试：「引号」不应该', 'Inter'],
  ['Japanese', '日本語の組版テスト。「カギ括弧」', 'Inter'],
  ['Korean', '한국어 텍스트', 'Inter'],
  ['Hebrew', 'שלום עולם', 'Noto Sans Hebrew'],
  ['Hebrew fallen back to', 'שלום עולם טוב', 'Inter'],
];

for (const [name, text, fontFamily] of texts) {
  test(`${name} extracts as typed with both kinds of readers`, async () => {
    const pdf = await makePdf(text, { fontFamily });
    assert.equal((await readWithPdfJs(pdf)).trim(), text);
    assert.equal((await readWithPdfium(pdf)).trim().replaceAll(/ +/g, ' '), text);
  });
}

test('scripts whose letters are reordered or joined extract as typed', async () => {
  const texts = {
    bn: 'যুক্তরাজ্য ভারত ব্রাজিল',
    ta: 'யுனைடெட் கிங்டம் இந்தியா',
    te: 'భారతదేశం బ్రెజిల్',
    kn: 'ಭಾರತ ಬ್ರೆಜಿಲ್',
    ml: 'ഇന്ത്യ ബ്രസീൽ',
    gu: 'ભારત બ્રાઝિલ',
    pa: 'ਭਾਰਤ ਬ੍ਰਾਜ਼ੀਲ',
    or: 'ଭାରତ ବ୍ରାଜିଲ୍',
    si: 'ඉන්දියාව බ්‍රසීලය',
    km: 'ឥណ្ឌា ប្រេស៊ីល',
    my: 'အိန္ဒိယ ဘရာဇီး',
    lo: 'ສະຫະລາດຊະອະນາຈັກ ອິນເດຍ',
    am: 'ህንድ ብራዚል',
    dz: 'རྒྱ་གར བྲ་ཛིལ',
    syr: 'ܗܢܕܘ ܒܪܐܙܝܠ',
    nqo: 'ߒߞߏ ߞߊ߲ ߕߐ߮',
    dv: 'ދިވެހިރާއްޖެ މާލެ',
    'zh-HK': '英國 印度',
  };
  for (const [language, text] of Object.entries(texts)) {
    const pdf = await makePdf(text, {}, { language });
    assert.equal((await readWithPdfium(pdf)).trim(), text, language);
  }
});

test('Arabic extracts as typed, with dots, marks and words in a fallback font', async () => {
  for (const fontFamily of ['Noto Sans Arabic', 'Inter']) {
    for (const text of ['السلام عليكم ورحمة الله وبركاته', 'بَيْتٌ', 'تتتبثني']) {
      const pdf = await makePdf(text, { fontFamily });
      assert.equal((await readWithPdfJs(pdf)).trim(), text);
    }
  }
  // PDFium finds the dots of letters as places of their own, and may see a gap there.
  const text = 'السلام عليكم ورحمة الله';
  assert.equal((await readWithPdfium(await makePdf(text))).replaceAll(/\s/g, ''), text.replaceAll(' ', ''));
});

test('Arabic letters that join over the end of a run extract as typed', async () => {
  for (const parts of [
    ['سل', 'ام'],
    ['عليكم سل', 'ام'],
    ['مل', 'ا'],
  ]) {
    const runs = parts.flatMap((part) => sceneText(part).runs);
    const pdf = await makePdf('', {}, { runs });
    for (const read of [readWithPdfJs, readWithPdfium])
      assert.equal((await read(pdf)).replaceAll(/\s/gu, ''), parts.join('').replaceAll(' ', ''));
  }
});

test('words with points, and with letters of one shape, stay whole', async () => {
  const texts = ['בְּרֵאשִׁית בָּרָא אֱלֹהִים אֵת', 'برابرند همه دارای عقل و وجدان نسبت به یکدیگر'];
  for (const text of texts) {
    const pdf = await makePdf(text);
    for (const read of [readWithPdfJs, readWithPdfium])
      assert.equal((await read(pdf)).trim().normalize('NFC'), text.normalize('NFC'));
  }
});

test('joined Arabic words stand where layout put them', async () => {
  const [words, page] = ['السلام عليكم ورحمة الله', { width: 400, height: 40 }];
  const { lines } = layoutText(sceneText(words, {}, page), fonts);
  const [line] = lines;
  assert.ok(line !== undefined);
  const [joined, ...rest] = joinRtlWords(line.runs.toSorted((a, b) => a.order - b.order));
  assert.deepEqual(rest, []);
  assert.ok(joined !== undefined && joined.wordSpacing !== 0);
  assert.equal(joined.typed, words);
  assert.ok(Math.abs(joined.x - line.x) < 1e-6 && Math.abs(joined.width - line.width) < 1e-6);
});

test('quotation marks and dashes between justified ideographs extract as typed', async () => {
  const words = '東京の“春”の—新作';
  for (const width of [130, 150, 170]) {
    const style = { fontFamily: 'Noto Sans JP' };
    const pdf = await makePdf(`${words}${words}`, style, { align: 'justify', width, language: 'ja' });
    for (const read of [readWithPdfJs, readWithPdfium])
      assert.equal((await read(pdf)).replaceAll(/\s/gu, ''), `${words}${words}`, String(width));
  }
});

test('Devanagari and emoji sequences extract as typed where /ActualText is known', async () => {
  const hindi = 'हिन्दी में क्षत्रिय विद्यार्थी';
  assert.equal((await readWithPdfium(await makePdf(hindi))).trim(), hindi);
  const emoji = 'Hi 👍🏽 👩🏽‍🚀 🇩🇪 1️⃣ 🏳️‍🌈 ❤️‍🔥🔥 ok';
  assert.equal(await actualTexts(await makePdf(emoji)), emoji, 'the whole line is one text');
  assert.match(await readWithPdfJs(await makePdf('👍🏽 👩🏽‍🚀 🇩🇪')), /👍🏽 👩🏽‍🚀 🇩🇪/u);
});

test('wrapped, justified, spaced and hyphenated lines extract as typed', async () => {
  const words = 'justified text that wraps to several lines of the box';
  const justified = await makePdf(words, {}, { align: 'justify', width: 200 });
  for (const read of [readWithPdfJs, readWithPdfium]) {
    assert.equal((await read(justified)).trim().replaceAll(/\s*\n\s*/g, ' '), words);
  }
  assert.equal(
    (await readWithPdfium(await makePdf('Spaced out', { letterSpacing: 5 }))).trim(),
    'Spaced out',
  );
  const hyphenated = await makePdf('extra\u00adordinary', {}, { width: 80 });
  assert.equal((await actualTexts(hyphenated)).replaceAll('\u00ad', ''), 'extraordinary');
});

test('letters that a font composes from parts are found as typed', async () => {
  for (const text of ['Kṛṣṇa Ḥasan', 'Kṛṣṇa Ḥasan'.normalize('NFD')]) {
    const pdf = await makePdf(text, { fontFamily: 'Playfair Display' });
    const read = [await readWithPdfJs(pdf), await readWithPdfium(pdf)];
    assert.deepEqual(
      read.map((found) => found.trim().normalize('NFC')),
      ['Kṛṣṇa Ḥasan', 'Kṛṣṇa Ḥasan'],
    );
  }
});

test('Korean with punctuation of another font has no spaces inside its words', async () => {
  const text =
    '모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다. 배송완료! 주문번호(12345)를 확인.';
  for (const align of ['start', 'justify'] as const) {
    const read = await readWithPdfium(await makePdf(text, { fontSize: 14 }, { align, width: 300 }));
    for (const word of ['동등하다.', '배송완료!', '주문번호(12345)를', '확인.'])
      assert.ok(read.split(/\s/).includes(word), `${align}: ${word} in ${read}`);
  }
});

test('text with a stroke is found once', async () => {
  const pdf = await makePdf('Stroke it', {}, { stroke: { color: '#ff0000ff', width: 1 } });
  assert.equal((await readWithPdfJs(pdf)).trim(), 'Stroke it');
  assert.equal(await actualTexts(pdf), 'Stroke it');
});

test('slanted and gradient text stays text', async () => {
  const stops = [
    { offset: 0, color: '#ff0000ff' },
    { offset: 1, color: '#0000ffff' },
  ];
  for (const [text, fontFamily] of [
    ['عربي', 'Noto Sans Arabic'],
    ['Office words', 'Inter'],
    ['漢字かな words', 'Inter'],
  ] as const) {
    const color = { type: 'linear', angle: 90, stops } as const;
    const pdf = await makePdf(text, { fontStyle: 'italic', fontFamily, color });
    for (const read of [readWithPdfJs, readWithPdfium]) assert.equal((await read(pdf)).trim(), text);
  }
});

test('features and small capitals extract as typed', async () => {
  for (const style of [
    { fontFamily: 'Playfair Display', fontFeatures: { smcp: 1, onum: 1, dlig: 1 } },
    { fontFeatures: { frac: 1, tnum: 1, ss01: 1 } },
  ]) {
    const typed = 'Office 1/2 of 10 Stars';
    const pdf = await makePdf(typed, style);
    assert.equal((await readWithPdfJs(pdf)).trim(), typed);
    assert.equal((await readWithPdfium(pdf)).trim(), typed);
  }
});

test('text on a path is found as typed, in reading order', async () => {
  const path = { d: 'M0 100Q200 0 400 100', viewBox: [0, 0, 400, 200] as const };
  // Letters of 20 points.
  const large = { path, width: 1600 / 3, height: 800 / 3 };
  const pdf = await makePdf('Along a path', { fontSize: 80 / 3 }, large);
  assert.equal(await readWithPdfium(pdf), 'Along a path');
  assert.equal((await readWithPdfJs(pdf)).replaceAll('\n', ''), 'Along a path');
  const arabic = await makePdf('شمس', {}, { path });
  for (const read of [readWithPdfium, readWithPdfJs])
    assert.equal((await read(arabic)).replaceAll(/\s/gu, '').length, 3);
});

test('vertical text is found as typed', async () => {
  const typed = '縦書きの「文」。Web';
  const pdf = await makePdf(typed, { fontFamily: 'Noto Sans JP' }, { isVertical: true });
  for (const read of [readWithPdfium, readWithPdfJs])
    assert.equal((await read(pdf)).replaceAll(/\s/gu, ''), typed);
});

test('marks of lists and raised text extract in reading order', async () => {
  const pdf = await makePdf('Milk\nBread', {}, { list: 'decimal' });
  for (const read of [readWithPdfJs, readWithPdfium])
    assert.equal((await read(pdf)).trim().replaceAll(/\s+/g, ' '), '1. Milk 2. Bread');
  const raised = await makePdf('H2O', { baselineShift: 8 });
  assert.equal((await readWithPdfium(raised)).trim(), 'H2O');
});

test('readings are found beside the text', async () => {
  const style = { fontFamily: 'Noto Sans JP', ruby: 'かんじ' };
  assert.match(
    (await readWithPdfium(await makePdf('漢字', style))).replaceAll(/\s/gu, ''),
    /漢字.*かんじ|かんじ.*漢字/u,
  );
});
