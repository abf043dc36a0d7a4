import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { pino } from 'pino';
import { rendererVariables } from '../../../test/helpers/renderers.ts';
import { bindTemplate } from '../bind.ts';
import { confinedStart, findConfinement, type ConfinedStart, type Confinement } from './confinement.ts';
import { RendererChild } from './renderer-child.ts';
import { startRendererPool } from './renderer-pool.ts';

const onLinux = process.platform === 'linux';

/** Runs a module in a process that is started as renderers are; returns what it printed, and how it ended. */
async function runConfined(code: string, confinement: Confinement = findConfinement()) {
  return await run(confinedStart([], confinement), code);
}

async function run({ execPath, execArgv }: ConfinedStart, code: string) {
  // Within the project, where packages are found.
  const child = spawn(execPath, [...execArgv, '--input-type=module', '-e', code], {
    cwd: import.meta.dirname,
    env: {},
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, [exitCode, signal]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null, string | null]>,
  ]);
  return { stdout: stdout.trim(), stderr, exitCode, signal };
}

/** Prints the code of the error that the statements end with, or `done`. */
const attempt = (statements: string): string =>
  `try { ${statements}; console.log('done') } catch (error) { console.log(error.code ?? error.name) }`;

describe('a renderer process', () => {
  let folder: string;
  let secretFile: string;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'platen-confined-'));
    secretFile = path.join(folder, 'secret.txt');
    await writeFile(secretFile, 'secret');
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('has an environment of its own, whatever is in this one', { skip: !onLinux }, async () => {
    process.env['DATABASE_URL'] = 'postgres://marked-secret@localhost/x';
    process.env['AWS_SECRET_ACCESS_KEY'] = 'marked-secret';
    const child = new RendererChild({ timeoutMs: 60_000, memoryBytes: 2 ** 31 });
    try {
      await child.ready;
      const names = (await readFile(`/proc/${child.pid}/environ`, 'utf8'))
        .split('\0')
        .filter((line) => line !== '')
        .map((line) => line.split('=')[0]);
      assert.deepEqual(names.sort(), rendererVariables);
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
      const limits = await readFile(`/proc/${child.pid}/limits`, 'utf8');
      const isolation = findConfinement();
      if (isolation !== 'bare') {
        assert.match(status, /^NoNewPrivs:\s+1$/mu);
        assert.match(limits, /^Max file size\s+0\s+0\s/mu);
      }
      if (isolation === 'sealed') {
        assert.match(status, /^CapEff:\s+0+$/mu);
        assert.notEqual(await readlink(`/proc/${child.pid}/ns/net`), await readlink('/proc/self/ns/net'));
      }
    } finally {
      delete process.env['DATABASE_URL'];
      delete process.env['AWS_SECRET_ACCESS_KEY'];
      child.stop();
      await child.gone;
    }
  });

  for (const [what, code] of [
    ['read a file', (file: string) => `fs.readFileSync(${JSON.stringify(file)})`],
    ['list a folder', (file: string) => `fs.readdirSync(${JSON.stringify(path.dirname(file))})`],
    ['write a file', (file: string) => `fs.writeFileSync(${JSON.stringify(`${file}.new`)}, 'x')`],
    ['remove a file', (file: string) => `fs.rmSync(${JSON.stringify(file)})`],
    ['start a program', () => `(await import('node:child_process')).execFileSync('/bin/true')`],
    ['start a thread', () => `new (await import('node:worker_threads')).Worker('1', { eval: true })`],
    ['read its parent’s environment', () => `fs.readFileSync('/proc/' + process.ppid + '/environ')`],
    ['write into the program', () => `fs.writeFileSync('confinement.ts', '')`],
  ] as const) {
    it(`may not ${what}`, async () => {
      const { stdout, stderr } = await runConfined(
        `import fs from 'node:fs'; ${attempt(code(secretFile))}`,
        'bare',
      );
      assert.equal(stdout, 'ERR_ACCESS_DENIED', stderr);
    });
  }

  it('may write into its folder for results, which is made later, and nowhere beside it', async () => {
    const results = path.join(folder, 'results');
    const start = confinedStart([], findConfinement(), [results]);
    await mkdir(results);
    const file = JSON.stringify(path.join(results, 'row'));
    await writeFile(path.join(results, 'row'), '');
    const inside = await run(
      start,
      `import fs from 'node:fs'; ${attempt(`fs.writeFileSync(${file}, 'drawn')`)}`,
    );
    assert.equal(inside.stdout, 'done', inside.stderr);
    assert.equal(await readFile(path.join(results, 'row'), 'utf8'), 'drawn');
    const beside = JSON.stringify(path.join(folder, 'results2'));
    const outside = await run(
      start,
      `import fs from 'node:fs'; ${attempt(`fs.writeFileSync(${beside}, 'x')`)}`,
    );
    assert.equal(outside.stdout, 'ERR_ACCESS_DENIED');
  });

  it('makes a file of a result where it was told to, and overwrites none', async () => {
    const resultsFolder = path.join(folder, 'process');
    const pool = await startRendererPool({
      ...{ processes: 1, queueLimit: 1, timeoutMs: 60_000, resultsFolder },
      log: pino({ level: 'silent' }),
    });
    try {
      await mkdir(resultsFolder);
      const file = path.join(resultsFolder, 'row');
      const { scene } = bindTemplate(
        { schemaVersion: 1, name: 'x', viewport: { width: 20, height: 10 }, elements: [] },
        new Map(),
      );
      const output = { format: 'png', dpi: 96, scale: 1, quality: 80 } as const;
      const job = { scene, assets: {}, output, imageMaxPixels: 1e6 };
      const { written, data } = await pool.render(job, new Map(), { path: file });
      assert.deepEqual([written?.bytes, data.byteLength], [(await stat(file)).size, 0]);
      const again = await pool.render(job, new Map(), { path: file });
      assert.deepEqual([again.written, again.data.byteLength], [undefined, written?.bytes]);
    } finally {
      await pool.close();
    }
  });

  it('may not make code of strings', async () => {
    const { stdout } = await runConfined(attempt(`new Function('return 1')()`), 'bare');
    assert.equal(stdout, 'EvalError');
  });

  it('cannot write with native code either', { skip: findConfinement() === 'bare' }, async () => {
    const target = path.join(folder, 'native.png');
    const draw = `import sharp from 'sharp';
      await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } }).toFile(${JSON.stringify(target)})`;
    await runConfined(draw);
    const written = await stat(target).catch(() => null);
    assert.equal(written?.size ?? 0, 0);
    // Native code is not bound by Node's permissions: without the system's help the file is there.
    const { stderr } = await runConfined(draw, 'bare');
    assert.ok((await stat(target)).size > 0, stderr);
  });

  it('has no network', { skip: findConfinement() !== 'sealed' }, async () => {
    let connections = 0;
    const server = createServer((socket) => {
      connections += 1;
      socket.end();
    }).listen(0, '127.0.0.1');
    try {
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      const connect = `import net from 'node:net';
        const socket = net.connect(${port}, '127.0.0.1');
        socket.on('error', (error) => console.log(error.code));
        socket.on('connect', () => console.log('connected'));`;
      assert.equal((await runConfined(connect)).stdout, 'ENETUNREACH');
      assert.equal(connections, 0);
      assert.equal((await runConfined(connect, 'limited')).stdout, 'connected');
    } finally {
      server.close();
    }
  });
});
