/**
 * Runs test files, those with the longest recorded times first: a long one that starts last would run alone.
 * The exit code is 1 if a test fails. `--times FILE` writes the seconds of each test file as JSON.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { availableParallelism } from 'node:os';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { readTestTimes } from './test-times.ts';

const root = path.resolve(import.meta.dirname, '..', '..');
const { values, positionals } = parseArgs({
  options: { times: { type: 'string' } },
  allowPositionals: true,
});
const recorded = await readTestTimes();
const files = positionals.toSorted((a, b) => (recorded[b] ?? 0) - (recorded[a] ?? 0) || a.localeCompare(b));
const seconds: Record<string, number> = {};

const events = run({
  files: files.map((file) => path.resolve(root, file)),
  // Many tests wait for other processes, so one file more than there are cores.
  concurrency: availableParallelism() + 1,
  // A test that hangs fails with its name. The slowest file takes a fifth of the limit.
  timeout: 1_200_000,
});
events.on('test:fail', () => {
  process.exitCode = 1;
});
events.on('test:complete', ({ name, details }) => {
  // The test that stands for a file has the file's path as its name.
  const file = path.relative(root, name);
  if (path.isAbsolute(name) && files.includes(file)) seconds[file] = details.duration_ms / 1000;
});
events.pipe(new spec()).pipe(process.stdout);
events.once('close', () => {
  if (values.times !== undefined) void writeFile(values.times, JSON.stringify(seconds));
});
