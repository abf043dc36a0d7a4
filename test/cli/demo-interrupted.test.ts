/** The first start ends in the middle: the next one completes the demo. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { after, describe, test } from 'node:test';
import type { Demo } from '../../src/cli/demo/prepare-demo.ts';
import { listSamples } from '../../src/domain/authoring/samples.ts';
import { runPlaten } from '../helpers/cli.ts';
import { checkedFetch } from '../helpers/requests.ts';

const program = path.resolve(import.meta.dirname, '../../bin/platen');
const folder = await mkdtemp(path.join(tmpdir(), 'platen-interrupted-'));
after(() => rm(folder, { recursive: true, force: true }));

/** Starts the demo as a process group, as a terminal does. */
function start(dataDir: string): ChildProcess & { readonly exited: Promise<unknown> } {
  const child = spawn(program, ['serve', '--demo'], {
    detached: true,
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', RENDER_THREADS: '1', LOG_FORMAT: 'json' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return Object.assign(child, { exited: once(child, 'exit') });
}

/** Waits for a line of a child's output or log. */
async function waitFor(child: ReturnType<typeof start>, pattern: RegExp): Promise<string> {
  const found = Promise.withResolvers<string>();
  for (const input of [child.stdout, child.stderr]) {
    assert.ok(input);
    createInterface({ input }).on('line', (line) => {
      if (pattern.test(line)) found.resolve(line);
    });
  }
  void child.exited.then(() => found.reject(new Error(`It ended before ${String(pattern)} was printed.`)));
  return await found.promise;
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  assert.ok(pid !== undefined);
  process.kill(-pid, signal);
}

/** Starts the demo, waits until it is complete, and checks that nothing is missing or there twice. */
async function checkComplete(dataDir: string): Promise<void> {
  const child = start(dataDir);
  const line = await waitFor(child, /^platen is listening on /);
  const url = line.slice('platen is listening on '.length);
  const { apiKey, projectId, templates } = JSON.parse(
    await readFile(path.join(dataDir, 'demo.json'), 'utf8'),
  ) as Demo;
  const headers = { 'X-Api-Key': apiKey };
  const answer = await checkedFetch(`${url}/api/v1/projects/${projectId}/templates?limit=100`, { headers });
  const listed = (await answer.json()) as { id: string; name: string }[];
  assert.deepEqual(Object.keys(templates).sort(), await listSamples());
  assert.deepEqual(listed.map(({ id }) => id).sort(), Object.values(templates).sort());
  const { stdout } = await runPlaten(['workspace', 'list', '--json'], { DATA_DIR: dataDir });
  const { workspaces } = JSON.parse(stdout) as { workspaces: { name: string }[] };
  assert.deepEqual(
    workspaces.map(({ name }) => name),
    ['Demo'],
  );
  signalGroup(child, 'SIGTERM');
  await child.exited;
}

describe('an interrupted first start', { timeout: 600_000 }, () => {
  const moments: readonly (readonly [string, NodeJS.Signals, RegExp])[] = [
    ['Ctrl-C between samples', 'SIGINT', /\(3 of \d+\)/],
    ['kill -9 before the first sample', 'SIGKILL', /Creating the demo workspace/],
  ];
  for (const [index, [name, signal, moment]] of moments.entries()) {
    test(name, async () => {
      const dataDir = path.join(folder, String(index));
      const child = start(dataDir);
      await waitFor(child, moment);
      signalGroup(child, signal);
      await child.exited;
      await checkComplete(dataDir);
    });
  }

  test('imports no sample twice that was not recorded, and none that was deleted', async () => {
    const dataDir = path.join(folder, '0');
    const file = path.join(dataDir, 'demo.json');
    const demo = JSON.parse(await readFile(file, 'utf8')) as Demo;
    const { certificate, ...rest } = demo.templates;
    assert.ok(certificate !== undefined);
    await writeFile(file, JSON.stringify({ ...demo, templates: rest }));
    await checkComplete(dataDir);

    const words = ['template', 'delete', '--template', certificate, '--json'];
    assert.equal((await runPlaten(words, { DATA_DIR: dataDir })).code, 0);
    const again = start(dataDir);
    await waitFor(again, /^platen is listening on /);
    const { stdout } = await runPlaten(['template', 'list', '--project', demo.projectId, '--json'], {
      DATA_DIR: dataDir,
    });
    const { templates } = JSON.parse(stdout) as { templates: unknown[] };
    assert.equal(templates.length, Object.keys(demo.templates).length - 1);
    signalGroup(again, 'SIGTERM');
    await again.exited;
  });
});
