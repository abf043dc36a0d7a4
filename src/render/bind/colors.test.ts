import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalColor } from './colors.ts';

// The expected values are those of Chromium.
const accepted: Readonly<Record<string, string>> = {
  '#AbC': '#aabbccff',
  '#abc8': '#aabbcc88',
  '#102030': '#102030ff',
  '#10203040': '#10203040',
  white: '#ffffffff',
  RED: '#ff0000ff',
  RebeccaPurple: '#663399ff',
  grey: '#808080ff',
  transparent: '#00000000',
  'rgb(1, 2, 3)': '#010203ff',
  'rgb(1 2 3)': '#010203ff',
  'RGBA(1,2,3,.5)': '#01020380',
  'rgb(1 2 3 / 50%)': '#01020380',
  'rgb(10%, 20%, 30%)': '#1a334dff',
  'rgb(10% 2 3)': '#1a0203ff',
  'rgb(300 -5 0)': '#ff0000ff',
  'rgb(127.5 0.5 3.5 / 0.2)': '#80010433',
  'rgb(none 0 0 / none)': '#00000000',
  'rgb(calc(1 + 1) 0 0)': '#020000ff',
  'hsl(120, 100%, 50%)': '#00ff00ff',
  'hsl(120 100 50)': '#00ff00ff',
  'HSLA(120,100%,50%,50%)': '#00ff0080',
  'hsl(120deg 100% 50% / 20%)': '#00ff0033',
  'hsl(.5turn 100% 25%)': '#008080ff',
  'hsl(-120 150% 50%)': '#0000ffff',
};

const refused = [
  '#12345g',
  '#12345',
  'f00',
  '',
  'whitish',
  'currentcolor',
  'CanvasText',
  'none',
  'rgb()',
  'rgb(1 2)',
  'rgb(1, 2 3)',
  'rgb(10%, 2, 3)',
  'rgb (1, 2, 3)',
  'rgb(1, 2, 3',
  'rgb(1 2 3) rgb(1 2 3)',
  'rgb(from red r g b)',
  'rgb(0 0 0 / var(--x))',
  'hsl(120, 100, 50)',
  'hwb(0 0% 0%)',
  'color-mix(in srgb, red, blue)',
  `rgb(${' '.repeat(1_000_000)}1 2 3)`,
];

test('converts the colours of CSS', () => {
  for (const [text, color] of Object.entries(accepted)) assert.equal(canonicalColor(text), color, text);
});

test('refuses everything else', () => {
  for (const text of refused) assert.equal(canonicalColor(text), null, text.slice(0, 40));
});
