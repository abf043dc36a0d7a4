import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import sharp from 'sharp';
import { findColors } from './colors.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'platen-colors-'));
after(() => rm(folder, { recursive: true }));

/** Writes a picture of upright stripes, each with its part of the width. */
async function paint(stripes: readonly (readonly [color: string, percent: number])[]): Promise<string> {
  const file = path.join(folder, 'stripes.png');
  let left = 0;
  const rects = stripes.map(([color, percent]) => {
    const rect = `<rect x="${left}" width="${percent}" height="100" fill="${color}"/>`;
    left += percent;
    return rect;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100">${rects.join('')}</svg>`;
  await sharp(Buffer.from(svg)).png().toFile(file);
  return file;
}

const names: readonly (readonly [color: string, name: string])[] = [
  ['#e03131', 'red'],
  ['#f76707', 'orange'],
  ['#fab005', 'yellow'],
  ['#2f9e44', 'green'],
  ['#0c8599', 'teal'],
  ['#1c5fd6', 'blue'],
  ['#7048e8', 'purple'],
  ['#ffd6e0', 'pink'],
  ['#7a4a2b', 'brown'],
  ['#f0e3c8', 'beige'],
  ['#ffffff', 'white'],
  ['#9aa0a6', 'grey'],
  ['#14161c', 'black'],
];

for (const [color, name] of names) {
  test(`a picture in ${color} is ${name}`, async () => {
    assert.deepEqual(await findColors(await paint([[color, 100]])), [name]);
  });
}

test('a vivid colour counts from 5 % of a picture, a quiet one from 18 %; the largest is first', async () => {
  const file = await paint([
    ['#ffffff', 66],
    ['#111111', 14],
    ['#1c5fd6', 8],
    ['#e03131', 10],
    ['#2f9e44', 2],
  ]);
  assert.deepEqual(await findColors(file), ['white', 'red', 'blue']);
});
