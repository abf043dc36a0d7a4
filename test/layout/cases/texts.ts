/** Texts that hug, share and break, in seven scripts. */
import { group, inGroup, page, picture, rect, text, type LayoutCases } from './build.ts';
import { scripts, type Script } from './scripts.ts';

function each(make: (script: Script, texts: (typeof scripts)[Script]) => LayoutCases): LayoutCases {
  const all = Object.entries(scripts) as [Script, (typeof scripts)[Script]][];
  return Object.assign({}, ...all.map(([script, texts]) => make(script, texts))) as LayoutCases;
}

export const texts: LayoutCases = {
  ...each((script, { name, label, sentence }) => ({
    // A picture, a name over a line, and a label that keeps its width.
    [`author-${script}`]: inGroup([380, 'hug'], { gap: 12, padding: [10, 14], align: 'center' }, [
      rect('photo', 48, 48),
      group(
        'lines',
        { direction: 'column', gap: 2 },
        [
          text('name', name, { width: 'fill', fontSize: 22, fontWeight: 700 }),
          text('line', sentence, { width: 'fill', fontSize: 14, lineHeight: 1.4 }),
        ],
        { width: 'fill' },
      ),
      text('label', label, { fontSize: 13 }),
    ]),
    // Labels that hug in a row, on further lines.
    [`tags-${script}`]: inGroup(
      [260, 'hug'],
      { wrap: true, gap: 8, rowGap: 5, padding: 10 },
      sentence.split(' ').length > 3
        ? sentence
            .split(' ')
            .slice(0, 7)
            .map((word, index) =>
              group(`tag${index}`, { padding: [4, 10] }, [text(`word${index}`, word, { fontSize: 15 })]),
            )
        : [name, label, name, label].map((word, index) =>
            group(`tag${index}`, { padding: [4, 10] }, [text(`word${index}`, word, { fontSize: 15 })]),
          ),
    ),
    [`column-${script}`]: page(
      [
        text('title', name, { width: 'fill', fontSize: 34, lineHeight: 1.1 }),
        text('body', sentence, { width: 'fill', fontSize: 17, lineHeight: 1.5 }),
        text('end', label, { alignSelf: 'end' }),
      ],
      { width: 250, height: { min: 60, max: 900 }, layout: { direction: 'column', gap: 10, padding: 16 } },
    ),
  })),
  'hug-limits': inGroup(['hug', 'hug'], { direction: 'column', gap: 6 }, [
    text('most', scripts.latin.sentence, { maxWidth: 180 }),
    text('least', 'x', { minWidth: 90, minHeight: 40 }),
    text('short', scripts.latin.name, { maxWidth: 300 }),
  ]),
  'hug-free': page([
    text('one-line', scripts.cyrillic.name, { x: 10, y: 10 }),
    text('most', scripts.cyrillic.sentence, { x: 10, y: 40, maxWidth: 150 }),
    text('width', scripts.cyrillic.sentence, { x: 200, y: 40, width: 120 }),
  ]),
  anchors: page(
    (['top', 'middle', 'bottom'] as const).map((anchor, index) =>
      text(anchor, scripts.latin.sentence, { x: 10 + 130 * index, y: 150, width: 110, anchor }),
    ),
  ),
  'anchors-japanese': page(
    (['top', 'middle', 'bottom'] as const).map((anchor, index) =>
      text(anchor, scripts.japanese.sentence, {
        x: 10 + 130 * index,
        y: 150,
        width: 110,
        anchor,
        fontFamily: 'Noto Sans JP',
      }),
    ),
  ),
  'pinned-texts': page([
    text('corner', scripts.hebrew.name, { pin: { right: 20, bottom: 20 } }),
    text('across', scripts.latin.sentence, { width: undefined, y: 20, pin: { left: 30, right: 200 } }),
  ]),
  'row-that-shrinks': inGroup([240, 'hug'], { gap: 10 }, [
    text('a', scripts.latin.name),
    text('b', scripts.cyrillic.sentence),
  ]),
  'row-that-shrinks-beside-fixed': inGroup([240, 'hug'], { gap: 10, align: 'center' }, [
    rect('dot', 40, 40),
    text('a', scripts.latin.sentence),
  ]),
  'groups-that-shrink': inGroup([260, 'hug'], { gap: 10 }, [
    group('a', { padding: 6 }, [text('ta', scripts.latin.sentence)]),
    group('b', { padding: 6 }, [text('tb', scripts.devanagari.label)]),
  ]),
  'text-shares': inGroup([380, 'hug'], { gap: 10, align: 'stretch' }, [
    text('a', scripts.latin.sentence, { width: 'fill' }),
    text('b', scripts.cyrillic.sentence, { width: 'fill', grow: 2 }),
    rect('c', 10, 'fill'),
  ]),
  'text-shares-with-least': inGroup([380, 'hug'], { gap: 10 }, [
    text('a', scripts.latin.sentence, { width: 'fill', minWidth: 200 }),
    text('b', scripts.thai.sentence, { width: 'fill', grow: 3 }),
    text('c', 'x', { width: 'fill', maxWidth: 20 }),
  ]),
  'stretch-texts': inGroup([300, 'hug'], { direction: 'column', align: 'stretch', gap: 4 }, [
    text('a', 'x'),
    text('b', scripts.arabic.sentence),
  ]),
  'baseline-sizes': inGroup(['hug', 'hug'], { align: 'baseline', gap: 8 }, [
    text('small', 'a', { fontSize: 12 }),
    text('large', 'A', { fontSize: 48 }),
    text('middle', scripts.japanese.label, { fontSize: 24, fontFamily: 'Noto Sans JP' }),
    rect('bar', 10, 30),
  ]),
  'baseline-margins': inGroup(['hug', 'hug'], { align: 'baseline', gap: 8 }, [
    text('a', 'Price', { fontSize: 14, margin: [10, 0, 0, 0] }),
    text('b', '49', { fontSize: 40 }),
    text('c', scripts.hebrew.label, { fontSize: 14, margin: 6, lineHeight: 2 }),
  ]),
  'baseline-nested': inGroup(['hug', 'hug'], { align: 'baseline', gap: 8 }, [
    group('chip', { padding: [8, 12] }, [text('in-chip', 'New', { fontSize: 13 })]),
    text('title', 'Title', { fontSize: 36 }),
    group('lines', { direction: 'column', gap: 3 }, [text('l1', 'one', { fontSize: 18 }), text('l2', 'two')]),
  ]),
  'baseline-wrapped': inGroup([200, 'hug'], { align: 'baseline', gap: 8, wrap: true }, [
    text('a', 'Alpha', { fontSize: 30 }),
    text('b', 'beta', { fontSize: 14 }),
    text('c', 'Gamma', { fontSize: 14 }),
    text('d', 'Delta', { fontSize: 40 }),
  ]),
  'baseline-second-line': inGroup([300, 120], { align: 'baseline', gap: 4 }, [
    rect('bar', 20, 70),
    group(
      'lines',
      { wrap: true },
      [rect('a', 25, 20), rect('b', 25, 10), rect('c', 25, 20), text('d', 'd', { alignSelf: 'baseline' })],
      { width: 55 },
    ),
  ]),
  'baseline-self': inGroup([300, 100], { align: 'end', gap: 8 }, [
    text('a', 'a', { fontSize: 12, alignSelf: 'baseline' }),
    text('b', 'B', { fontSize: 48, alignSelf: 'baseline' }),
    text('c', 'c'),
  ]),
  runs: inGroup(['hug', 'hug'], { gap: 8, padding: 6 }, [
    text('mixed', '', {
      text: undefined,
      runs: [{ text: 'from ' }, { text: '49', fontSize: 44, fontWeight: 700 }, { text: ' €', fontSize: 20 }],
    }),
    rect('after', 10, 10),
  ]),
  'line-feeds': inGroup(['hug', 'hug'], { gap: 8 }, [
    text('lines', 'one\nand two\n\nfour', { lineHeight: 1.35 }),
    rect('after', 10, 10),
  ]),
  'no-wrap': inGroup([120, 'hug'], { direction: 'column', gap: 4 }, [
    text('a', scripts.latin.sentence, { wrap: false }),
    text('b', scripts.latin.name, { wrap: false, width: 'fill' }),
  ]),
  'letter-spacing': inGroup(['hug', 'hug'], { gap: 6 }, [
    text('a', 'SPACED', { letterSpacing: 4 }),
    text('b', 'tight', { letterSpacing: -1 }),
    rect('after', 10, 10),
  ]),
  'empty-line-left-out': inGroup([300, 'hug'], { direction: 'column', gap: 8, padding: 8 }, [
    text('a', scripts.devanagari.name, { fontSize: 24 }),
    text('b', 'no longer here', { visible: false }),
    text('c', scripts.devanagari.sentence, { width: 'fill' }),
  ]),
  'card-nested-deeply': inGroup([380, 'hug'], { direction: 'column', padding: 12, gap: 10 }, [
    group(
      'head',
      { gap: 10, align: 'center', justify: 'space-between' },
      [
        group('who', { gap: 8, align: 'center' }, [
          picture('photo', { src: 'portrait.jpg', width: 40 }),
          group('names', { direction: 'column' }, [
            text('n1', scripts.japanese.name, { fontFamily: 'Noto Sans JP' }),
            text('n2', scripts.latin.label, { fontSize: 12 }),
          ]),
        ]),
        group('tag', { padding: [3, 9] }, [text('t', scripts.arabic.label, { fontSize: 13 })]),
      ],
      { width: 'fill' },
    ),
    group(
      'body',
      { gap: 12 },
      [
        group(
          'b1',
          { direction: 'column', gap: 3 },
          [text('b1a', scripts.latin.sentence, { width: 'fill' }), rect('b1b', 'fill', 4)],
          { width: 'fill' },
        ),
        group('b2', { direction: 'column', gap: 3, align: 'end' }, [
          text('b2a', '1,299'),
          text('b2b', '49 €', { fontSize: 28 }),
        ]),
      ],
      { width: 'fill' },
    ),
  ]),
  'vertical-hug': inGroup(['hug', 'hug'], { gap: 10, padding: 6 }, [
    text('v', '縦書きの文字', { writingMode: 'vertical-rl', fontFamily: 'Noto Sans JP', fontSize: 24 }),
    rect('after', 20, 20),
  ]),
  'vertical-height': inGroup(['hug', 'hug'], { gap: 10, padding: 6 }, [
    text('v', scripts.japanese.sentence, {
      writingMode: 'vertical-rl',
      fontFamily: 'Noto Sans JP',
      fontSize: 20,
      height: 150,
    }),
    rect('after', 20, 20),
  ]),
  'vertical-free': page([
    text('v', scripts.japanese.name, {
      x: 10,
      y: 10,
      writingMode: 'vertical-rl',
      fontFamily: 'Noto Sans JP',
    }),
    text('h', scripts.japanese.sentence, {
      x: 100,
      y: 10,
      height: 120,
      writingMode: 'vertical-rl',
      fontFamily: 'Noto Sans JP',
    }),
  ]),
};
