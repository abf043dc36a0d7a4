import assert from 'node:assert/strict';
import { test } from 'node:test';

import { readSvg } from './read-svg.ts';
import type { VectorNode, VectorShape } from '../vector-image.ts';

const SIZE = { width: 100, height: 100 };
const VIEW = 'width="100" height="100" viewBox="0 0 100 100"';

function read(inside: string, attributes = VIEW, size = SIZE) {
  const head = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
  return readSvg(new TextEncoder().encode(`<svg ${head} ${attributes}>${inside}</svg>`), size);
}

const shapesIn = (nodes: readonly VectorNode[]): VectorShape[] =>
  nodes.flatMap((node) => (node.type === 'shape' ? [node] : shapesIn(node.nodes)));

function onlyShape(inside: string): VectorShape {
  const [shape, ...others] = shapesIn(read(inside)?.nodes ?? []);
  assert.ok(shape !== undefined && others.length === 0);
  return shape;
}

const getColor = ({ fill }: VectorShape) => (fill?.ink.type === 'color' ? fill.ink.color : null);

test('unsupported features are left to the SVG decoder', () => {
  const circle = '<circle cx="9" cy="9" r="9"/>';
  const paint = (attributes: string) => `<rect width="9" height="9" ${attributes}/>`;
  const gradient = (attributes: string, stops = '<stop/><stop offset="1"/>') =>
    `<linearGradient id="g" ${attributes}>${stops}</linearGradient>${paint('fill="url(#g)"')}`;
  assert.ok(read(circle) !== null && read(gradient('')) !== null);
  const unread = {
    text: '<text y="9">Hi</text>',
    image: '<image href="data:image/png;base64,AA=="/>',
    inner: `<svg width="9" height="9">${circle}</svg>`,
    choice: `<switch>${circle}</switch>`,
    mask: `<mask id="m">${circle}</mask>${paint('mask="url(#m)"')}`,
    filter: `<filter id="f"/>${paint('filter="url(#f)"')}`,
    pattern: `<pattern id="p">${circle}</pattern>${paint('fill="url(#p)"')}`,
    marker: '<path d="M0 0L9 9" marker-end="url(#m)"/>',
    blending: paint('style="mix-blend-mode: multiply"'),
    order: paint('paint-order="stroke"'),
    condition: paint('systemLanguage="de"'),
    unit: paint('x="2em"'),
    negative: '<circle r="-1"/>',
    color: paint('fill="nonsense"'),
    missing: paint('fill="url(#nothing)"'),
    variable: paint('style="fill: var(--ink)"'),
    important: paint('style="fill: red !important"'),
    'size in a style': paint('style="width: 5px"'),
    'path with an error': '<path d="M0 0L9 oops"/>',
    'path without a start': '<path d="L9 9"/>',
    'transform without area': paint('transform="scale(0)"'),
    'transform of no kind': paint('transform="turn(5)"'),
    'symbol with a size': `<symbol id="s" viewBox="0 0 9 9">${circle}</symbol><use href="#s"/>`,
    'use of itself': '<g id="a"><use href="#a"/></g>',
    'selector of children': `<style>g > rect { fill: red }</style>${circle}`,
    'rule for support': `<style>@supports (fill: red) { rect { fill: red } }</style>${circle}`,
    'gradient that repeats': gradient('spreadMethod="repeat"'),
    'gradient without stops': gradient('', ''),
    'gradient of itself': gradient('href="#g"', ''),
    'gradient on a line':
      '<linearGradient id="g"><stop/><stop offset="1"/></linearGradient><path d="M0 5H9" stroke="url(#g)"/>',
    'oval gradient on a stroke':
      '<radialGradient id="g"><stop/><stop offset="1"/></radialGradient>' +
      '<rect width="9" height="4" stroke="url(#g)"/>',
    'translucent gradient in a translucent group':
      `<g opacity=".5">` + gradient('', '<stop stop-opacity="0"/><stop offset="1"/>') + '</g>',
    'clip by its box':
      `<clipPath id="c" clipPathUnits="objectBoundingBox">${circle}</clipPath>` +
      `${paint('clip-path="url(#c)"')}`,
    'clip by text': `<clipPath id="c"><text>Hi</text></clipPath>${paint('clip-path="url(#c)"')}`,
    'dots with caps': '<path d="M5 5h0" stroke="red" stroke-linecap="round"/>',
  };
  for (const [what, inside] of Object.entries(unread)) assert.equal(read(inside), null, what);
});

test('a file whose references grow exponentially is rejected', () => {
  const levels = Array.from({ length: 20 }, (_, level) => {
    const uses = `<use href="#l${level}"/>`.repeat(10);
    return `<g id="l${level + 1}">${uses}</g>`;
  });
  for (const inside of ['<rect width="1" height="1"/>', ''])
    assert.equal(read(`<g id="l0">${inside}</g>${levels.join('')}`), null);
});

test('styles apply as CSS orders them: attributes, rules by specificity, style attributes', () => {
  const sheet = '<style>/* inks */ rect { fill: #010000 } .a { fill: #020000 } #b { fill: #030000 }</style>';
  const red = (attributes: string): number | undefined =>
    getColor(onlyShape(`${sheet}<g fill="#090000"><rect width="9" height="9" ${attributes}/></g>`))?.[0];
  assert.equal(getColor(onlyShape('<g fill="#090000"><rect width="9" height="9"/></g>'))?.[0], 9);
  assert.deepEqual(
    ['fill="#080000"', 'class="x a"', 'class="a" id="b"', 'id="b" style="fill: #040000"'].map(red),
    [1, 2, 3, 4],
  );
  assert.equal(
    getColor(onlyShape('<g color="#050000"><path fill="currentColor" d="M0 0h9v9"/></g>'))?.[0],
    5,
  );
});

test('hidden, empty and foreign elements draw nothing', () => {
  const hidden = [
    '<g display="none"><text>Hi</text></g>',
    '<rect width="9" height="9" style="visibility: hidden"/>',
    '<rect width="9" height="9" fill="none"/>',
    '<rect width="0" height="9"/>',
    '<path d=""/>',
    '<g opacity="0"><rect width="9" height="9"/></g>',
    '<x:grid xmlns:x="http://example.com/editor"><x:line/></x:grid>',
    '<defs><rect width="9" height="9"/></defs><title>Logo</title>',
  ];
  assert.deepEqual(read(hidden.join(''))?.nodes, []);
});

test('transforms and the viewBox are scaled to the size of the image', () => {
  const [inside, outside] = [
    '<rect width="9" height="9" transform="translate(3 4) rotate(90)"/>',
    'width="200" height="100"',
  ];
  const getMatrix = (view: string) =>
    shapesIn(read(inside, `${outside} ${view}`, { width: 200, height: 100 })?.nodes ?? [])[0]?.matrix;
  const rounded = (view: string) => {
    const { a = NaN, b = NaN, c = NaN, d = NaN, e = NaN, f = NaN } = getMatrix(view) ?? {};
    return [a, b, c, d, e, f].map((value) => Math.round(value * 1000) / 1000 + 0);
  };
  assert.deepEqual(rounded(''), [0, 1, -1, 0, 3, 4]);
  assert.deepEqual(rounded('viewBox="0 0 50 50"'), [0, 2, -2, 0, 56, 8]);
  assert.deepEqual(rounded('viewBox="0 0 50 50" preserveAspectRatio="xMaxYMin meet"'), [0, 2, -2, 0, 106, 8]);
  assert.deepEqual(
    rounded('viewBox="0 0 50 50" preserveAspectRatio="xMidYMax slice"'),
    [0, 4, -4, 0, 12, -84],
  );
  assert.deepEqual(rounded('viewBox="10 0 50 50" preserveAspectRatio="none"'), [0, 2, -4, 0, -28, 8]);
});

test('the opacity of one paint goes into its colour, that of two paints into a group', () => {
  const one = onlyShape('<rect width="9" height="9" opacity=".5" fill-opacity=".5"/>');
  assert.equal(getColor(one)?.[3], 0.25);
  const [node] = read('<rect width="9" height="9" stroke="red" opacity=".5"/>')?.nodes ?? [];
  assert.ok(node?.type === 'group' && node.opacity === 0.5);
});
