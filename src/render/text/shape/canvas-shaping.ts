import { type SKRSContext2D, createCanvas } from '@napi-rs/canvas';
import { LRUCache } from 'lru-cache';

import type { FontFace } from '../../fonts/font-face.ts';

const pairs =
  /[\u2018-\u201d\u3000-\u301f\u30fb\uff01-\uff65](?=[\u2018-\u201d\u3000-\u301f\u30fb\uff01-\uff65])/gu;
const hasPairs = new RegExp(pairs.source, 'u');
const noTrims: ReadonlyMap<number, number> = new Map();
const PROBE_SIZE_PX = 100;
const hanLanguages: ReadonlySet<string> = new Set(['zh-Hans', 'zh-Hant', 'zh-HK', 'ja', 'ko']);

const cache = new LRUCache<string, number>({ max: 2000 });
let probe: SKRSContext2D | null = null;

/**
 * The language whose forms of letters a font is asked for: that of the text, else the one that the font is
 * for. A font for Chinese, Japanese or Korean has the forms of its own: the font was chosen by the language.
 */
export function shapingLanguage({
  face,
  language,
}: {
  readonly face: FontFace;
  readonly language?: string | null;
}): string {
  return hanLanguages.has(face.language) ? face.language : (language ?? face.language);
}

/**
 * Finds pairs of fullwidth punctuation, such as 。「, which the canvas draws closer together, as browsers do
 * (CSS Text 4, `text-spacing-trim: normal`). HarfBuzz does not apply this, so it is measured with the canvas,
 * once per pair. Returns by the index of each pair how much its first character is narrower, as a multiple of
 * the font size.
 */
export function findPunctuationTrims(
  text: string,
  style: { readonly face: FontFace; readonly language?: string | null },
  features = 'normal',
): ReadonlyMap<number, number> {
  if (!hasPairs.test(text)) return noTrims;
  const trims = new Map<number, number>();
  for (const { index } of text.matchAll(pairs)) {
    const pair = text.slice(index, index + 2);
    const trim = measureTrim(pair, style.face, shapingLanguage(style), features);
    if (trim !== 0) trims.set(index, trim);
  }
  return trims;
}

function measureTrim(pair: string, face: FontFace, language: string, features: string): number {
  const key = `${face.alias} ${language} ${features} ${pair}`;
  let trim = cache.get(key);
  if (trim === undefined) {
    const measure = (part: string): number => measureWidth(part, face, language, features);
    const apart = measure(pair.charAt(0)) + measure(pair.charAt(1));
    const together = measure(pair);
    // Smaller differences are ordinary kerning, which HarfBuzz applies.
    trim = apart - together > 0.3 ? Math.round((apart - together) * 1000) / 1000 : 0;
    cache.set(key, trim);
  }
  return trim;
}

function measureWidth(text: string, face: FontFace, language: string, features: string): number {
  probe ??= createCanvas(1, 1).getContext('2d');
  face.register();
  setCanvasShaping(probe);
  probe.font = `${PROBE_SIZE_PX}px "${face.canvasFamily}"`;
  probe.lang = language;
  probe.fontVariationSettings = face.variationSettings;
  probe.fontFeatureSettings = features;
  return probe.measureText(text).width / PROBE_SIZE_PX;
}

/**
 * Makes the canvas shape a text as a whole with kerning, as layout does. By default it shapes each word,
 * ideograph and kana separately, without kerning between them, so that lines are wider than measured.
 */
export function setCanvasShaping(context: Pick<SKRSContext2D, 'fontKerning' | 'textRendering'>): void {
  context.fontKerning = 'normal';
  context.textRendering = 'geometricPrecision';
}
