import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { basicEnvironment } from '../../test/helpers/environment.ts';

const module = path.join(import.meta.dirname, 'run-processes.ts');
const midnight = Date.parse('2026-12-01T00:00:00Z');

describe('runProcesses', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'platen-run-'));
  });
  after(() => rm(folder, { recursive: true }));

  /** Writes a test file that fails in its first runs, as many as `failures` says. */
  async function addFile(name: string, failures: number): Promise<string> {
    const file = path.join(folder, `${name}.mjs`);
    await writeFile(
      file,
      `import { appendFileSync, readFileSync } from 'node:fs';
       import { test } from 'node:test';
       test(${JSON.stringify(name)}, () => {
         appendFileSync(${JSON.stringify(`${file}.runs`)}, 'x');
         const runs = readFileSync(${JSON.stringify(`${file}.runs`)}).length;
         if (runs <= ${failures}) throw new Error('It fails.');
       });`,
    );
    return file;
  }

  const countRuns = async (file: string) => (await readFile(`${file}.runs`)).length;

  /** Runs files by a clock that has these times: at each start, and at the end of each file that failed. */
  async function runAt(
    files: readonly string[],
    times: readonly number[],
  ): Promise<{ readonly passed: boolean; readonly output: string }> {
    const program = path.join(folder, 'run.mjs');
    await writeFile(
      program,
      `import { runProcesses } from ${JSON.stringify(module)};
       const times = ${JSON.stringify(times)};
       const passed = await runProcesses(${JSON.stringify(files)}, { now: () => times.shift() });
       process.exitCode = passed ? 0 : 1;`,
    );
    // Without the variable by which node:test refuses to run test files inside of a test.
    const child = spawn(process.execPath, [program], {
      env: basicEnvironment,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'close');
    const output = await text(child.stdout);
    const [code] = (await ended) as [number | null];
    assert.ok(code === 0 || code === 1, output);
    return { passed: code === 0, output };
  }

  test('repeats once what failed while midnight UTC passed, and says why', async () => {
    const steady = await addFile('steady', 0);
    const counter = await addFile('counter', 1);
    const { passed, output } = await runAt(
      [steady, counter],
      [midnight - 5000, midnight - 1, midnight, midnight + 1],
    );
    assert.equal(passed, true, output);
    assert.deepEqual([await countRuns(steady), await countRuns(counter)], [1, 2]);
    assert.ok(
      output.includes(
        `Midnight UTC passed while these ran, and they failed. They run once more:\n  ${counter}\n`,
      ),
      output,
    );
  });

  test('fails for what fails again', async () => {
    const broken = await addFile('broken', 9);
    const { passed } = await runAt([broken], [midnight - 1, midnight, midnight, midnight + 1]);
    assert.deepEqual([passed, await countRuns(broken)], [false, 2]);
  });

  test('fails for what failed on one day, also beside a file that is repeated', async () => {
    const earlier = await addFile('earlier', 1);
    assert.equal((await runAt([earlier], [midnight - 5000, midnight - 1])).passed, false);
    assert.equal(await countRuns(earlier), 1);

    const counter = await addFile('disturbed', 1);
    const later = await addFile('later', 1);
    const { passed } = await runAt(
      [counter, later],
      [midnight - 1, midnight, midnight + 1, midnight + 2, midnight + 3],
    );
    assert.deepEqual([passed, await countRuns(counter), await countRuns(later)], [false, 2, 1]);
  });
});
