import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const recordFile = path.join(import.meta.dirname, 'test-times.json');

/** Seconds of test files, by their paths in the project. */
export type TestTimes = Readonly<Record<string, number>>;

/** Reads the seconds that were recorded for the slow test files. */
export async function readTestTimes(): Promise<TestTimes> {
  return JSON.parse(await readFile(recordFile, 'utf8')) as TestTimes;
}

/** Records the seconds of the test files that take at least five, the longest first. */
export async function recordTestTimes(times: TestTimes): Promise<void> {
  const slow = Object.entries(times)
    .filter(([, seconds]) => seconds >= 5)
    .sort(([, a], [, b]) => b - a)
    .map(([file, seconds]) => [file, Math.round(seconds)] as const);
  await writeFile(recordFile, `${JSON.stringify(Object.fromEntries(slow), null, 2)}\n`);
}
