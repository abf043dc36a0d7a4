/**
 * Fuzzes one parser in a thread: what takes blocks of code that nothing has taken before is kept and changed further. The input under
 * way lies in shared memory, so that it is known even where a parser never comes back from it.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { createRandom } from '../faults/random.ts';
import { startCoverage } from './coverage.ts';
import type { FuzzOrder, FuzzOutcome } from './fuzz-parser.ts';
import { mutate } from './mutate.ts';
import { trials } from './parsers.ts';

/** V8 takes far longer to tell what was run than most parsers to run. */
const inputsAtOnce = 32;
/** A user of the parser would notice; nothing that is as long as these inputs takes a hundredth of it. */
const mostCpuMs = 2_000;

const { parser, seed, runs, milliseconds, corpus, underWay } = workerData as FuzzOrder;
const trial = trials[parser];
assert.ok(trial !== undefined, `there is no parser "${parser}"`);
const progress = new Int32Array(underWay, 0, 2);
const shown = new Uint8Array(underWay, 8);

const random = createRandom(seed).number;
const coverage = startCoverage();
const known = new Set<string>();
const folder = new URL(corpus);
const kept: Buffer[] = readdirSync(folder)
  .sort()
  .map((name) => readFileSync(new URL(name, folder)));
const pick = (): Buffer => kept[Math.floor(random() * kept.length)] ?? Buffer.of();

const until = performance.now() + milliseconds;
let done = 0;
let finding: string | null = null;
try {
  for (const input of kept) await run(input);
  takeNew();
  while (done < runs && performance.now() < until) {
    const inputs = Array.from({ length: inputsAtOnce }, () => mutate(pick(), pick(), random));
    for (const input of inputs) await run(input);
    const news = takeNew();
    if (news.size === 0) continue;
    // One of them it was, or several: each that takes a new block first when it is run alone is kept.
    for (const input of inputs) {
      await run(input);
      const taken = coverage.take().filter((block) => news.delete(block));
      if (taken.length > 0) kept.push(input);
    }
  }
} catch (error) {
  finding = error instanceof Error ? (error.stack ?? error.message) : String(error);
}
coverage.stop();
parentPort?.postMessage({ runs: done, blocks: known.size, kept: kept.length, finding } satisfies FuzzOutcome);

/** The blocks that were run since the last time and never before. */
function takeNew(): Set<string> {
  const news = new Set(coverage.take().filter((block) => !known.has(block)));
  for (const block of news) known.add(block);
  return news;
}

async function run(input: Buffer): Promise<void> {
  shown.set(input.subarray(0, shown.length));
  Atomics.store(progress, 1, input.length);
  Atomics.add(progress, 0, 1);
  done += 1;
  const startedAt = process.threadCpuUsage().user;
  await trial?.(input);
  const milliseconds = (process.threadCpuUsage().user - startedAt) / 1_000;
  assert.ok(milliseconds < mostCpuMs, `${input.length} bytes took ${milliseconds} ms`);
}
