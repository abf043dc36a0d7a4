/** Elements on several lines, and pages as tall as what they hold. */
import { group, inGroup, page, rect, text, type Json, type LayoutCases } from './build.ts';
import { scripts } from './scripts.ts';

const tiles = (count: number, more: Json = {}): Json[] =>
  Array.from({ length: count }, (_, index) =>
    rect(`t${index}`, 40 + 13 * (index % 4), 20 + 9 * (index % 3), more),
  );
const justifies = ['center', 'end', 'space-between', 'space-around', 'space-evenly'] as const;

export const wraps: LayoutCases = {
  'wrap-gaps': inGroup([250, 'hug'], { wrap: true, gap: 10, rowGap: 4, padding: 8 }, tiles(9)),
  'wrap-fixed-height': inGroup([250, 200], { wrap: true, gap: 6 }, tiles(9)),
  'wrap-column': inGroup([300, 120], { direction: 'column', wrap: true, gap: 12, rowGap: 4 }, tiles(9)),
  ...Object.fromEntries(
    justifies.map((justify) => [
      `wrap-${justify}`,
      inGroup([250, 'hug'], { wrap: true, gap: 6, justify, padding: [4, 9] }, tiles(8)),
    ]),
  ),
  ...Object.fromEntries(
    (['center', 'end', 'stretch'] as const).map((align) => [
      `wrap-align-${align}`,
      inGroup([250, 'hug'], { wrap: true, gap: 6, align }, [
        ...tiles(6),
        group('chip', { padding: 3 }, [rect('in-chip', 12, 12)]),
      ]),
    ]),
  ),
  'wrap-shares': inGroup([250, 'hug'], { wrap: true, gap: 6 }, [
    rect('a', 120, 20),
    rect('b', 'fill', 30, { minWidth: 60 }),
    rect('c', 'fill', 20, { minWidth: 100 }),
    rect('d', 'fill', 20, { minWidth: 130, grow: 2 }),
    rect('e', 'fill', 20, { minWidth: 200 }),
  ]),
  'wrap-one-too-wide': inGroup([150, 'hug'], { wrap: true, gap: 6 }, [
    rect('a', 60, 20),
    rect('b', 220, 20),
    rect('c', 60, 20),
  ]),
  'wrap-exactly-full': inGroup([150, 'hug'], { wrap: true, gap: 10 }, [
    rect('a', 70, 20),
    rect('b', 70, 20),
    rect('c', 70, 20),
  ]),
  'wrap-texts-too-wide': inGroup([150, 'hug'], { wrap: true, gap: 6 }, [
    text('a', 'short'),
    text('b', scripts.latin.sentence),
    text('c', scripts.cyrillic.label),
  ]),
  'wrap-margins': inGroup([220, 'hug'], { wrap: true, gap: 4 }, tiles(6, { margin: [3, 7] })),
  'wrap-margins-column': inGroup(
    [300, 130],
    { direction: 'column', wrap: true, gap: 4, align: 'center' },
    tiles(6, { margin: [3, 7, 3, 1] }),
  ),
  'wrap-margins-aligned': inGroup(
    [260, 'hug'],
    { wrap: true, gap: 4 },
    (['start', 'center', 'end', 'stretch', 'baseline', 'start'] as const).map((alignSelf, index) =>
      rect(`m${index}`, 50, 20 + 7 * index, { alignSelf, margin: [3, 1, 12, 6] }),
    ),
  ),
  'wrap-in-fill': inGroup([300, 'hug'], { gap: 10 }, [
    rect('left', 50, 50),
    group('tiles', { wrap: true, gap: 5 }, tiles(7), { width: 'fill' }),
  ]),
  'wrap-hugs-width': inGroup(['hug', 'hug'], { wrap: true, gap: 5, padding: 4 }, tiles(4)),
  'page-row': page([rect('a', 'fill', 'fill'), text('b', scripts.latin.name)], {
    layout: { gap: 10, padding: 20, align: 'center' },
  }),
  'page-least': page([text('a', 'short')], {
    height: { min: 200, max: 400 },
    layout: { direction: 'column', padding: 20 },
  }),
  'page-grows': page(
    [
      ...[scripts.latin, scripts.arabic, scripts.thai].map(({ sentence }, index) =>
        text(`t${index}`, sentence, { width: 'fill', fontSize: 30 }),
      ),
      rect('foot', undefined, 10, { position: 'absolute', pin: { left: 0, right: 0, bottom: 0 } }),
    ],
    { height: { min: 50, max: 2000 }, layout: { direction: 'column', padding: 20, gap: 8 } },
  ),
  'page-most': page([rect('a', 50, 300), rect('b', 50, 300)], {
    height: { min: 50, max: 400 },
    layout: { direction: 'column', padding: 20, gap: 8 },
  }),
  'page-grows-with-shares': page(
    [rect('a', 50, 60), rect('b', 50, 'fill', { minHeight: 30 }), rect('c', 50, 'fill', { grow: 2 })],
    { height: { min: 300, max: 900 }, layout: { direction: 'column', padding: 20, gap: 8 } },
  ),
  'page-wraps': page(tiles(14), {
    width: 220,
    height: { min: 20, max: 900 },
    layout: { wrap: true, gap: 9, padding: 12 },
  }),
  quote: page(
    [
      group(
        'head',
        { justify: 'space-between', align: 'center' },
        [text('company', 'Riverside Framing', { fontSize: 28 }), text('number', 'Quote 1042')],
        { width: 'fill' },
      ),
      ...[scripts.latin, scripts.cyrillic, scripts.japanese].map(({ sentence, label }, index) =>
        group(
          `row${index}`,
          { gap: 16, padding: [6, 0] },
          [
            text(`what${index}`, sentence, { width: 'fill' }),
            text(`count${index}`, label, { width: 60 }),
            text(`price${index}`, `${1299 * (index + 1)}.00 €`),
          ],
          { width: 'fill' },
        ),
      ),
      group(
        'total',
        { gap: 24, align: 'baseline' },
        [text('total-label', 'Total'), text('total-price', '7,794.00 €', { fontSize: 32, fontWeight: 700 })],
        { alignSelf: 'end' },
      ),
    ],
    { width: 500, height: { min: 100, max: 3000 }, layout: { direction: 'column', gap: 12, padding: 32 } },
  ),
};
