import { createCanvas } from '@napi-rs/canvas';
import type { SKRSContext2D } from '@napi-rs/canvas';
import { LRUCache } from 'lru-cache';

import type { FontFace } from '../fonts/font-face.ts';
import { setShaping } from './canvas-shaping.ts';

const pairs =
  /[\u2018-\u201d\u3000-\u301f\u30fb\uff01-\uff65](?=[\u2018-\u201d\u3000-\u301f\u30fb\uff01-\uff65])/gu;
const PROBE_SIZE_PX = 100;

const known = new LRUCache<string, number>({ max: 2000 });
let probe: SKRSContext2D | null = null;

/**
 * Where fullwidth punctuation stands next to fullwidth punctuation, as in 。「, the canvas draws the blank half between
 * them once, as browsers do (CSS Text 4, `text-spacing-trim: normal`). That is no feature of the font's that HarfBuzz would
 * apply, so the amount is asked from the canvas, once a pair. Returns the index of each pair, whose first
 * character is taken to be narrower, and by how much, as a multiple of the font size.
 */
export function findPunctuationTrims(text: string, face: FontFace): { index: number; trim: number }[] {
  const trims: { index: number; trim: number }[] = [];
  for (const { index } of text.matchAll(pairs)) {
    const pair = text.slice(index, index + 2);
    const trim = measureTrim(pair, face);
    if (trim !== 0) trims.push({ index, trim });
  }
  return trims;
}

function measureTrim(pair: string, face: FontFace): number {
  const key = `${face.alias} ${pair}`;
  let trim = known.get(key);
  if (trim === undefined) {
    const together = measureWidth(pair, face);
    const apart = measureWidth(pair.charAt(0), face) + measureWidth(pair.charAt(1), face);
    // Ordinary kerning, which HarfBuzz knows of, is far smaller than half a character.
    trim = apart - together > 0.3 ? Math.round((apart - together) * 1000) / 1000 : 0;
    known.set(key, trim);
  }
  return trim;
}

function measureWidth(text: string, face: FontFace): number {
  probe ??= createCanvas(1, 1).getContext('2d');
  face.register();
  setShaping(probe);
  probe.font = `${PROBE_SIZE_PX}px "${face.alias}"`;
  probe.lang = face.language;
  return probe.measureText(text).width / PROBE_SIZE_PX;
}
