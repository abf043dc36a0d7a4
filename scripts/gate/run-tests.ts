/**
 * Runs test files, those with the longest recorded times first: a long one that starts last would run alone.
 * Files of a group share a process. The exit code is 1 if a test fails. `--times FILE` writes the seconds of
 * each test file as JSON.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { availableParallelism } from 'node:os';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { divideIntoProcesses } from './test-groups.ts';
import { readTestTimes } from './test-times.ts';

const root = path.resolve(import.meta.dirname, '..', '..');
const { values, positionals } = parseArgs({
  options: { times: { type: 'string' } },
  allowPositionals: true,
});
const files = new Set(positionals.map((file) => path.relative(root, path.resolve(file))));
const processes = await divideIntoProcesses([...files].sort(), await readTestTimes());
const seconds: Record<string, number> = {};

const events = run({
  files: processes.toSorted((a, b) => b.seconds - a.seconds).map(({ entry }) => entry),
  // Many tests wait for other processes: with one file more than two cores, a quarter of their time
  // was left over.
  concurrency: availableParallelism() + 2,
  // A test that hangs fails with its name. The slowest file takes a fifth of the limit.
  timeout: 1_200_000,
});
events.on('test:fail', () => {
  process.exitCode = 1;
});
events.on('test:complete', ({ name, details }) => {
  // The test that stands for a file has the file's path as its name, and a suite of a group its path here.
  const file = path.relative(root, path.resolve(root, name));
  if (files.has(file)) seconds[file] = details.duration_ms / 1000;
});
events.pipe(new spec()).pipe(process.stdout);
events.once('close', () => {
  if (values.times !== undefined) void writeFile(values.times, JSON.stringify(seconds));
});
