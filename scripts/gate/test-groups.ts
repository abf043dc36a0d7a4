/**
 * Divides test files into processes. Most of the time of a small test file is the start of its process and of
 * its service, so the files of a group run in one process, in sequence (`test/helpers/run-group.ts`).
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

interface TestGroup {
  readonly folder: string;
  /** Files that need a process of their own. */
  readonly alone?: readonly string[];
}

const testGroups: readonly TestGroup[] = [
  { folder: 'contract-tests/operations' },
  // A long one.
  { folder: 'contract-tests/studio', alone: ['every-operation.test.ts'] },
  { folder: 'contract-tests/studio/one-service' },
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
  { folder: 'test/security' },
];

const root = path.resolve(import.meta.dirname, '..', '..');
const entryFolder = path.join(root, 'node_modules/.cache/test-groups');

export interface TestProcess {
  /** The file that it runs. */
  readonly entry: string;
  readonly files: readonly string[];
}

/** Returns the processes for test files, which have paths in the project. */
export async function divideIntoProcesses(files: readonly string[]): Promise<readonly TestProcess[]> {
  const processes: TestProcess[] = [];
  for (const [group, members] of Map.groupBy(files, groupOf)) {
    if (group === undefined || members.length === 1)
      processes.push(...members.map((file) => ({ entry: path.join(root, file), files: [file] })));
    else processes.push({ entry: await writeEntry(group, members), files: members });
  }
  return processes;
}

function groupOf(file: string): TestGroup | undefined {
  const { dir, base } = path.parse(file);
  return testGroups.find(({ folder, alone = [] }) => folder === dir && !alone.includes(base));
}

/** The runner starts a process by a file only, so the list of files is written as one. */
async function writeEntry({ folder }: TestGroup, files: readonly string[]): Promise<string> {
  await mkdir(entryFolder, { recursive: true });
  const entry = path.join(entryFolder, `${folder.replaceAll('/', '-')}.mjs`);
  const run = path.relative(entryFolder, path.join(root, 'test/helpers/run-group.ts'));
  await writeFile(
    entry,
    `import { runGroup } from ${JSON.stringify(run)};\nrunGroup(${JSON.stringify({ folder, files })});\n`,
  );
  return entry;
}
