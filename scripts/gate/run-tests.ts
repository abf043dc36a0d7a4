/**
 * Runs test files, those with the longest recorded times first: a long one that starts last would run alone.
 * Files of a group share a process. The exit code is 1 if a test fails. `--times FILE` writes the seconds of
 * each test file as JSON.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runProcesses } from './run-processes.ts';
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

const entries = processes.toSorted((a, b) => b.seconds - a.seconds).map(({ entry }) => entry);
const passed = await runProcesses(entries, {
  onComplete(name, fileSeconds) {
    // A suite of a group has the path of its test file as its name, here or in the machine.
    const file = path.relative(root, path.resolve(root, name));
    if (files.has(file)) seconds[file] = fileSeconds;
  },
});
if (!passed) process.exitCode = 1;
if (values.times !== undefined) await writeFile(values.times, JSON.stringify(seconds));
