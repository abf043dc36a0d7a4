import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  insertNode,
  isSmooth,
  moveControl,
  moveNode,
  nodeAt,
  readNodes,
  removeNode,
  toggleSmooth,
  writeNodes,
} from './path-nodes.ts';

const first = { path: 0, node: 0 };

test('path data of all kinds are lines and curves, and are written again', () => {
  const triangle = readNodes('M0 0h10v10z')!;
  assert.equal(writeNodes(triangle), 'M 0 0 L 10 0 L 10 10 Z');
  const circle = readNodes('M50 0A50 50 0 1 1 50 100A50 50 0 1 1 50 0Z')!;
  assert.deepEqual([circle.length, circle[0]!.isClosed], [1, true]);
  assert.match(writeNodes(circle), /^M 50 0 C .* 50 0 Z$/u);
  // The end of a closed curve is its beginning.
  assert.ok(isSmooth(circle[0]!.nodes[0]!));
  assert.equal(readNodes('M 0 0 Q 5 10 10 0 T 20 0 M 3 3 l 1 1')?.length, 2);
  assert.equal(writeNodes(readNodes('M0 0L9 0L9 9ZL4 4')!), 'M 0 0 L 9 0 L 9 9 Z M 0 0 L 4 4');
  assert.equal(readNodes('nothing'), null);
  assert.equal(readNodes('M 5 5'), null);
});

test('points are moved, added, made smooth and removed', () => {
  const square = readNodes('M0 0H12V12H0Z')!;
  assert.equal(
    writeNodes(moveNode(square, { path: 0, node: 2 }, { x: 3, y: 1 })),
    'M 0 0 L 12 0 L 15 13 L 0 12 Z',
  );
  assert.equal(writeNodes(insertNode(square, { path: 0, node: 3 })), 'M 0 0 L 12 0 L 12 12 L 0 12 L 0 6 Z');
  assert.equal(writeNodes(removeNode(square, first)), 'M 12 0 L 12 12 L 0 12 Z');
  const smooth = toggleSmooth(square, { path: 0, node: 1 });
  assert.equal(writeNodes(smooth), 'M 0 0 C 0 0 10 -2 12 0 C 14 2 12 12 12 12 L 0 12 Z');
  assert.equal(writeNodes(toggleSmooth(smooth, { path: 0, node: 1 })), writeNodes(square));
  const again = readNodes(writeNodes(smooth))!;
  assert.equal(writeNodes(removeNode(again, { path: 0, node: 1 })), 'M 0 0 L 12 12 L 0 12 Z');
  // Halves of a curve are the same curve.
  const halves = insertNode(readNodes('M0 0C0 8 8 8 8 0')!, first);
  assert.equal(writeNodes(halves), 'M 0 0 C 0 4 2 6 4 6 C 6 6 8 4 8 0');
  assert.equal(removeNode(readNodes('M0 0L9 9')!, first).length, 1);
});

test('the handle on the other side of a smooth point turns with it, unless it is free', () => {
  const curve = readNodes('M0 0C0 4 2 6 4 6C6 6 8 4 8 0')!;
  const at = { path: 0, node: 1 };
  const turned = nodeAt(moveControl(curve, at, 'out', { x: 4, y: 16 }, false), at)!;
  assert.deepEqual(turned.in, { x: 4, y: 4 });
  const free = nodeAt(moveControl(curve, at, 'out', { x: 4, y: 16 }, true), at)!;
  assert.deepEqual(free.in, { x: 2, y: 6 });
});
