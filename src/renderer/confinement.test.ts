import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { rendererVariables } from '../../test/helpers/renderers.ts';
import {
  bare,
  confineCommand,
  confinedStart,
  findConfinement,
  isPossible,
  rendererUserId,
  type ConfinedStart,
  type Confinement,
} from './confinement.ts';
import { RendererChild } from './child.ts';

const onLinux = process.platform === 'linux';

/** Runs a module in a process that is started like a renderer. Returns its output and exit code. */
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

  it('does not inherit the environment', { skip: !onLinux }, async () => {
    for (const work of ['render', 'files'] as const) {
      process.env['DATABASE_URL'] = 'postgres://marked-secret@localhost/x';
      process.env['AWS_SECRET_ACCESS_KEY'] = 'marked-secret';
      const child = new RendererChild(work, { timeoutMs: 60_000, memoryBytes: 2 ** 31 });
      try {
        await child.ready;
        const names = (await readFile(`/proc/${child.pid}/environ`, 'utf8'))
          .split('\0')
          .filter((line) => line !== '')
          .map((line) => line.split('=')[0]);
        assert.deepEqual(names.sort(), rendererVariables);
        const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
        const limits = await readFile(`/proc/${child.pid}/limits`, 'utf8');
        const { level } = findConfinement();
        if (level !== 'bare') {
          assert.match(status, /^NoNewPrivs:\s+1$/mu);
          assert.match(limits, /^Max core file size\s+0\s+0\s/mu);
        }
        if (level === 'sealed') {
          assert.match(status, /^CapEff:\s+0+$/mu);
          assert.notEqual(await readlink(`/proc/${child.pid}/ns/net`), await readlink('/proc/self/ns/net'));
        }
      } finally {
        delete process.env['DATABASE_URL'];
        delete process.env['AWS_SECRET_ACCESS_KEY'];
        child.stop();
        await child.exited;
      }
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
        bare,
      );
      assert.equal(stdout, 'ERR_ACCESS_DENIED', stderr);
    });
  }

  it('may write into its work folder and nowhere else', async () => {
    const results = path.join(folder, 'results');
    await mkdir(results);
    if (findConfinement().ownUser) {
      await chmod(folder, 0o711);
      await chown(results, rendererUserId, rendererUserId);
    }
    const start = confinedStart([], findConfinement(), [results]);
    const file = JSON.stringify(path.join(results, 'row'));
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

  it('may not compile code from strings', async () => {
    const { stdout } = await runConfined(attempt(`new Function('return 1')()`), bare);
    assert.equal(stdout, 'EvalError');
  });

  it('cannot read and write with native code either', { skip: !findConfinement().landlock }, async () => {
    const target = path.join(folder, 'native.png');
    const draw = `import sharp from 'sharp';
      const create = { width: 9, height: 9, channels: 3, background: 'red' };
      await sharp({ create }).toFile(${JSON.stringify(target)})`;
    const read = `import sharp from 'sharp';
      await sharp(${JSON.stringify(target)}).metadata().then(({ width }) => console.log(width))`;
    await runConfined(draw);
    assert.ok(!existsSync(target));
    // Node's permissions do not bind native code: without the system's confinement it reads and writes.
    const { stderr } = await runConfined(draw, bare);
    assert.ok((await stat(target)).size > 0, stderr);
    assert.equal((await runConfined(read, bare)).stdout, '9');
    assert.equal((await runConfined(read)).stdout, '');
  });
});

/** Every confinement that this system allows. */
const possible = (['sealed', 'limited'] as const)
  .flatMap((level) => [true, false].map((landlock) => ({ level, landlock })))
  .flatMap((each) => [true, false].map((ownUser) => ({ ...each, ownUser })))
  .filter((each) => !each.ownUser || process.getuid?.() === 0)
  .filter(isPossible);

describe('native code', () => {
  // Node without its permission model may do as much as native code that was taken over.
  for (const confinement of [bare, ...possible]) {
    const { level, landlock, ownUser } = confinement;
    const names = [level, ...(landlock ? ['Landlock'] : []), ...(ownUser ? ['another user'] : [])];
    describe(names.join(', '), () => {
      let folder: string;
      before(async () => {
        folder = await mkdtemp(path.join(tmpdir(), 'platen-native-'));
      });
      after(() => rm(folder, { recursive: true }));

      /** Runs statements, with `fs`, in a confined Node. Returns the code of their error, or `done`. */
      const tryNatively = async (statements: string): Promise<string> => {
        const code = `const fs = require('node:fs'); const net = require('node:net');
        (async () => { ${statements} })().then(() => 'done', (error) => error.code).then(console.log)`;
        const [execPath = '', ...execArgv] = confineCommand([process.execPath, '-e', code], confinement);
        const child = spawn(execPath, execArgv, { cwd: import.meta.dirname, env: {} });
        const [stdout, stderr] = await Promise.all([
          text(child.stdout),
          text(child.stderr),
          once(child, 'close'),
        ]);
        assert.notEqual(stdout, '', stderr);
        return stdout.trim();
      };
      const protectsFiles = landlock || ownUser;

      it(`${protectsFiles ? 'cannot' : 'can'} read and write the files of Platen's user`, async () => {
        const file = path.join(folder, 'secret');
        await writeFile(file, 'x', { mode: 0o600 });
        const expected = protectsFiles ? 'EACCES' : 'done';
        assert.equal(await tryNatively(`fs.readFileSync(${JSON.stringify(file)})`), expected);
        assert.equal(await tryNatively(`fs.writeFileSync(${JSON.stringify(file)}, 'y')`), expected);
        const program = JSON.stringify(path.join(import.meta.dirname, 'landlock.pl'));
        assert.equal(await tryNatively(`fs.closeSync(fs.openSync(${program}, 'r+'))`), expected);
      });

      const hidesEnvironment = protectsFiles || level === 'sealed';
      it(
        `${hidesEnvironment ? 'cannot' : 'can'} read the environment of its parent`,
        { skip: !onLinux },
        async () => {
          const result = await tryNatively(`fs.readFileSync('/proc/${process.pid}/environ')`);
          assert.equal(result, hidesEnvironment ? 'EACCES' : 'done');
        },
      );

      const hasNetwork = level !== 'sealed' && !landlock;
      it(`${hasNetwork ? 'can' : 'cannot'} connect to other programs`, async () => {
        const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
        try {
          await once(server, 'listening');
          const { port } = server.address() as AddressInfo;
          const result = await tryNatively(`await new Promise((resolve, reject) => {
          net.connect(${port}, '127.0.0.1').on('connect', resolve).on('error', reject).resume();
        })`);
          // By Landlock only since Linux 6.7.
          assert.ok(hasNetwork ? result === 'done' : ['EACCES', 'ENETUNREACH'].includes(result), result);
        } finally {
          server.close();
        }
      });

      it(`${protectsFiles ? 'cannot' : 'can'} end other processes of Platen's user`, async () => {
        const result = await tryNatively(`process.kill(${process.pid}, 0)`);
        assert.equal(result, protectsFiles ? 'EPERM' : 'done');
      });
    });
  }
});
