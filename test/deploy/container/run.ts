/**
 * Builds the image of the Dockerfile, and starts it as compose.yaml does. A command of a release, since it
 * needs root, buildah and mmdebstrap, and some minutes:
 *
 *     npm run test:image
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createWriteStream, globSync } from 'node:fs';
import { chown, cp, mkdir, mkdtemp, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabase, type TestDatabase } from '../../helpers/database.ts';
import { findFreePort } from '../../helpers/free-port.ts';
import { createTenant, send, type Tenant } from '../../helpers/http.ts';
import { startObjectStore, type ObjectStore } from '../../helpers/object-store.ts';
import { checkedFetch } from '../../helpers/requests.ts';
import { readImage, root } from '../dockerfile.ts';
import { makeBaseImages } from './base-images.ts';
import { openBuildah, runProgram, type Buildah } from './buildah.ts';
import { finish, startConfined, type Confined, type Place } from './confined.ts';

/** As `buildah inspect` prints it. */
interface ImageConfig {
  readonly User: string;
  readonly Env: readonly string[];
  readonly Entrypoint: readonly string[];
  readonly Cmd: readonly string[];
  readonly WorkingDir: string;
  readonly Volumes: Readonly<Record<string, object>>;
  readonly ExposedPorts: Readonly<Record<string, object>>;
  readonly Healthcheck: { readonly Test: readonly string[] };
}

/** What must not come into the image, though it lies beside the Dockerfile. */
const decoys = [
  '.env',
  '.npmrc',
  '.data/demo.json',
  '.git/config',
  'plans.json',
  'deploy/kubernetes/secret.yaml',
  'studio/web/dist/old.js',
];
const marker = 'a-secret-that-lies-beside-the-Dockerfile';
/** In MiB, more than docs/operating.md says: Debian's packages change. */
const allowedGrowth = 1.1;

describe('the image', { timeout: 3_600_000 }, () => {
  let folder: string;
  let buildah: Buildah;
  let config: ImageConfig;
  /** The root file system of a container. */
  let rootFolder: string;
  let store: ObjectStore;
  let databases: [TestDatabase, TestDatabase];
  let tenant: Tenant;
  let place: Place;
  let restoredPlace: Place;

  const start = (words: readonly string[], options: Parameters<typeof startConfined>[2] = {}) =>
    startConfined(place, words, options);
  const run = (words: readonly string[], env: Place['env'] = {}) =>
    finish(startConfined({ ...place, env: { ...place.env, ...env } }, words));

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'platen-container-'));
    buildah = await openBuildah(path.join(folder, 'buildah'));
    const context = path.join(folder, 'context');
    await copyRepository(context);
    for (const decoy of decoys) {
      await mkdir(path.dirname(path.join(context, decoy)), { recursive: true });
      await writeFile(path.join(context, decoy), marker);
    }
    const bases = await makeBaseImages(buildah, path.join(context, 'Dockerfile'), folder);
    const image = 'localhost/platen';
    const options = ['--isolation=chroot', '--format=docker', '--pull=never', '--tag', image];
    buildah.run('build', ...options, ...bases, context);
    const inspected = JSON.parse(buildah.run('inspect', '--type=image', image)) as {
      readonly Docker: { readonly config: ImageConfig };
    };
    config = inspected.Docker.config;
    rootFolder = buildah.run('mount', buildah.run('from', '--pull=never', image));

    store = await startObjectStore();
    databases = [await createTestDatabase(), await createTestDatabase()];
    tenant = await createTenant(databases[0].db);
    place = await preparePlace('service', databases[0], 'platen');
    restoredPlace = await preparePlace('restored', databases[1], 'platen-restored');
  });
  after(async () => {
    await store.close();
    for (const database of databases) await database.close();
    await buildah.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** A volume, a database and a bucket: what Compose gives a service. */
  async function preparePlace(name: string, database: TestDatabase, bucket: string): Promise<Place> {
    const data = path.join(folder, name);
    await mkdir(data);
    // A new volume gets the owner of the image's folder.
    const { uid, gid } = await stat(path.join(rootFolder, 'data'));
    await chown(data, uid, gid);
    const [userId = NaN, groupId = NaN] = config.User.split(':').map(Number);
    return {
      root: rootFolder,
      data,
      workFolder: config.WorkingDir,
      user: { uid: userId, gid: groupId },
      env: {
        ...Object.fromEntries(config.Env.map((line) => line.split(/=(.*)/s) as [string, string])),
        ...store.env,
        DATABASE_URL: database.url,
        STORAGE_URL: `s3://${bucket}?endpoint=${store.endpoint}&forcePathStyle=true`,
        HOST: '127.0.0.1',
        PORT: String(await findFreePort()),
        METRICS_PORT: String(await findFreePort()),
        RENDER_THREADS: '1',
      },
    };
  }

  /** Starts a process of the image, and waits for a line of its output. */
  async function startUntil(where: Place, words: readonly string[], ready: RegExp): Promise<Confined> {
    const child = startConfined(where, [...config.Entrypoint, ...words]);
    const errors: string[] = [];
    child.stderr.on('data', (chunk: Buffer) => errors.push(chunk.toString()));
    for await (const line of createInterface({ input: child.stdout })) {
      if (!ready.test(line)) continue;
      child.stdout.resume();
      return child;
    }
    throw new Error(`The process ended: ${errors.join('')}`);
  }

  const stop = async (child: Confined): Promise<void> => {
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    assert.deepEqual(await exited, [0, null]);
  };
  const getOrigin = ({ env }: Place): string => `http://127.0.0.1:${env['PORT'] ?? ''}`;

  test('is what the Dockerfile says', () => {
    const read = readImage();
    assert.equal(config.User, `${read.user.uid}:${read.user.gid}`);
    const env = Object.fromEntries(config.Env.map((line) => line.split(/=(.*)/s) as [string, string]));
    assert.deepEqual(env, read.env);
    assert.deepEqual([config.Entrypoint, config.Cmd], [read.entrypoint, read.command]);
    assert.deepEqual(config.Healthcheck.Test, ['CMD', ...read.healthCheck]);
    assert.deepEqual(Object.keys(config.Volumes), ['/data']);
    assert.deepEqual(Object.keys(config.ExposedPorts), ['8080/tcp']);
  });

  test('has no secret, no package of the build, and the size that docs/operating.md says', async () => {
    const found = runProgram('sh', ['-c', 'grep -r -l --text -- "$0" "$1" || true', marker, rootFolder]);
    assert.equal(found, '');
    for (const pattern of ['**/.npmrc', '**/.env', 'root/.npm', 'usr/local/etc/*', 'app/bin', 'app/test'])
      assert.deepEqual(globSync(pattern, { cwd: rootFolder, exclude: ['app/node_modules/**', 'proc'] }), []);
    const { packages } = JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { readonly dev?: boolean; readonly devOptional?: boolean }>;
    };
    const developed = Object.entries(packages).flatMap(([name, { dev, devOptional }]) =>
      dev === true || devOptional === true ? [name] : [],
    );
    const app = path.join(rootFolder, config.WorkingDir);
    const kept = developed.filter((name) => globSync(`${name}/package.json`, { cwd: app }).length > 0);
    assert.deepEqual(kept, []);

    const page = await readFile(path.join(root, 'docs/operating.md'), 'utf8');
    const said = Number(/production packages: (\d+) MB/.exec(page)?.[1]);
    // As container engines count it.
    const words = ['--summarize', '--apparent-size', '--block-size=1MB', rootFolder];
    const size = Number(runProgram('du', words).split('\t')[0]);
    assert.ok(size > said / allowedGrowth && size < said * allowedGrowth, `${size} MB, not ${said}`);
  });

  test('lets its user write to /data and /tmp only', async () => {
    const words = ['find', '/', '-xdev', '!', '-type', 'l', '-writable', '-print'];
    const { stdout, stderr } = await finish(start(words, { isWritable: true }));
    // Debian has two more folders for everybody; compose.yaml makes the root file system read-only.
    const writable = stdout.split('\n').filter((name) => !['', '/var/tmp', '/run/lock'].includes(name));
    assert.deepEqual(writable.sort(), ['/data', '/tmp'], stderr);
    const { code } = await finish(start(['sh', '-c', 'touch /var/tmp/a || touch /app/a']));
    assert.equal(code, 1);
    const capabilities = await finish(start(['grep', '-E', '^Cap(Prm|Eff|Bnd)', '/proc/self/status']));
    assert.deepEqual(new Set(capabilities.stdout.match(/[0-9a-f]{16}/g)), new Set(['0'.repeat(16)]));
  });

  test('creates the bucket, serves, renders, and stops at SIGTERM', async () => {
    for (const { env } of [place, restoredPlace]) {
      const created = await run(['node', 'deploy/create-bucket.ts'], env);
      assert.equal(created.code, 0, created.stderr);
    }
    const child = await startUntil(place, config.Cmd, /listening on/);
    try {
      await waitUntilHealthy();
      for (const page of ['/readyz', '/studio', '/docs', '/openapi.yaml'])
        assert.equal((await checkedFetch(getOrigin(place) + page)).status, 200, page);
      const templateId = await importSample();
      await checkRenders(place, templateId);
    } finally {
      await stop(child);
    }
    assert.equal((await run(config.Healthcheck.Test.slice(1))).code, 1);
  });

  test('is backed up and restored by the commands that docs/operating.md has for Compose', async () => {
    const page = await readFile(path.join(root, 'docs/operating.md'), 'utf8');
    const getWords = (pattern: RegExp): string[] =>
      (pattern.exec(page)?.[1] ?? assert.fail(`docs/operating.md does not have ${pattern.source}`)).split(
        ' ',
      );
    const backupWords = getWords(/^docker compose exec -T api (.*) > platen\.tar$/m);
    const restoreWords = getWords(/^docker compose run --rm -T api (.*) < platen\.tar$/m);

    const templateId = await importSample();
    const file = path.join(folder, 'platen.tar');
    const service = await startUntil(place, ['serve', '--no-worker'], /listening on/);
    const workerPlace = { ...place, env: { ...place.env, METRICS_PORT: String(await findFreePort()) } };
    const worker = await startUntil(workerPlace, ['worker'], /at work/);
    let jobId: string;
    let archive: Uint8Array;
    try {
      jobId = await submitJob(templateId);
      archive = await downloadArchive(place, jobId);
      const backup = start(backupWords);
      const [messages, [code]] = await Promise.all([
        text(backup.stderr),
        once(backup, 'exit') as Promise<[number | null]>,
        pipeline(backup.stdout, createWriteStream(file)),
      ]);
      assert.equal(code, 0, messages);
    } finally {
      await Promise.all([stop(service), stop(worker)]);
    }

    const input = await open(file);
    const restored = await finish(
      startConfined(restoredPlace, [...config.Entrypoint, ...restoreWords], { input: input.fd }),
    );
    await input.close();
    assert.equal(restored.code, 0, restored.stderr);
    const again = await startUntil(restoredPlace, config.Cmd, /listening on/);
    try {
      await checkRenders(restoredPlace, templateId);
      assert.deepEqual(await downloadArchive(restoredPlace, jobId), archive);
    } finally {
      await stop(again);
    }
  });

  /** A container engine asks again after 10 s, too. */
  async function waitUntilHealthy(): Promise<void> {
    for (let attempts = 1; ; attempts += 1) {
      const { code, stderr } = await run(config.Healthcheck.Test.slice(1));
      if (code === 0) return;
      assert.ok(attempts < 10, stderr);
    }
  }

  /** Imports a sample by the command line of the image. */
  async function importSample(): Promise<string> {
    const words = ['--json', 'template', 'import', 'samples/certificate', '--project', tenant.projectId];
    const imported = await run([...config.Entrypoint, ...words, '--account', tenant.accountId]);
    assert.equal(imported.code, 0, imported.stderr);
    return (JSON.parse(imported.stdout) as { readonly templateId: string }).templateId;
  }

  async function readExampleValues(): Promise<Record<string, unknown>> {
    const file = path.join(rootFolder, config.WorkingDir, 'samples/certificate/example.json');
    return JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
  }

  async function checkRenders(where: Place, templateId: string): Promise<void> {
    const variables = await readExampleValues();
    for (const [format, beginning] of [
      ['png', '\x89PNG'],
      ['pdf', '%PDF'],
    ] as const) {
      const target = `/api/v1/templates/${templateId}/generate`;
      const answer = await send(getOrigin(where), 'POST', target, {
        key: tenant.apiKey,
        json: { variables, format },
      });
      assert.equal(answer.status, 200, JSON.stringify(answer.json));
      assert.equal(Buffer.from(answer.bytes).toString('latin1', 0, 4), beginning);
    }
  }

  async function submitJob(templateId: string): Promise<string> {
    const rows = [await readExampleValues(), await readExampleValues()];
    const json = { template: { templateId, format: 'png' }, rows };
    const answer = await send(getOrigin(place), 'POST', '/api/v1/batch-jobs', { key: tenant.apiKey, json });
    assert.equal(answer.status, 202, JSON.stringify(answer.json));
    return (answer.json as { readonly jobId: string }).jobId;
  }

  /** Waits for the end of a job. Returns its archive. */
  async function downloadArchive(where: Place, jobId: string): Promise<Uint8Array> {
    const target = `/api/v1/batch-jobs/${jobId}`;
    const read = async (more = '') => {
      const answer = await send(getOrigin(where), 'GET', target + more, { key: tenant.apiKey });
      assert.equal(answer.status, 200, JSON.stringify(answer.json));
      return answer;
    };
    for (let status = ''; status !== 'COMPLETED'; await sleep(100)) {
      const job = (await read()).json as { readonly status: string; readonly completedAt: string | null };
      ({ status } = job);
      assert.ok(job.completedAt === null || status === 'COMPLETED', status);
    }
    return (await read('/result?delivery=zip')).bytes;
  }
});

/** Copies the files that Git knows, as they are now. */
async function copyRepository(folder: string): Promise<void> {
  const listed = runProgram('git', [
    '-C',
    root,
    'ls-files',
    '-z',
    '--cached',
    '--others',
    '--exclude-standard',
  ]);
  for (const file of listed.split('\0').filter((name) => name !== '')) {
    await cp(path.join(root, file), path.join(folder, file));
  }
}
