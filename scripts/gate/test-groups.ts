/**
 * Divides test files into processes. Most of the time of a small test file is the start of its process and of
 * its service, so the files of a group run in one process, in sequence (`test/helpers/run-group.ts`).
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { TestTimes } from './test-times.ts';

interface TestGroup {
  readonly folder: string;
  /** Files of folders in it belong to it, too. */
  readonly deep?: boolean;
  /** In how many processes its files run. Default: one. */
  readonly processes?: number;
  /** Files that need a process of their own, by their paths in the folder. */
  readonly alone?: readonly string[];
}

const testGroups: readonly TestGroup[] = [
  {
    folder: 'src/async',
    deep: true,
    // Ends its process.
    alone: ['worker-thread.test.ts'],
  },
  { folder: 'src/config' },
  { folder: 'src/cli', deep: true, alone: ['run-service.test.ts', 'batch/rows/read-in-worker.test.ts'] },
  {
    folder: 'src/common',
    deep: true,
    // They watch JSON's functions, or the time.
    alone: ['text/written-json.test.ts', 'names/filenames.test.ts', 'rows/joined-columns.test.ts'],
  },
  {
    folder: 'src/http',
    deep: true,
    // They fake timers, or watch JSON's functions.
    alone: ['unread-answers.test.ts', 'body/parse-in-worker.test.ts', 'body/read-body.test.ts'],
  },
  {
    folder: 'src/domain',
    deep: true,
    processes: 2,
    // They measure the time of the process.
    alone: ['authoring/etag.test.ts', 'image-urls/signed-target.test.ts', 'sessions/passwords.test.ts'],
  },
  { folder: 'src/importers', deep: true },
  { folder: 'src/mcp', deep: true },
  { folder: 'src/outbound', deep: true, alone: ['fetch-image.test.ts', 'post-callback.test.ts'] },
  {
    folder: 'src/render',
    deep: true,
    processes: 3,
    // Loads the canvas without the system's fonts.
    alone: ['text/draw/draw-text.test.ts'],
  },
  {
    folder: 'src/renderer',
    // Long ones, which start and kill renderers, and one that changes the environment.
    alone: ['confinement.test.ts', 'lanes.test.ts', 'pool.test.ts', 'preview-lane.test.ts'],
  },
  {
    folder: 'src/storage',
    deep: true,
    // Measures the memory of the process.
    alone: ['write-archive.test.ts'],
  },
  {
    folder: 'src/store',
    deep: true,
    // They start servers of their own.
    alone: ['embedded/embedded-database.test.ts', 'embedded/lock.test.ts'],
  },
  { folder: 'src/telemetry', deep: true },
  {
    folder: 'studio/web/src',
    deep: true,
    // Fakes timers.
    alone: ['designer/saving/auto-save.test.ts'],
  },
  {
    folder: 'clients/typescript/test',
    // Long ones, which mostly wait for npm or a browser.
    alone: ['package.test.ts', 'browser.test.ts'],
  },
  { folder: 'contract-tests' },
  { folder: 'contract-tests/changes' },
  { folder: 'contract-tests/operations' },
  { folder: 'contract-tests/prism' },
  // A long one.
  { folder: 'contract-tests/studio', alone: ['every-operation.test.ts'] },
  { folder: 'contract-tests/studio/one-service' },
  { folder: 'test/batch', processes: 3 },
  { folder: 'test/callbacks' },
  // Their commands share a process, too.
  { folder: 'test/cli', processes: 3, alone: ['launch.test.ts'] },
  { folder: 'test/codes' },
  { folder: 'test/hostile' },
  { folder: 'test/print', alone: ['sheets.test.ts', 'standards.test.ts'] },
  {
    folder: 'test/http',
    alone: [
      // Reads events of the whole process.
      'logged-failures.test.ts',
      // Long ones, which mostly wait for a browser or another server.
      'batch-submit.test.ts',
      'docs-page.test.ts',
      'docs-page-demo.test.ts',
      'docs-page-layout.test.ts',
      'object-store.test.ts',
    ],
  },
  {
    folder: 'test/image-urls',
    // They start and kill processes, and wait.
    alone: ['killed-writes.test.ts', 'single-flight.test.ts', 'stopping-and-processes.test.ts'],
  },
  { folder: 'test/mcp', alone: ['stdio.test.ts'] },
  { folder: 'test/operations', processes: 2, alone: ['recipes.test.ts'] },
  { folder: 'test/security' },
  { folder: 'test/studio', processes: 4 },
  { folder: 'test/studio/designer', processes: 4 },
  { folder: 'test/survival', processes: 3 },
  { folder: 'test/telemetry' },
  { folder: 'test/upgrade' },
];

const root = path.resolve(import.meta.dirname, '..', '..');
const entryFolder = path.join(root, 'node_modules/.cache/test-groups');

export interface TestProcess {
  /** The file that it runs. */
  readonly entry: string;
  /** What its test files took when times were recorded. */
  readonly seconds: number;
}

/** Returns the processes for test files, which have paths in the project. */
export async function divideIntoProcesses(
  files: readonly string[],
  recorded: TestTimes,
): Promise<readonly TestProcess[]> {
  // Times of at least five seconds are recorded.
  const getSeconds = (members: readonly string[]) =>
    members.reduce((sum, file) => sum + (recorded[file] ?? 1), 0);
  const processes: TestProcess[] = [];
  for (const [group, members] of Map.groupBy(files, getGroup)) {
    if (group === undefined) {
      processes.push(
        ...members.map((file) => ({ entry: path.join(root, file), seconds: getSeconds([file]) })),
      );
      continue;
    }
    for (const [index, part] of divideEvenly(members, group.processes ?? 1, getSeconds).entries())
      processes.push({ entry: await writeEntry(group.folder, index, part), seconds: getSeconds(part) });
  }
  return processes;
}

/** Adds each file, the longest first, to the part that takes the least time. */
function divideEvenly(
  files: readonly string[],
  count: number,
  secondsOf: (files: readonly string[]) => number,
): readonly (readonly string[])[] {
  const parts = Array.from({ length: Math.min(count, files.length) }, (): string[] => []);
  for (const file of files.toSorted((a, b) => secondsOf([b]) - secondsOf([a]))) {
    const shortest = parts.reduce((least, part) => (secondsOf(part) < secondsOf(least) ? part : least));
    shortest.push(file);
  }
  return parts;
}

function getGroup(file: string): TestGroup | undefined {
  return testGroups.find(({ folder, deep = false, alone = [] }) => {
    const inFolder = path.relative(folder, file);
    const isMember = deep ? !inFolder.startsWith('..') : path.dirname(file) === folder;
    return isMember && !alone.includes(inFolder);
  });
}

/** The runner starts a process by a file only, so the list of files is written as one. */
async function writeEntry(folder: string, index: number, files: readonly string[]): Promise<string> {
  await mkdir(entryFolder, { recursive: true });
  const entry = path.join(entryFolder, `${folder.replaceAll('/', '-')}-${index + 1}.mjs`);
  const run = path.relative(entryFolder, path.join(root, 'test/helpers/run-group.ts'));
  await writeFile(
    entry,
    `import { runGroup } from ${JSON.stringify(run)};\nrunGroup(${JSON.stringify({ folder, files })});\n`,
  );
  return entry;
}
