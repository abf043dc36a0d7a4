/**
 * Where headlines break that `shrink` makes smaller: `headlines.json` has 30 with the lines that were chosen
 * for the box by hand, before they were laid out. Those of `public-headlines.json` were published by others.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { FontBook } from '../../src/render/fonts/font-book.ts';
import type { SceneText } from '../../src/render/scene/text.ts';
import { labelElement } from '../../src/render/text/label.ts';
import { layoutText } from '../../src/render/text/layout.ts';

interface Headline {
  readonly text: string;
  readonly width: number;
  readonly height: number;
  readonly fontSize: number;
  readonly chosen: readonly string[];
}

const fonts = new FontBook();
const file = path.join(import.meta.dirname, 'headlines.json');
const headlines = JSON.parse(readFileSync(file, 'utf8')) as Headline[];
const publicFile = path.join(import.meta.dirname, 'public-headlines.json');
const publicHeadlines = JSON.parse(readFileSync(publicFile, 'utf8')) as Headline[];

function layOut({ text, width, height, fontSize }: Headline, more: Partial<SceneText>) {
  const label = labelElement({
    text,
    box: { x: 0, y: 0, width, height },
    fontSize,
    fontWeight: 700,
    lineHeight: 1.2,
    color: '#000000ff',
    align: 'left',
    overflow: 'visible',
  });
  const shrunk = {
    wrap: true,
    maxLines: null,
    direction: 'auto',
    overflow: 'shrink',
    minFontSize: 8,
  } as const;
  return layoutText({ ...label, ...shrunk, ...more }, fonts);
}

const linesOf = (headline: Headline, more: Partial<SceneText> = {}): string[] =>
  layOut(headline, more).lines.map(({ text }) => text.trim());

test('balanced headlines break where they were broken by hand, but where only their meaning says so', () => {
  const others = headlines.filter(
    (headline) => linesOf(headline, { wrapStyle: 'balance' }).join('/') !== headline.chosen.join('/'),
  );
  assert.deepEqual(
    others.map(({ text }) => text),
    [
      'How we cut build times by half',
      'Maximilian von Hohenstein',
      'Head of Customer Success',
      'The quick brown fox jumps over the lazy dog',
      'Winter is coming: book your ski trip now',
    ],
  );
});

test('of 30 headlines that others published, balanced lines are those chosen by hand in 20', () => {
  const agreeing = (more: Partial<SceneText>) =>
    publicHeadlines.filter((headline) => linesOf(headline, more).join('/') === headline.chosen.join('/'));
  assert.equal(publicHeadlines.length, 30);
  assert.equal(agreeing({ wrapStyle: 'balance' }).length, 20);
  assert.equal(agreeing({}).length, 11);
});

test('headlines are as large as they can be, in however many lines', () => {
  for (const headline of headlines) {
    const { scale, lines } = layOut(headline, { wrapStyle: 'balance' });
    assert.equal(scale, layOut(headline, {}).scale, headline.text);
    if (scale === 1) continue;
    const larger = { ...headline, fontSize: headline.fontSize * scale * 1.01 };
    const { scale: again } = layOut(larger, {});
    assert.ok(again < 1, `${headline.text} in ${lines.length} lines`);
  }
});

const box = { width: 300, height: 60, fontSize: 40, chosen: [] };

test('an address takes two larger lines rather than a tiny one', () => {
  const address = 'https://www.example.com/catalogue/autumn/2026/';
  assert.deepEqual(linesOf({ ...box, text: address }), [
    'https://www.example.com/',
    'catalogue/autumn/2026/',
  ]);
  const name = '@the_very_long_name_of_a_band';
  assert.deepEqual(linesOf({ ...box, text: name, width: 200 }), ['@the_very_long', '_name_of_a_band']);
  // What is nearly as large in one line stays whole, and so does a date.
  assert.deepEqual(linesOf({ ...box, text: 'mail@example.com' }), ['mail@example.com']);
  assert.deepEqual(linesOf({ ...box, text: '2026-11-30/2026-12-24', width: 100 }).length, 1);
});
