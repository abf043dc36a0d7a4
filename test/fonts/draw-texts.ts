/**
 * The process of machine-fonts.test.ts: renders texts for which the canvas might take a font of the machine;
 * prints what they look like, which fonts their PDFs have, and which fonts the canvas takes by itself.
 */
import { createHash } from 'node:crypto';

import { PDFDocument as SkiaDocument } from '@napi-rs/canvas';
import { PDFDict, PDFDocument, PDFName } from 'pdf-lib';

import type { SceneText } from '../../src/render/scene/text.ts';
import { decodePixels, render, text } from '../helpers/scenes.ts';

export interface DrawnTexts {
  /** A hash of the pixels of each text. */
  readonly pixels: Readonly<Record<string, string>>;
  /** The fonts in the PDF of each text. */
  readonly fonts: Readonly<Record<string, readonly string[]>>;
  /** The fonts that the canvas takes for a character that no real font has. */
  readonly ofCanvas: readonly string[];
}

const SIDE = 900;
/** All that are also plain signs, and some of the others. */
const emoji: string[] = [];
for (let code = 0x23; code < 0x1fb00; code++) {
  const character = String.fromCodePoint(code);
  if (/\p{Emoji}/u.test(character) && (code < 0x3000 || code % 16 === 0)) emoji.push(character);
}
const narrow = { width: 60, height: 14, wrap: false, overflow: 'ellipsis' } as const;
const texts: Readonly<Record<string, SceneText>> = {
  'signs as text': page(emoji.map((sign) => `${sign}\ufe0e`).join(' ')),
  'signs as emoji': page(emoji.map((sign) => `${sign}\ufe0f`).join(' ')),
  'bare signs': page(emoji.join(' ')),
  'marks on signs': page(
    '☹\u093f\ufe0e ⚡\u0489\u0300\u20dd\ufe0e a\u20e3 ☹\u20e3\ufe0e ' +
      '\u0340\ufe0e \ufe0e\u0340\u0344 \u0340\u2060\ufe0f\u0489',
  ),
  'scripts without a font': page('ꙮ ᚠᚢᚦ 𐌰𐌱 ꦏꦫ \u0378 \ue000 \uffff ∰ ⸙ ㍿ 𝒳 ﷽ \u3164'),
  'composed letters': page('Kṛṣṇa Ḥasan ṝ s\u0323\u0307 \u2126', 'Playfair Display'),
  'hyphens and spaces': page('non\u2011break co\u00adop\u00a0\u2007\u3000.\u061c\u2066x\u2069'),
  'an ellipsis': page('✓✓✓✓✓✓✓✓✓✓✓✓', 'Noto Color Emoji', narrow),
  'a hyphen': page('😀\u00ad😀\u00ad😀\u00ad😀\u00ad😀\u00ad😀', 'Noto Color Emoji', { width: 24 }),
};

function page(content: string, fontFamily = 'Inter', given: Partial<SceneText> = {}): SceneText {
  const element = text(content, 10, { x: 0, y: 0, width: SIDE, height: SIDE, ...given });
  return { ...element, runs: element.runs.map((run) => ({ ...run, fontFamily })) };
}

async function getFonts(pdf: Uint8Array): Promise<string[]> {
  const document = await PDFDocument.load(pdf);
  const names = document.context.enumerateIndirectObjects().flatMap(([, object]) => {
    const name = object instanceof PDFDict ? object.get(PDFName.of('BaseFont')) : undefined;
    return name instanceof PDFName ? [name.decodeText().replace(/^[A-Z]{6}\+/, '')] : [];
  });
  return [...new Set(names)].sort();
}

const [pixels, fonts]: [Record<string, string>, Record<string, string[]>] = [{}, {}];
for (const [name, element] of Object.entries(texts)) {
  const scene = { width: SIDE, height: SIDE, elements: [element] };
  const { data } = await decodePixels((await render(scene)).data);
  pixels[name] = createHash('sha256').update(data).digest('hex');
  fonts[name] = await getFonts((await render(scene, { output: { format: 'pdf' } })).data);
}

const document = new SkiaDocument({});
const context = document.beginPage(100, 100);
context.font = '20px sans-serif';
context.fillText('\u0378', 10, 50);
document.endPage();
const drawn: DrawnTexts = { pixels, fonts, ofCanvas: await getFonts(document.close()) };
process.stdout.write(JSON.stringify(drawn));
