import assert from 'node:assert/strict';
import { test } from 'node:test';

import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

import type { ReportedLine } from '../src/render/layout-report.ts';
import type { OutputSettings } from '../src/render/job.ts';
import type { SceneText } from '../src/render/scene/text.ts';
import { decodePixels, render, text } from './helpers/scenes.ts';
import type { Pixels } from './helpers/scenes.ts';

const FONT_SIZE = 15;
const MARGIN = 20;
const words = {
  latin:
    'Typografie ist die Kunst, Schrift so zu setzen, dass niemand sie bemerkt: fließend, ruhig, gut lesbar.',
  marks:
    'well-known and/or $1,234.50 50% https://www.example.com/a/b?c=d jane.doe@example.org “quoted” (sort of)',
  greek: 'Η τυπογραφία είναι τέχνη. Достопримечательности города, которые видны издалека.',
  arabic: 'السلام عليكم ورحمة الله وبركاته أهلا وسهلا بكم في متجرنا الجديد',
  hebrew: 'שלום לכולם וברוכים הבאים לחנות החדשה שלנו (2026) בעיר',
  chinese: '春眠 不觉晓，处处 闻啼鸟。 “夜来 风雨声”，花落 知多少？ 约翰·史密斯',
  japanese: '吾輩は 猫である。 名前は まだ無い。 どこで 生れたか 「とんと」 見当が つかぬ。 コーヒー',
  thai: 'ภาษาไทยเป็นภาษา ที่ไม่มีการเว้นวรรค เด็กๆไปโรงเรียน',
  hindi: 'सभी मनुष्यों को गौरव और अधिकारों के विषय में जन्मजात स्वतन्त्रता प्राप्त है।',
  korean: '모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다.',
  emoji: '😀 🎉 👩🏽‍🚀 🇫🇷 👍🏿',
};

/** A linear congruential generator: the same numbers from 0 to 1 for the same seed. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function randomText(seed: number): SceneText {
  const random = randomNumbers(seed);
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(random() * items.length)];
    if (item === undefined) throw new RangeError('nothing to pick from');
    return item;
  };
  const kinds = [pick(Object.values(words)), pick(Object.values(words))].map((all) => all.split(' '));
  const content = Array.from({ length: 30 }, () => pick(pick(kinds))).join(' ');
  return text(content, FONT_SIZE, {
    id: `text-${seed}`,
    x: MARGIN,
    y: MARGIN,
    width: 90 + Math.floor(random() * 250),
    height: 900,
    lineHeight: 1.8,
    align: pick(['start', 'center', 'end', 'justify']),
    hyphens: pick(['manual', 'auto']),
    language: pick(['de', 'en', 'ru']),
  });
}

async function renderText(
  element: SceneText,
  output: Partial<OutputSettings>,
): Promise<{ data: Uint8Array; lines: readonly ReportedLine[] }> {
  const scene = { width: element.width + 2 * MARGIN, height: 940, elements: [element] };
  const { data, report } = await render(scene, { output, inspect: { report: true, boxes: false } });
  const lines = report?.elements[0]?.text?.lines;
  assert.ok(lines !== undefined);
  return { data, lines };
}

/**
 * First and last column with ink between the height of capitals and the baseline of a line, in CSS pixels.
 */
function getInk({ width, data }: Pixels, line: ReportedLine, scale: number): [number, number] {
  const top = Math.round((MARGIN + line.baseline - 0.75 * FONT_SIZE) * scale);
  const bottom = Math.round((MARGIN + line.baseline) * scale);
  let [left, right] = [Infinity, -Infinity];
  for (let y = top; y < bottom; y++) {
    for (let x = 0; x < width; x++) {
      if ((data[(y * width + x) * 4 + 1] ?? 255) > 230) continue;
      left = Math.min(left, x);
      right = Math.max(right, x + 1);
    }
  }
  return [left / scale, right / scale];
}

/** The sorted letters of each line of a page, from top to bottom. */
async function linesOfPdf(pdf: Uint8Array): Promise<string[]> {
  const document = await getDocument({ data: pdf.slice(), verbosity: 0 }).promise;
  const { items } = await (await document.getPage(1)).getTextContent();
  const lines = new Map<number, string>();
  for (const item of items) {
    if (!('str' in item) || item.str.trim() === '') continue;
    const height = Math.round(Number(item.transform[5]));
    lines.set(height, (lines.get(height) ?? '') + item.str);
  }
  await document.destroy();
  return [...lines].sort(([one], [other]) => other - one).map(([, line]) => sortedLetters(line));
}

function sortedLetters(line: string): string {
  const letters = line.normalize('NFKC').replace(/[\s\p{Cf}\u2010]|\ufe0f/gu, '');
  return [...letters].sort().join('');
}

for (let seed = 1; seed <= 24; seed++) {
  test(`text ${seed}: all densities and PDF have the same lines, at the measured positions`, async () => {
    const element = randomText(seed);
    const base = await renderText(element, {});
    assert.ok(base.lines.length > 2);
    const ink = new Map<ReportedLine, [number, number]>();
    const pixels = await decodePixels(base.data);
    for (const line of base.lines) ink.set(line, getInk(pixels, line, 1));
    for (const output of [{ scale: 2 }, { dpi: 300 }, { dpi: 72, scale: 3 }]) {
      const { data, lines } = await renderText(element, output);
      assert.deepEqual(lines, base.lines);
      const scale = ((output.dpi ?? 96) / 96) * (output.scale ?? 1);
      const large = await decodePixels(data);
      for (const line of base.lines) {
        const [left, right] = getInk(large, line, scale);
        const [left1, right1] = ink.get(line) ?? [NaN, NaN];
        const shown = `${line.text}: ${left} to ${right}, at scale 1 ${left1} to ${right1}`;
        assert.ok(Math.abs(left - left1) < 2.5 && Math.abs(right - right1) < 2.5, shown);
        const end = MARGIN + line.x + line.width;
        assert.ok(left > MARGIN + line.x - 2 && right < end + 2 && right > end - FONT_SIZE, shown);
      }
    }
    const pdf = await renderText(element, { format: 'pdf' });
    assert.deepEqual(pdf.lines, base.lines);
    assert.deepEqual(
      await linesOfPdf(pdf.data),
      base.lines.map((line) => sortedLetters(line.text)),
    );
  });
}
