import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { compareInProcess } from './compare-in-process.ts';

const fill = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } });
const white = await fill(20, 20, '#ffffff').png().toBuffer();
const red = await fill(20, 20, '#ff0000').png().toBuffer();

test('pictures are compared in a process', async () => {
  assert.deepEqual(await compareInProcess({ original: white, other: white }), { share: 0, differences: [] });
  assert.equal((await compareInProcess({ original: white, other: red }))?.share, 1);
});

test('what is no PNG, is damaged or has too many pixels is not compared', async () => {
  const jpeg = await fill(20, 20, '#ffffff').jpeg().toBuffer();
  const damaged = white.subarray(0, white.length / 2);
  const large = await fill(2_500, 2_500, '#ffffff').png().toBuffer();
  for (const given of [jpeg, damaged, large, new Uint8Array()]) {
    assert.equal(await compareInProcess({ original: given, other: white }), null);
    assert.equal(await compareInProcess({ original: white, other: given }), null);
  }
});

test('a comparison ends with its deadline, and with the signal of the request', async () => {
  assert.equal(await compareInProcess({ original: white, other: red }, undefined, 0), null);
  const ending = new AbortController();
  const reason = new Error('the client has gone');
  const comparison = compareInProcess({ original: white, other: red }, ending.signal);
  ending.abort(reason);
  await assert.rejects(comparison, reason);
});
