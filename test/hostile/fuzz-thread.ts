/**
 * Fuzzes one parser in a worker thread. An input that runs a new block of code joins the corpus, and more
 * inputs are made from it. The current input is in shared memory, so that it can be read even if the parser
 * never returns.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { createRandom } from '../faults/random.ts';
import { startCoverage } from './coverage.ts';
import type { FuzzOrder, FuzzOutcome } from './fuzz-parser.ts';
import { mutate } from './mutate.ts';
import { trials } from './parsers.ts';

/** Inputs for each coverage report: a report takes far longer than most parsers. */
const batchSize = 32;
/** A client would notice this delay. A usual input of this length takes less than a hundredth of it. */
const maxCpuMs = 2_000;

const { parser, seed, runs, milliseconds, corpus, current } = workerData as FuzzOrder;
const trial = trials[parser];
assert.ok(trial !== undefined, `there is no parser "${parser}"`);
const progress = new Int32Array(current, 0, 2);
const shown = new Uint8Array(current, 8);

const random = createRandom(seed).number;
const coverage = startCoverage();
const seenBlocks = new Set<string>();
const folder = new URL(corpus);
const keptInputs: Buffer[] = readdirSync(folder)
  .sort()
  .map((name) => readFileSync(new URL(name, folder)));
const pick = (): Buffer => keptInputs[Math.floor(random() * keptInputs.length)] ?? Buffer.of();

const until = performance.now() + milliseconds;
let done = 0;
let finding: string | null = null;
try {
  for (const input of keptInputs) await run(input);
  takeNewBlocks();
  while (done < runs && performance.now() < until) {
    const inputs = Array.from({ length: batchSize }, () => mutate(pick(), pick(), random));
    for (const input of inputs) await run(input);
    const newBlocks = takeNewBlocks();
    if (newBlocks.size === 0) continue;
    // Runs the inputs again one by one, and keeps each that is the first to run a new block.
    for (const input of inputs) {
      await run(input);
      const found = coverage.take().filter((block) => newBlocks.delete(block));
      if (found.length > 0) keptInputs.push(input);
    }
  }
} catch (error) {
  finding = error instanceof Error ? (error.stack ?? error.message) : String(error);
}
coverage.stop();
parentPort?.postMessage({
  runs: done,
  blocks: seenBlocks.size,
  kept: keptInputs.length,
  finding,
} satisfies FuzzOutcome);

/** Returns the blocks that have run for the first time since the last call. */
function takeNewBlocks(): Set<string> {
  const newBlocks = new Set(coverage.take().filter((block) => !seenBlocks.has(block)));
  for (const block of newBlocks) seenBlocks.add(block);
  return newBlocks;
}

async function run(input: Buffer): Promise<void> {
  shown.set(input.subarray(0, shown.length));
  Atomics.store(progress, 1, input.length);
  Atomics.add(progress, 0, 1);
  done += 1;
  const startedAt = process.threadCpuUsage().user;
  await trial?.(input);
  const milliseconds = (process.threadCpuUsage().user - startedAt) / 1_000;
  assert.ok(milliseconds < maxCpuMs, `${input.length} bytes took ${milliseconds} ms`);
}
