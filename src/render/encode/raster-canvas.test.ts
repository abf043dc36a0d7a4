import assert from 'node:assert/strict';
import { test } from 'node:test';

import { freeMemory } from '../free-memory.ts';
import { rasterise } from './raster-canvas.ts';

test('returns the pixels of a page, and the next page has its own', () => {
  const draw = (color: string) =>
    rasterise(40, 30, true, (canvas) => {
      const context = canvas.getContext('2d');
      context.fillStyle = color;
      context.fillRect(0, 0, 40, 30);
    });
  const first = draw('#ff0000');
  const second = draw('#0000ff');
  assert.equal(first.data.length, 40 * 30 * 4);
  freeMemory(first.data);
  assert.equal(first.data.length, 0);
  assert.deepEqual([...second.data.subarray(0, 4)], [0, 0, 255, 255]);
  freeMemory(second.data);
  freeMemory(second.data);
  assert.equal(draw('#00ff00').data.readUInt32BE(0), 0x00ff00ff);
});
