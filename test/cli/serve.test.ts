import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { after, afterEach, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { runPlaten, startPlaten } from '../helpers/cli.ts';
import { checkedFetch } from '../helpers/requests.ts';
import { waitUntil } from '../helpers/wait-until.ts';

// mkdtemp gives access to its owner only. As root, the database runs as another user and must get through.
const folder = await mkdtemp(path.join(tmpdir(), 'platen-serve-'));
after(() => rm(folder, { recursive: true, force: true }));

const environment = { DATA_DIR: path.join(folder, 'data'), PORT: '0', RENDER_THREADS: '1' };
const running = new Set<ReturnType<typeof startPlaten>>();

interface Service {
  readonly url: string;
  /** The lines that it printed after the one with its address. */
  readonly lines: readonly string[];
  stop(): Promise<{ readonly code: number | null; readonly log: string }>;
}

async function serve(...words: string[]): Promise<Service> {
  const child = startPlaten(['serve', ...words], environment);
  running.add(child);
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const log = text(child.stderr);
  const lines: string[] = [];
  const output = createInterface({ input: child.stdout });
  output.on('line', (line) => lines.push(line));
  if (words.includes('--demo')) {
    const [link] = (await Promise.race([once(output, 'line'), exited])) as unknown[];
    assert.match(String(link), /^Studio {2}http:\/\/127\.0\.0\.1:\d+\/studio\/sign-in\?token=[\w-]{43}$/);
  }
  const first = await Promise.race([waitForLine(lines, /^platen is listening/), exited]);
  assert.match(String(first), /^platen is listening on http:\/\/127\.0\.0\.1:\d+$/);
  return {
    url: String(first).slice('platen is listening on '.length),
    lines,
    async stop() {
      child.kill('SIGTERM');
      const [code] = await exited;
      running.delete(child);
      return { code, log: await log };
    },
  };
}

async function waitForLine(lines: readonly string[], pattern: RegExp): Promise<string> {
  for (;;) {
    const line = lines.find((each) => pattern.test(each));
    if (line !== undefined) return line;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const isDatabaseStopped = () =>
  access(path.join(environment.DATA_DIR, 'postgres', 'postmaster.pid')).then(
    () => false,
    () => true,
  );

describe('platen serve', { timeout: 900_000 }, () => {
  afterEach(() => {
    for (const child of running) child.kill('SIGKILL');
  });

  test('the demo starts from nothing, keeps its data, and its command renders an image', async () => {
    const first = await serve('--demo');
    const keyLine = await waitForLine(first.lines, /Demo API key/);
    const curl = await waitForLine(first.lines, /^curl /);
    const apiKey = keyLine.trim().split(/\s+/).at(-1) ?? '';
    assert.equal((await stat(path.join(environment.DATA_DIR, 'demo.json'))).mode & 0o077, 0);

    const [, address = '', body = ''] = /(http\S+\/generate) .* -d '(.*)'$/.exec(curl) ?? [];
    assert.ok(address.startsWith(`${first.url}/api/v1/templates/`));
    const answer = await checkedFetch(address, {
      method: 'POST',
      headers: { 'X-Api-Key': apiKey, 'Content-Type': 'application/json' },
      body: body.replaceAll("'\\''", "'"),
    });
    assert.equal(answer.status, 200);
    const image = Buffer.from(await answer.arrayBuffer());
    assert.equal(image.subarray(1, 4).toString(), 'PNG');
    for (const probe of ['healthz', 'readyz'])
      assert.equal((await checkedFetch(`${first.url}/${probe}`)).status, 200);

    const importLine = await waitForLine(first.lines, / template import /);
    const { stdout } = await promisify(execFile)('sh', ['-c', importLine], {
      cwd: path.resolve(import.meta.dirname, '..', '..'),
      env: { PATH: process.env['PATH'], HOME: folder },
    });
    assert.match(stdout, /^template {2}[\da-f-]{36}\nvisibility {2}SHARED: .*\n$/);

    const { code, log } = await first.stop();
    assert.equal(code, 0, log);
    assert.ok(!log.includes(apiKey) && !log.includes(apiKey.slice(-20)), 'the key is in no log');
    assert.doesNotMatch(log, /leaving it out/, 'every sample is imported');
    assert.ok(await isDatabaseStopped());

    const second = await serve('--demo');
    assert.equal(await waitForLine(second.lines, /Demo API key/), keyLine);
    const projects = await checkedFetch(`${second.url}/api/v1/projects`, {
      headers: { 'X-Api-Key': apiKey },
    });
    const [project] = (await projects.json()) as { name: string; templateCount: number }[];
    assert.equal(project?.name, 'Samples');
    const samples = JSON.parse(await readFile(path.join(environment.DATA_DIR, 'demo.json'), 'utf8')) as {
      templates: object;
    };
    const imported = 1;
    assert.equal(project.templateCount, Object.keys(samples.templates).length + imported);
    assert.equal((await second.stop()).code, 0);
  });

  test('shares its data folder with commands and a second service', async () => {
    const first = await serve();
    const created = await runPlaten(
      ['workspace', 'create', '--name', 'Beside', '--plan', 'free', '--json'],
      environment,
    );
    assert.equal(created.code, 0, created.stderr);
    const { workspaceId } = JSON.parse(created.stdout) as { workspaceId: string };
    const second = await serve('--no-worker');
    assert.equal((await first.stop()).code, 0);
    // A check of readiness that takes more than two seconds, as on a busy machine, fails once.
    await waitUntil(async () => (await checkedFetch(`${second.url}/readyz`)).status === 200);
    assert.equal((await second.stop()).code, 0);
    assert.ok(await isDatabaseStopped());

    const shown = await runPlaten(['workspace', 'show', '--workspace', workspaceId, '--json'], environment);
    assert.equal(shown.code, 0, shown.stderr);
    assert.equal((JSON.parse(shown.stdout) as { name: string }).name, 'Beside');
    assert.ok(await isDatabaseStopped());
  });

  test('a failed start prints one line', async () => {
    const badValue = await runPlaten(['serve'], { ...environment, RENDER_THREADS: 'many' });
    assert.equal(badValue.code, 1);
    assert.equal(
      badValue.stderr,
      'platen: RENDER_THREADS is "many", but must be a whole number from 1 to 256\n',
    );
    const first = await serve();
    const taken = await runPlaten(['serve'], { ...environment, PORT: new URL(first.url).port });
    assert.equal(taken.code, 1);
    assert.match(taken.stderr, /^platen: PORT=\d+ is in use on 127\.0\.0\.1: .*\n$/);
    assert.equal((await first.stop()).code, 0);
  });

  test('a taken port ends the start before a database is made', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    try {
      await once(other, 'listening');
      const { port } = other.address() as AddressInfo;
      const data = path.join(folder, 'never');
      const taken = await runPlaten(['serve', '--demo'], {
        ...environment,
        DATA_DIR: data,
        PORT: String(port),
      });
      assert.equal(taken.code, 1);
      const line = `PORT=${port} is in use on 127.0.0.1: stop what listens there, or choose another PORT.`;
      assert.equal(taken.stderr, `platen: ${line}\n`);
      await assert.rejects(access(path.join(data, 'postgres')), { code: 'ENOENT' });
    } finally {
      other.close();
    }
  });

  test('a second signal ends a start that hangs', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    try {
      await once(silent, 'listening');
      const { port } = silent.address() as AddressInfo;
      const connected = once(silent, 'connection');
      const child = startPlaten(['serve'], {
        ...environment,
        DATABASE_URL: `postgres://nobody:nothing@127.0.0.1:${port}/none`,
      });
      running.add(child);
      const exited = once(child, 'exit');
      const [socket] = (await connected) as [Socket];
      const log = createInterface({ input: child.stderr });
      child.kill('SIGTERM');
      await once(log, 'line');
      // Two signals within half a second count as one.
      const timer = setInterval(() => child.kill('SIGTERM'), 100);
      assert.deepEqual(await exited, [1, null]);
      clearInterval(timer);
      running.delete(child);
      socket.destroy();
    } finally {
      silent.close();
    }
  });
});
