/** The same input gives the same bytes in every process, at every repetition, in every order. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listSamples } from '../bench/shared/sample.ts';
import { minRenders, judgeMemory, type MemoryPoint } from '../bench/steady/memory.ts';
import { listInputs, Outputs, renderPair, startPair, type Input } from '../bench/steady/outputs.ts';
import type { OutputFormat } from '../src/render/job.ts';

/** The texts that are rendered in each format; JPEG, WebP and AVIF encode the pixels that PNG has. */
const texts: Readonly<Record<OutputFormat, number>> = {
  png: 2,
  jpeg: 1,
  webp: 1,
  avif: 1,
  svg: 2,
  pdf: 2,
  zpl: 1,
};

test('two processes produce the same bytes in opposite orders, twice', async () => {
  const inputs: Input[] = [];
  for (const name of listSamples())
    for (const format of Object.keys(texts) as OutputFormat[])
      inputs.push(...(await listInputs(name, format, texts[format])));
  const repeated = inputs.filter(({ text }) => text === 0);
  const outputs = new Outputs();
  const pool = await startPair();
  try {
    for (const [run, list] of Object.entries({ 'the first run': inputs, 'the second run': repeated })) {
      const backwards = list.toReversed();
      for (const [index, input] of list.entries())
        await renderPair(pool, [input, backwards[index] ?? input], outputs, run);
    }
  } finally {
    await pool.close();
  }
  assert.deepEqual(outputs.differences, []);
  assert.equal(outputs.compared, inputs.length + 2 * repeated.length);
});

test('a difference names its input and both processes', async () => {
  const [input, other] = await listInputs('name-badge', 'png', 2);
  assert.ok(input && other);
  const outputs = new Outputs();
  outputs.add(input, Uint8Array.of(1, 2), 'process 1');
  outputs.add(other, Uint8Array.of(1, 3), 'process 1');
  assert.deepEqual([outputs.compared, outputs.differences], [0, []]);
  outputs.add(input, Uint8Array.of(1, 2), 'process 2');
  assert.deepEqual([outputs.compared, outputs.differences], [1, []]);
  outputs.add(input, Uint8Array.of(1, 3), 'process 2');
  const [difference] = outputs.differences;
  assert.match(difference ?? '', /^name-badge, png, text 0: .* from process 1, .* from process 2$/u);
});

/** Readings of a process every 25 renders. */
function read(resident: (renders: number) => number): MemoryPoint[] {
  return Array.from({ length: 101 }, (_, index) => {
    const renders = index * 25;
    return { renders, resident: resident(renders), peak: 300 };
  });
}

const judge = (points: readonly MemoryPoint[]) => judgeMemory(points, points.at(-1)?.renders ?? 0);

/** Between -1 and 1: the normal variation of an allocator over a few readings. */
const variation = (renders: number): number => Math.sin(renders / 16);

test('memory that stays constant after a warm-up counts as flat', () => {
  const verdict = judge(
    read(
      (renders) => Math.min(200, 100 + renders / 4) + 5 * variation(renders) + (renders === 2000 ? 90 : 0),
    ),
  );
  assert.equal(verdict.problem, null);
  assert.ok(verdict.warmUp >= 350 && verdict.warmUp <= 425, String(verdict.warmUp));
  assert.ok(Math.abs(verdict.slope) < 1, String(verdict.slope));
  assert.ok(Math.abs(verdict.end - verdict.warm) < 5);
});

test('memory that keeps growing, slowly or fast, is a problem', () => {
  const slow = judge(read((renders) => 150 + (4 * renders) / 1000 + variation(renders)));
  assert.match(slow.problem ?? '', /^grows by at least 3\.\d MiB per 1,000 renders/u);
  const fast = judge(read((renders) => 150 + (80 * renders) / 1000 + variation(renders)));
  assert.match(fast.problem ?? '', /^still growing after \d+ of 2500 renders$/u);
});

test('the end of a warm-up does not count as growth', () => {
  const verdict = judge(read((renders) => 150 + Math.min(4, renders / 250) + variation(renders) / 10));
  assert.equal(verdict.problem, null);
  assert.ok(verdict.warmUp < 100 && verdict.end - verdict.warm > 2, 'the process counts as warm before');
  assert.ok(Math.abs(verdict.slope) < 0.2, String(verdict.slope));
});

test('a single step of growth is accepted in the first half, but not in the second', () => {
  const judgeStep = (step: number) =>
    judge(read((renders) => 150 + (renders >= step ? 12 : 0) + variation(renders) / 10)).problem;
  for (const step of [300, 900]) assert.equal(judgeStep(step), null, `at ${step}`);
  assert.match(judgeStep(1600) ?? '', /still growing/);
});

test('a few renders are not enough to judge memory', () => {
  const grows = read((renders) => 100 + renders);
  assert.equal(judge(grows.filter(({ renders }) => renders < minRenders)).problem, null);
  assert.notEqual(judge(grows.filter(({ renders }) => renders <= minRenders)).problem, null);
});
