import assert from 'node:assert/strict';
import { test } from 'node:test';

import { svgLosses } from './svg-losses.ts';

const svg = (inside: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" width="9" height="9">${inside}</svg>`,
  );

const cases: readonly (readonly [inside: string, feature: string, element: string | null])[] = [
  ['<text><textPath id="t" href="#p">a</textPath></text>', 'textPath', 't'],
  ['<path id="p" pathLength="1" d="M0 0h1"/>', 'pathLength', 'p'],
  ['<text id="t" textLength="9">a</text>', 'textLength', 't'],
  ['<text><tspan id="t" x="1 5.5,9" y="3">abc</tspan></text>', 'places of single letters', 't'],
  ['<text id="t" dx="0 1">ab</text>', 'places of single letters', 't'],
  ['<rect id="r" transform="rotate(9)" transform-origin="center"/>', 'transform-origin', 'r'],
  ['<rect id="r" style="transform-origin: center"/>', 'transform-origin', 'r'],
  ['<style>a{--c:red} b{--c:blue} rect{fill:var(--c)}</style>', 'var()', null],
  ['<style><![CDATA[@media (min-width: 9px){rect{fill:red}}]]></style>', '@media', null],
  ['<rect fill="color-mix(in srgb, red, currentColor)"/>', 'color-mix()', null],
  ['<rect fill="light-dark(red, blue)"/>', 'light-dark()', null],
  ['<rect id="r"><animate id="a" attributeName="x" to="1"/></rect>', 'animation', 'a'],
  [
    '<text font-family="Arial, Inter" id="t">a</text>',
    'the font "Arial", which SVG pictures do not have',
    't',
  ],
  [
    '<style>.a{font:bold 12px/1.2 "My Font",serif}</style><text class="a">a</text>',
    'the font "My Font", which SVG pictures do not have',
    null,
  ],
  ['<text>😀</text>', 'emoji in its text', null],
  ['<switch><foreignObject id="f"><p>a</p></foreignObject><text>a</text></switch>', 'foreignObject', 'f'],
  ['<style>@font-face{font-family:A;src:url(data:font/woff2;base64,AA==)}</style>', '@font-face', null],
  ['<a id="a" href="https://example.com/a"><path d="M0 0"/></a>', 'a link', 'a'],
];
for (const [inside, feature, element] of cases) {
  test(`an SVG loses ${feature}: ${inside.slice(0, 40)}`, () => {
    assert.deepEqual(svgLosses(svg(inside)), [{ feature, element }]);
  });
}

test('an SVG that is drawn as in a browser loses nothing', () => {
  const fine = [
    '<style>:root{--c:red} @media (prefers-color-scheme: dark){:root{--c:blue}} rect{fill:var(--c)}</style>',
    '<rect fill="oklch(60% 0.2 30)" style="stroke: var(--none, lab(50% 40 20 / 50%))"/>',
    '<text font-family="Inter" style="font-family: \'Playfair Display\', Georgia">color(1) textPath</text>',
    '<g style="background-color:red" stroke-width="2"><path d="M0 0"/></g>',
    '<rect font-family="Arial"/>',
  ];
  for (const inside of [fine.slice(0, 4).join(''), fine[4] ?? ''])
    assert.deepEqual(svgLosses(svg(inside)), []);
});

test('features are listed once, and broken files not at all', () => {
  const path = '<path id="a" pathLength="1"/>';
  assert.deepEqual(svgLosses(svg(path + path)), [{ feature: 'pathLength', element: 'a' }]);
  assert.deepEqual(svgLosses(Buffer.from('<svg><path pathLength="1"></svg>')), []);
});
