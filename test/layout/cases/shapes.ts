/** Boxes of fixed sizes, and shares of what is left. */
import { group, inGroup, page, picture, rect, type LayoutCases } from './build.ts';

const three = [rect('a', 40, 30), rect('b', 60, 50), rect('c', 30, 20)];
const aligns = ['start', 'center', 'end', 'stretch', 'baseline'] as const;
const justifies = ['start', 'center', 'end', 'space-between', 'space-around', 'space-evenly'] as const;

export const shapes: LayoutCases = {
  'padding-one': inGroup([300, 200], { padding: 12 }, three),
  'padding-two': inGroup([300, 200], { padding: [12, 20] }, three),
  'padding-three': inGroup(['hug', 'hug'], { direction: 'column', padding: [5, 10, 15] }, three),
  'padding-four': inGroup(['hug', 'hug'], { direction: 'column', padding: [1, 2, 3, 4], gap: 6 }, three),
  'padding-larger-than-box': inGroup([60, 40], { padding: [30, 50] }, [rect('a', 'fill', 'fill')]),
  ...Object.fromEntries(
    aligns.map((align) => [
      `align-${align}`,
      page([
        group('row', { align, gap: 8, padding: 6 }, three, { x: 10, y: 10, width: 250, height: 90 }),
        group('column', { direction: 'column', align, gap: 4 }, renamed(three), {
          x: 270,
          y: 10,
          width: 100,
          height: 200,
        }),
      ]),
    ]),
  ),
  ...Object.fromEntries(
    justifies.map((justify) => [
      `justify-${justify}`,
      page([
        group('row', { justify, gap: 8, padding: [6, 10] }, three, { x: 10, y: 10, width: 250, height: 90 }),
        group('column', { direction: 'column', justify, gap: 4 }, renamed(three), {
          x: 270,
          y: 10,
          width: 100,
          height: 200,
        }),
        // There is less room than the elements need.
        group('full', { justify, gap: 8 }, renamed(three, 'f'), { x: 150, y: 120, width: 90, height: 90 }),
      ]),
    ]),
  ),
  'align-self': inGroup(
    [380, 120],
    { align: 'center', gap: 5 },
    aligns.map((alignSelf, index) => rect(alignSelf, 30, 20 + 10 * index, { alignSelf })),
  ),
  'align-self-column': inGroup(
    [200, 280],
    { direction: 'column', align: 'end', gap: 5 },
    aligns.map((alignSelf, index) => rect(alignSelf, 30 + 10 * index, 30, { alignSelf })),
  ),
  'margins-row': inGroup(['hug', 'hug'], { gap: 4 }, [
    rect('a', 30, 30, { margin: 10 }),
    rect('b', 30, 30, { margin: [5, 15] }),
    rect('c', 30, 30, { margin: [0, 20, 8] }),
    rect('d', 30, 30, { margin: [1, 2, 3, 4] }),
  ]),
  'margins-negative': inGroup(['hug', 'hug'], { align: 'center' }, [
    rect('a', 60, 60),
    rect('b', 60, 60, { margin: [0, 0, 0, -20] }),
    rect('c', 60, 60, { margin: [-10, 0, 0, -20] }),
  ]),
  'margins-of-shares': inGroup([300, 100], { gap: 10 }, [
    rect('a', 'fill', 'fill', { margin: [5, 20, 10, 0] }),
    rect('b', 'fill', 40, { margin: 8, grow: 2 }),
  ]),
  'grow-weights': inGroup([380, 60], { gap: 7 }, [
    rect('a', 'fill', 30),
    rect('b', 'fill', 30, { grow: 2 }),
    rect('c', 45, 30),
    rect('d', 'fill', 30, { grow: 3.5 }),
  ]),
  'grow-below-one': inGroup([300, 60], {}, [
    rect('a', 'fill', 30, { grow: 0.2 }),
    rect('b', 'fill', 30, { grow: 0.3 }),
  ]),
  'grow-zero': inGroup([300, 60], { justify: 'end' }, [
    rect('a', 'fill', 30, { grow: 0, minWidth: 20 }),
    rect('b', 50, 30),
  ]),
  'grow-column': inGroup([100, 280], { direction: 'column', rowGap: 9, gap: 50 }, [
    rect('a', 60, 'fill'),
    rect('b', 'fill', 40),
    rect('c', 'fill', 'fill', { grow: 2 }),
  ]),
  'min-of-one-share': inGroup([300, 60], { gap: 10 }, [
    rect('a', 'fill', 30, { minWidth: 150 }),
    rect('b', 'fill', 30),
    rect('c', 'fill', 30, { grow: 2 }),
  ]),
  'min-of-two-shares': inGroup([300, 60], { gap: 10 }, [
    rect('a', 'fill', 30, { minWidth: 150 }),
    rect('b', 'fill', 30, { minWidth: 60 }),
    rect('c', 'fill', 30, { grow: 2 }),
  ]),
  'max-of-shares': inGroup([300, 60], { gap: 10 }, [
    rect('a', 'fill', 30, { maxWidth: 40 }),
    rect('b', 'fill', 30, { maxWidth: 95 }),
    rect('c', 'fill', 30),
  ]),
  'min-and-max-of-shares': inGroup([300, 60], {}, [
    rect('a', 'fill', 30, { minWidth: 140 }),
    rect('b', 'fill', 30, { maxWidth: 20 }),
    rect('c', 'fill', 30, { grow: 3, maxWidth: 70 }),
    rect('d', 'fill', 30, { minWidth: 30 }),
  ]),
  'min-wider-than-box': inGroup([100, 60], { gap: 4 }, [
    rect('a', 'fill', 30, { minWidth: 80 }),
    rect('b', 'fill', 30, { minWidth: 70 }),
    rect('c', 'fill', 30),
  ]),
  'min-of-shares-in-column': inGroup([100, 260], { direction: 'column', gap: 6 }, [
    rect('a', 50, 'fill', { minHeight: 130 }),
    rect('b', 50, 'fill', { grow: 3 }),
    rect('c', 50, 'fill', { maxHeight: 12 }),
  ]),
  'min-of-shares-nested': inGroup([380, 100], { gap: 10 }, [
    group(
      'left',
      { gap: 4, padding: 5 },
      [rect('a', 'fill', 20, { minWidth: 90 }), rect('b', 'fill', 20, { grow: 2 })],
      { width: 'fill', minWidth: 200 },
    ),
    group('right', { gap: 4 }, [rect('c', 'fill', 20, { maxWidth: 30 }), rect('d', 'fill', 'fill')], {
      width: 'fill',
      height: 'fill',
      grow: 2,
    }),
  ]),
  'limits-across': inGroup([300, 120], { align: 'stretch', gap: 5 }, [
    rect('a', 40, 'fill', { maxHeight: 50 }),
    rect('b', 40, 'fill', { minHeight: 150 }),
    rect('c', 40, 30, { minHeight: 45 }),
  ]),
  'limits-of-hug': inGroup(['hug', 'hug'], { gap: 5 }, [
    group('wide', { padding: 3 }, [rect('a', 20, 20)], { minWidth: 80, minHeight: 40 }),
    group('narrow', { padding: 3 }, [rect('b', 90, 90)], { maxWidth: 50, maxHeight: 30 }),
  ]),
  'shares-in-hug': inGroup(['hug', 'hug'], { direction: 'column', gap: 4, padding: 8 }, [
    rect('a', 120, 20),
    rect('b', 'fill', 12),
    group('row', { gap: 4 }, [rect('c', 20, 20), rect('d', 'fill', 20)], { width: 'fill' }),
  ]),
  'absolute-children': inGroup([200, 150], { gap: 5, padding: 10 }, [
    rect('a', 30, 30),
    rect('free', 20, 20, { position: 'absolute', x: 150, y: 100 }),
    rect('corner', 20, 20, { position: 'absolute', pin: { right: 4, bottom: 6 } }),
    rect('across', undefined, 10, { position: 'absolute', y: 70, pin: { left: 20, right: 30 } }),
    rect('all', undefined, undefined, {
      position: 'absolute',
      pin: { left: 1, top: 2, right: 3, bottom: 4 },
    }),
    rect('b', 30, 30),
  ]),
  'absolute-in-hug': inGroup(['hug', 'hug'], { gap: 5, padding: 10 }, [
    rect('a', 90, 60),
    rect('badge', 24, 24, { position: 'absolute', pin: { right: -8, top: -8 } }),
  ]),
  pins: page([
    rect('left-top', 40, 30, { pin: { left: 12, top: 14 } }),
    rect('right-bottom', 40, 30, { pin: { right: 12, bottom: 14 } }),
    rect('across', undefined, 10, { y: 100, pin: { left: 30, right: 50 } }),
    rect('down', 10, undefined, { x: 200, pin: { top: 40, bottom: 60 } }),
    {
      type: 'group',
      id: 'inner',
      x: 40,
      y: 120,
      width: 120,
      height: 90,
      elements: [rect('in-corner', 20, 20, { pin: { right: 5, bottom: 5 } })],
    },
  ]),
  'pins-limited': page([
    rect('most', undefined, 20, { y: 10, pin: { left: 20, right: 30 }, maxWidth: 150 }),
    rect('least', 20, undefined, { x: 10, pin: { top: 200, bottom: 90 }, minHeight: 40 }),
  ]),
  'pinned-layout': page([
    group('bar', { gap: 6, padding: 4 }, [rect('a', 30, 20), rect('b', 'fill', 20)], {
      width: undefined,
      pin: { left: 20, right: 20, bottom: 10 },
    }),
  ]),
  invisible: inGroup(['hug', 'hug'], { gap: 10, padding: 5 }, [
    rect('a', 30, 30),
    rect('unseen', 99, 99, { visible: false }),
    rect('b', 30, 30),
    group('unseen-group', { padding: 30 }, [rect('in-it', 10, 10)], { visible: false }),
  ]),
  'invisible-all': inGroup([300, 200], { direction: 'column', gap: 6 }, [
    group('row', {}, [
      group('column', { direction: 'column' }, [
        group('empty', {}, [rect('unseen', 99, 99, { visible: false })]),
        rect('thin', 0, 10),
      ]),
    ]),
    rect('after', 20, 20),
  ]),
  'pictures-hug': inGroup(['hug', 'hug'], { gap: 8, align: 'end' }, [
    picture('natural', { maxWidth: 120 }),
    picture('wide', { width: 90 }),
    picture('tall', { height: 50 }),
    picture('both', { width: 40, height: 70 }),
  ]),
  'pictures-limits': inGroup(['hug', 'hug'], { direction: 'column', gap: 8 }, [
    picture('most', { maxWidth: 100, maxHeight: 50 }),
    picture('least', { src: 'portrait.jpg', maxWidth: 60 }),
  ]),
  'pictures-fill': inGroup([300, 250], { gap: 10, align: 'start' }, [
    picture('a', { width: 'fill' }),
    picture('b', { width: 'fill', src: 'portrait.jpg', grow: 2 }),
  ]),
};

function renamed<T extends object>(elements: readonly T[], prefix = 'c'): T[] {
  return elements.map((element, index) => ({ ...element, id: `${prefix}${index}` }));
}
