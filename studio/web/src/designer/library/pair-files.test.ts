import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pairFiles } from './pair-files.ts';

const pairs = (paths: readonly string[], names: readonly string[]) =>
  Object.fromEntries([...pairFiles(paths, names)].map(([path, at]) => [path, names[at]]));

test('each face keeps its file, whatever is added in front of it, and in whatever order', () => {
  const paths = ['fonts/Brand-Regular.ttf', 'fonts/Brand-Bold.ttf'];
  const expected = {
    'fonts/Brand-Regular.ttf': 'Brand-Regular.ttf',
    'fonts/Brand-Bold.ttf': 'Brand-Bold.ttf',
  };
  const [regular, bold, light] = ['Brand-Regular.ttf', 'Brand-Bold.ttf', 'Brand-Light.ttf'] as const;
  for (const names of [
    [regular, bold],
    [light, regular, bold],
    [bold, light, regular],
  ])
    assert.deepEqual(pairs(paths, names), expected);
});

test('a face that the item has no more is left out', () => {
  const paths = ['fonts/Brand-Regular.ttf', 'fonts/Brand-Bold.ttf'];
  assert.deepEqual(pairs(paths, ['Brand-Bold.ttf']), { 'fonts/Brand-Bold.ttf': 'Brand-Bold.ttf' });
  assert.deepEqual(pairs(paths, ['Other.ttf']), {});
});

test('a number that a copy has got is no part of the name, one of the file is', () => {
  assert.deepEqual(pairs(['fonts/A-2.ttf', 'fonts/B.ttf'], ['B.ttf', 'A.ttf']), {
    'fonts/A-2.ttf': 'A.ttf',
    'fonts/B.ttf': 'B.ttf',
  });
  assert.deepEqual(pairs(['fonts/A-2.ttf', 'fonts/A.ttf'], ['A-2.ttf', 'A.ttf']), {
    'fonts/A-2.ttf': 'A-2.ttf',
    'fonts/A.ttf': 'A.ttf',
  });
  // Two files of one name in two folders.
  assert.deepEqual(
    [...pairFiles(['fonts/A.ttf', 'fonts/A-2.ttf'], ['A.ttf', 'A.ttf'])],
    [
      ['fonts/A.ttf', 0],
      ['fonts/A-2.ttf', 1],
    ],
  );
  // Weights are no such numbers.
  assert.deepEqual(pairs(['fonts/A-400.ttf', 'fonts/A-700.ttf'], ['A.ttf']), {});
});

test('a single file takes the place of a single copy', () => {
  assert.deepEqual(pairs(['fonts/Old.ttf'], ['New.ttf']), { 'fonts/Old.ttf': 'New.ttf' });
  assert.deepEqual(pairs(['fonts/Old.ttf'], ['New.ttf', 'Old.ttf']), { 'fonts/Old.ttf': 'Old.ttf' });
});
