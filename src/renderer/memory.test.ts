import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { OldGarbage } from './memory.ts';

const mebibyte = 1024 * 1024;

setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc') as () => void;

/** Objects that take about `mebibytes` of the heap. */
function fill(mebibytes: number): number[][] {
  return Array.from({ length: mebibytes * 16 }, (_, index) => new Array<number>(8192).fill(index + 0.5));
}

/** Leaves about `mebibytes` of garbage outside of V8's nursery. Returns how many objects. */
function fillOld(mebibytes: number): number {
  const held = fill(mebibytes);
  gc();
  return held.length;
}

function usedMebibytes(): number {
  return getHeapStatistics().used_heap_size / mebibyte;
}

test('collects old garbage once the heap has grown enough', () => {
  gc();
  const garbage = new OldGarbage(gc);
  assert.equal(garbage.collectIfDue(), false, 'there is no garbage');
  const before = usedMebibytes();
  assert.equal(fill(40).length, 640);
  assert.ok(usedMebibytes() > before + 30, 'the heap has grown');
  assert.equal(garbage.collectIfDue(), false, 'that was a large task');
  assert.equal(garbage.collectIfDue(), true, 'this was a small one');
  assert.ok(usedMebibytes() < before + 8, `${before} MiB before, ${usedMebibytes()} after`);
  assert.equal(garbage.collectIfDue(), false, 'it has just been collected');
});

test('does not collect again while the same objects stay alive', () => {
  gc();
  let collections = 0;
  const garbage = new OldGarbage(() => {
    collections += 1;
    gc();
  });
  garbage.collectIfDue();
  const held = fill(40);
  for (let time = 0; time < 10; time += 1) garbage.collectIfDue();
  assert.equal(collections, 1);
  assert.equal(held.length, 640);
});

test('collects what a large task has left once the process is idle', () => {
  gc();
  const garbage = new OldGarbage(gc);
  const before = usedMebibytes();
  assert.equal(fillOld(40), 640);
  assert.equal(garbage.collectIfDue(), false);
  assert.equal(garbage.collectIdle(), true);
  assert.ok(usedMebibytes() < before + 8, `${before} MiB before, ${usedMebibytes()} after`);
  assert.equal(garbage.collectIdle(), false, 'it has just been collected');
});

test('collects after a document of many pages, however little it leaves', () => {
  gc();
  const garbage = new OldGarbage(gc);
  const before = usedMebibytes();
  assert.equal(fillOld(24), 384);
  assert.equal(garbage.collectIfDue(12), false);
  assert.equal(fillOld(24), 384);
  assert.equal(garbage.collectIfDue(120), true);
  assert.ok(usedMebibytes() < before + 8, `${before} MiB before, ${usedMebibytes()} after`);
});

test('collects between placing and drawing many pages', () => {
  gc();
  const garbage = new OldGarbage(gc);
  const before = usedMebibytes();
  assert.equal(fillOld(24), 384);
  assert.equal(garbage.collectPlaced(12), false);
  assert.ok(usedMebibytes() > before + 16, `${before} MiB before, ${usedMebibytes()} after`);
  assert.equal(garbage.collectPlaced(120), true);
  assert.ok(usedMebibytes() < before + 8, `${before} MiB before, ${usedMebibytes()} after`);
});

test('collects after a large task that leaves as much as a long document', () => {
  gc();
  const garbage = new OldGarbage(gc);
  const before = usedMebibytes();
  assert.equal(fill(160).length, 2560);
  assert.equal(garbage.collectIfDue(), true);
  assert.ok(usedMebibytes() < before + 8, `${before} MiB before, ${usedMebibytes()} after`);
});
