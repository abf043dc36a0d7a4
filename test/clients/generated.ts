/**
 * Clients that the usual generators make of the contract, each driven through a whole day's work with a
 * running service.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import sharp from 'sharp';
import { preparePythonEnvironment, type PythonEnvironment } from '../../contract-tests/python-environment.ts';
import { createTestDatabase } from '../helpers/database.ts';
import { createFleet } from '../helpers/fleet.ts';
import { prepareGo } from '../helpers/go-toolchain.ts';
import { addProject, addTemplate, createTenant } from '../helpers/http.ts';
import { checkedFetch } from '../helpers/requests.ts';

const root = path.resolve(import.meta.dirname, '../..');
const documented = path.join(root, 'docs/generated-clients');
/** The address of a service in openapi.yaml. */
const writtenOrigin = 'http://127.0.0.1:8080';

/** What a client's program says it has seen, whatever it is written in. */
const expected = {
  projects: ['Project', 'Second'],
  templates: ['Card', 'Plain'],
  viewport: [40, 20],
  variables: [
    ['title', 'text', true, null],
    ['code', 'text', false, 'AA1'],
  ],
  refused: { problem: [400, 'VALIDATION_ERROR', '/variables/code'], unauthorized: 'UNAUTHORIZED' },
  batch: {
    problem: [400, 'VARIABLE_VALIDATION_FAILED', '/rows/1/code'],
    sameJob: true,
    status: 'COMPLETED',
    counts: [3, 3, 0],
    callback: null,
    items: [
      [0, '000-one.jpg', 'SUCCESS', null],
      [1, '001------.jpg', 'SUCCESS', null],
      [2, '002-three.jpg', 'SUCCESS', null],
    ],
    entries: ['000-one.jpg', '001------.jpg', '002-three.jpg'],
  },
  cancelled: {
    early: 'BATCH_RESULT_NOT_READY',
    answered: 204,
    status: 'CANCELLED',
    listed: [true],
    deleted: 204,
    gone: [404, 'BATCH_NOT_FOUND'],
  },
  background: {
    sameRender: true,
    status: 'COMPLETED',
    metadata: { order: 'A-1047' },
    pages: 1,
    isPdf: true,
    listed: [true],
    deleted: 204,
    gone: [404, 'RENDER_NOT_FOUND'],
  },
};

describe('generated clients', { timeout: 600_000 }, () => {
  let service: Service;
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'platen-generated-'));
    service = await startService(path.join(folder, 'data'));
    // The generator waits 5 s for the document, which the first request builds.
    await (await checkedFetch(`${service.url}/openapi.yaml`)).text();
  });
  after(async () => {
    await service.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('Python, openapi-python-client', async () => {
    const place = path.join(folder, 'python');
    await cp(path.join(import.meta.dirname, 'python'), place, { recursive: true });
    const { python, variables } = await preparePython();
    const options = { cwd: place, variables: { ...variables, PYTHONDONTWRITEBYTECODE: '1' } };
    await cp(path.join(documented, 'example.py'), path.join(place, 'example.py'));
    const generator = ['-m', 'openapi_python_client', 'generate', '--url', `${service.url}/openapi.yaml`];
    const config = ['--config', path.join(documented, 'openapi-python-client.yaml'), '--fail-on-warning'];
    run(python, [...generator, ...config, '--meta', 'none', '--output-path', 'platen'], options);
    const programs = ['check_client.py', 'example.py'];
    run(python, ['-m', 'mypy', '--strict', '--follow-imports=silent', ...programs], options);
    await checkSummary(place, (files, key) => run(python, ['check_client.py', files], withKey(options, key)));
    await checkExample(place, (words, key) => start(python, ['example.py', ...words], withKey(options, key)));
  });

  test('Python: openapi.yaml of the repository makes the same client as the served document', async () => {
    const { python, variables } = await preparePython();
    const options = { cwd: folder, variables: { ...variables, PYTHONWARNINGS: 'error' } };
    const config = ['--config', path.join(documented, 'openapi-python-client.yaml'), '--fail-on-warning'];
    const make = async (name: string, source: readonly string[]) => {
      const generator = ['-m', 'openapi_python_client', 'generate', ...source, ...config, '--meta', 'none'];
      const { status, stdout, stderr } = start(python, [...generator, '--output-path', name], options);
      assert.deepEqual([status, stdout, stderr], [0, `Generating ${name}\n`, '']);
      const files = await readdir(path.join(folder, name), { recursive: true, withFileTypes: true });
      const texts = files
        .filter((file) => file.isFile())
        .map(async (file): Promise<[string, string]> => {
          const place = path.join(file.parentPath, file.name);
          return [path.relative(path.join(folder, name), place), await readFile(place, 'utf8')];
        });
      return Object.fromEntries(await Promise.all(texts));
    };
    const ours = await make('from_repository', ['--path', path.join(root, 'openapi.yaml')]);
    const served = await make('from_service', ['--url', `${service.url}/openapi.yaml`]);
    assert.ok(Object.keys(ours).length > 100);
    // Examples of the served document have the address of the service.
    assert.deepEqual(ours, JSON.parse(JSON.stringify(served).replaceAll(service.url, writtenOrigin)));
  });

  test('Python models, datamodel-codegen: no name needs a number', async () => {
    const { python, variables } = await preparePython();
    const document = path.join(root, 'openapi.yaml');
    for (const scopes of [['schemas'], ['schemas', 'paths', 'parameters']]) {
      const words = ['--input', document, '--input-file-type', 'openapi', '--openapi-scopes', ...scopes];
      const kind = ['--output-model-type', 'pydantic_v2.BaseModel', '--formatters', 'builtin'];
      const models = run(python, ['-m', 'datamodel_code_generator', ...words, ...kind], {
        cwd: folder,
        variables,
      });
      const names = [...models.matchAll(/^class (\w+)\(/gm)].map(([, name = '']) => name);
      assert.ok(names.length > 90, models);
      assert.deepEqual(
        names.filter((name) => /\d$/.test(name)),
        [],
      );
    }
  });

  test('Go, oapi-codegen', async () => {
    const place = path.join(folder, 'go');
    await cp(path.join(import.meta.dirname, 'go'), place, { recursive: true });
    await mkdir(path.join(place, 'platen'));
    const { go, variables } = await prepareGo();
    const options = { cwd: place, variables };
    await mkdir(path.join(place, 'example'));
    const example = await readFile(path.join(documented, 'example.go'), 'utf8');
    const ours = example.replace('example.org/cards/platen', 'example.org/check/platen');
    await writeFile(path.join(place, 'example', 'main.go'), ours);
    const config = ['-config', path.join(documented, 'oapi-codegen.yaml')];
    run(go, ['tool', 'oapi-codegen', ...config, `${service.url}/openapi.json`], options);
    run(go, ['vet', './...'], options);
    run(go, ['build', '-o', 'bin/', './...'], options);
    const [check, short] = ['check', 'example'].map((name) => path.join(place, 'bin', name));
    assert.ok(check !== undefined && short !== undefined);
    await checkSummary(place, (files, key) => run(check, [files], withKey(options, key)));
    await checkExample(place, (words, key) => start(short, words, withKey(options, key)));
  });

  const withKey = (options: RunOptions, key: string): RunOptions => {
    const variables = { ...options.variables, PLATEN_URL: service.url, PLATEN_API_KEY: key };
    return { ...options, variables };
  };

  async function checkSummary(place: string, use: (files: string, key: string) => string): Promise<void> {
    const files = path.join(place, 'files');
    await mkdir(files);
    const { apiKey } = await service.addKey();
    const { quota, share, ...summary } = JSON.parse(use(files, apiKey)) as Summary;
    assert.deepEqual(summary, expected);
    // One render for each format that the client knows.
    assert.ok(quota.length >= 6);
    assert.deepEqual(
      quota.map((left) => (quota[0] ?? 0) - left),
      [...quota.keys()],
    );

    const shared = await readFile(path.join(files, 'shared.png'));
    assert.deepEqual(share, {
      mimeType: 'image/png',
      fileSize: shared.byteLength,
      status: 200,
      listed: [true],
      revoked: 204,
      statusAfter: 404,
    });
    await checkPicture(path.join(files, 'shared.png'), 'png', 40);
    for (const format of ['png', 'jpeg', 'webp'] as const) {
      await checkPicture(path.join(files, `render.${format}`), format, 80);
    }
    await checkPicture(path.join(files, 'render.avif'), 'heif', 80);
    // An SVG has no scale.
    await checkPicture(path.join(files, 'render.svg'), 'svg', 40);
    const pdf = await readFile(path.join(files, 'render.pdf'));
    assert.match(pdf.toString('latin1'), /^%PDF-1\.\d[^]+%%EOF\s*$/);
    for (const name of expected.batch.entries) await checkPicture(path.join(files, name), 'jpeg', 40);
  }

  /** What the documentation shows, with a value that is right and one that is wrong. */
  async function checkExample(
    place: string,
    use: (words: readonly string[], key: string) => Finished,
  ): Promise<void> {
    const { apiKey, templateId } = await service.addKey();
    const drawn = use([templateId, '{"title": "A"}'], apiKey);
    assert.match(drawn.stdout, /^picture\.png written; \d+ renders left this month$/m);
    assert.equal(drawn.status, 0);
    await checkPicture(path.join(place, 'picture.png'), 'png', 40);
    const refused = use([templateId, '{"title": "A", "code": "?", "more": ""}'], apiKey);
    assert.match(refused.stderr, /^\/variables\/code: .+\n\/variables\/more: .+$/m);
    assert.equal(refused.status, 1);
    assert.match(use([templateId, '{}'], 'nobody').stderr, /401.*UNAUTHORIZED/);
  }
});

async function preparePython(): Promise<PythonEnvironment> {
  return await preparePythonEnvironment({
    requirements: path.join(import.meta.dirname, 'requirements.txt'),
    folder: path.join(import.meta.dirname, '.venv'),
  });
}

interface Summary {
  readonly quota: readonly number[];
  readonly share: Readonly<Record<string, unknown>>;
}

async function checkPicture(file: string, format: string, width: number): Promise<void> {
  const metadata = await sharp(file).metadata();
  assert.deepEqual([metadata.format, metadata.width], [format, width], file);
  // Reads all of it.
  await sharp(file).stats();
}

interface Service {
  readonly url: string;
  /** A key of a workspace of its own, with two projects and two templates, of which one has variables. */
  addKey(): Promise<{ readonly apiKey: string; readonly templateId: string }>;
  close(): Promise<void>;
}

async function startService(data: string): Promise<Service> {
  const database = await createTestDatabase();
  const fleet = createFleet(database, data);
  const [{ url }] = await Promise.all([fleet.serve(), fleet.work()]);
  return {
    url,
    async addKey() {
      const tenant = await createTenant(database.db);
      await addTemplate(database.db, tenant);
      const second = await addProject(database.db, tenant, { name: 'Second' });
      const variables = [
        { name: 'title', type: 'text', label: 'Title', required: true },
        {
          name: 'code',
          type: 'text',
          label: 'Code',
          required: false,
          defaultValue: 'AA1',
          validation: { pattern: '[A-Z]{2}[0-9]{1,4}' },
        },
      ] as const;
      const templateId = await addTemplate(
        database.db,
        tenant,
        { name: 'Card', variables: [...variables] },
        { projectId: second },
      );
      return { apiKey: tenant.apiKey, templateId };
    },
    async close() {
      await fleet.close();
      await database.close();
    },
  };
}

interface RunOptions {
  readonly cwd: string;
  readonly variables: Readonly<Record<string, string>>;
}

interface Finished {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end. */
function start(program: string, words: readonly string[], { cwd, variables }: RunOptions): Finished {
  const env = { ...process.env, ...variables };
  const finished = spawnSync(program, words, { cwd, env, encoding: 'utf8' });
  if (finished.error !== undefined)
    throw new Error(`${program} cannot be started.`, { cause: finished.error });
  return finished;
}

/** Runs a program that must succeed, and returns what it printed. */
function run(program: string, words: readonly string[], options: RunOptions): string {
  const { status, stdout, stderr } = start(program, words, options);
  assert.equal(status, 0, `${program} ${words.join(' ')}\n${stdout}${stderr}`);
  return stdout;
}
