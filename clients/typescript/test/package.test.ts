/** Tests the package as users get it: built, installed in an empty folder, type-checked and run there. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { prepareDemo } from '../../../src/cli/demo/prepare-demo.ts';
import { readConfig } from '../../../src/config/config.ts';
import { signCallback } from '../../../src/domain/callbacks/signature.ts';
import { createLog } from '../../../src/telemetry/log.ts';
import { listZip } from '../../../test/helpers/zip.ts';
import { createPlatenClient, type PlatenClient } from '../src/index.ts';
import { startScene, type Scene } from './service.ts';

const run = promisify(execFile);
const source = path.join(import.meta.dirname, '..');
const modules = path.join(source, '../../node_modules');
/** TypeScript's compilers: the project's, and the oldest that users of the package may have. */
const compilers = {
  current: path.join(modules, 'typescript/bin/tsc'),
  oldest: path.join(source, 'node_modules/typescript/bin/tsc'),
};

let folder: string;
let installed: string;
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'platen-client-'));
  installed = path.join(folder, 'node_modules/@platen/client');
  await run(process.execPath, [path.join(source, 'build.ts'), path.join(installed, 'dist')]);
  for (const file of ['package.json', 'README.md', 'LICENSE']) {
    await cp(path.join(source, file), path.join(installed, file));
  }
  await mkdir(path.join(folder, 'node_modules/@types'));
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers', '@types/node', 'undici-types']) {
    await symlink(path.join(modules, name), path.join(folder, 'node_modules', name));
  }
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
});
after(() => rm(folder, { recursive: true, force: true }));

/** Compiles a program with every strict option, including the declarations of packages. */
async function compile(
  name: string,
  text: string,
  flags: readonly string[],
  tsc = compilers.current,
): Promise<string> {
  await writeFile(path.join(folder, `${name}.ts`), text);
  const strict = [
    '--strict',
    '--exactOptionalPropertyTypes',
    '--noUncheckedIndexedAccess',
    '--target',
    'es2022',
  ];
  const args = [tsc, ...strict, '--module', 'nodenext', '--skipLibCheck', 'false', ...flags, `${name}.ts`];
  await run(process.execPath, args, { cwd: folder }).catch((error: { stdout: string }) => {
    throw new Error(error.stdout);
  });
  return path.join(folder, `${name}.js`);
}

async function readExamples(): Promise<string> {
  const text = await readFile(path.join(source, 'README.md'), 'utf8');
  const blocks = [...text.matchAll(/^```ts\n(.*?)^```$/gmsu)].map(([, code]) => code);
  assert.ok(blocks.length >= 7);
  return blocks.join('\n');
}

test('contains only its build and uses nothing of Node', async () => {
  const files = (await readdir(path.join(installed, 'dist'))).sort();
  const sources = (await readdir(path.join(source, 'src'))).map((name) =>
    name.replace(/(?:\.d)?\.[jt]s$/, ''),
  );
  const modules = [...new Set(sources)].flatMap((name) => [`${name}.d.ts`, `${name}.js`]);
  // The rules of values are bundled with the libraries that they use.
  assert.deepEqual(files, [...modules, 'value-rules.licenses.txt'].sort());
  for (const file of files) {
    const text = await readFile(path.join(installed, 'dist', file), 'utf8');
    assert.doesNotMatch(text, /from '(?!\.\/[a-z-]+\.js'|openapi-fetch')/, file);
    assert.doesNotMatch(text, /\b(Buffer|process|require)\b[.(]/, file);
  }
});

const browserProgram = `
    import { createPlatenClient, PlatenError, type Completion, type RenderedFile } from '@platen/client';
    const send = (request: Request) => fetch(request);
    const platen = createPlatenClient({ baseUrl: location.origin, apiKey: 'key', fetch: send });
    export async function show(image: HTMLImageElement): Promise<RenderedFile> {
      const file = await platen.generate({ templateId: 'x', variables: {}, format: 'png' });
      image.src = URL.createObjectURL(new Blob([await file.bytes()]));
      const archive = await platen.downloadBatch('x');
      image.src = URL.createObjectURL(await new Response(archive.stream).blob());
      for await (const part of archive.stream) console.log(part.length);
      return file;
    }
    export const codeOf = (error: PlatenError): boolean => error.code === 'RATE_LIMIT_EXCEEDED';
    export const doneOf = ({ completedItems }: Completion): number => completedItems;
    // @ts-expect-error there is no such format
    void platen.generate({ templateId: 'x', variables: {}, format: 'gif' });
    // @ts-expect-error there is no such state
    void platen.batchJobs({ status: ['DONE'] });
    // @ts-expect-error values are strings
    void platen.submitBatch({ template: { templateId: 'x' }, rows: [{ count: 1 }] });
  `;

for (const [age, lib] of [
  ['current', 'es2022,dom,dom.iterable,dom.asynciterable'],
  ['current', 'es2022,dom'],
  ['oldest', 'es2022,dom'],
] as const) {
  test(`compiles with the ${age} TypeScript and the types of a browser: ${lib}`, async () => {
    await compile('browser', browserProgram, ['--lib', lib, '--typeRoots', 'none'], compilers[age]);
  });
}

for (const age of ['current', 'oldest'] as const) {
  test(`the README compiles with the ${age} TypeScript and types of Node and the DOM`, async () => {
    await compile('readme', await readExamples(), ['--lib', 'es2023,dom', '--types', 'node'], compilers[age]);
  });
}

async function findTemplate(platen: PlatenClient): Promise<string> {
  for await (const project of platen.projects()) {
    for await (const { name, id } of platen.templates(project.id)) if (name === 'Name badge') return id;
  }
  throw new Error('The demo has no template "Name badge".');
}

describe('the examples of the README', () => {
  let scene: Scene;
  before(async () => {
    scene = await startScene();
  });
  after(() => scene.close());

  test('form one program that runs', async () => {
    const config = readConfig({
      DATA_DIR: path.join(folder, 'data'),
      LOG_LEVEL: 'error',
      LOG_FORMAT: 'json',
    });
    await mkdir(path.join(folder, 'data'));
    const { apiKey } = await prepareDemo(scene.service.app, config, createLog(config));
    const body = '{"deliveryId":"one","jobId":"two","status":"COMPLETED"}';
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const headers = signCallback({ secrets: [secret], deliveryId: 'one', body }, { signedAt: new Date() });
    const init = JSON.stringify({ method: 'POST', body, headers });
    const delivery = `new Request('https://example.org/', ${init})`;
    const program = await compile(
      'program',
      `${await readExamples()}\nconsole.log((await receive(${delivery})).status);\n`,
      ['--lib', 'es2023', '--types', 'node'],
    );
    const env = {
      PLATEN_URL: scene.service.url,
      PLATEN_API_KEY: apiKey,
      PLATEN_CALLBACK_SECRET: secret,
      PLATEN_URL_SECRET: 'puk_of-a-test',
    };
    const platen = createPlatenClient({ baseUrl: scene.service.url, apiKey });
    const { link: published } = await platen.share({
      templateId: await findTemplate(platen),
      variables: { firstName: 'Mary', lastName: 'Somerville' },
    });
    const { stdout } = await run(process.execPath, [program], { cwd: folder, env });
    // Links published by others with the same key still exist.
    const shares = await Array.fromAsync(platen.shares(), ({ id }) => id);
    assert.deepEqual(shares, [published.id]);
    const badge = await readFile(path.join(folder, 'badge.webp'));
    assert.equal(badge.toString('latin1', 8, 12), 'WEBP');
    const entries = await listZip(await readFile(path.join(folder, 'badges.zip')));
    assert.deepEqual(
      entries.map(({ name }) => name),
      ['lovelace-000.pdf', 'hopper-001.pdf'],
    );
    for (const line of [
      /^image\/webp, \d+ bytes, \d+ renders left$/m,
      /^http:\S+\.png until 20/m,
      /^COMPLETED 2 2$/m,
      /^Ada lovelace-000\.pdf$/m,
      /^Grace hopper-001\.pdf$/m,
      /'firstName \(required\)'/,
      /^400 VALIDATION_ERROR [0-9a-f-]{36}$/m,
      /^\/variables\/firstname /m,
      /^delivery one: job two is COMPLETED$/m,
      /^204$/m,
    ]) {
      assert.match(stdout, line);
    }
  });
});
