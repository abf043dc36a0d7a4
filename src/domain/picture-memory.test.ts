import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RendererBusyError } from '../render/pool/errors.ts';
import { createPictureMemory } from './picture-memory.ts';

test('turns away whoever goes beyond the bound, until others have released theirs', () => {
  const memory = createPictureMemory(100);
  const [first, second] = [memory.open(), memory.open()];
  first.grow(60);
  second.grow(40);
  assert.equal(second.signal.aborted, false);
  second.grow(1);
  assert.equal(first.signal.aborted, false);
  assert.ok(second.signal.reason instanceof RendererBusyError);
  second.release();
  second.release();
  second.grow(50);
  first.grow(40);
  assert.equal(first.signal.aborted, false);
  first.release();
  const third = memory.open();
  third.grow(100);
  assert.equal(third.signal.aborted, false);
});
