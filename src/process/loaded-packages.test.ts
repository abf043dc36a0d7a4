import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import path from 'node:path';
import { promisify } from 'node:util';
import { basicEnvironment } from '../../test/helpers/environment.ts';

/** What decodes and draws: native code and WebAssembly, which hostile files may crash. */
const drawing = [
  '@hyzyla/pdfium',
  '@napi-rs/canvas',
  'harfbuzzjs',
  'libheif-js',
  'pdf-lib',
  'sharp',
  'vega',
  'vega-lite',
  'yoga-layout',
];

/** The packages that a process has loaded after the import of files of this folder. */
async function listPackages(...files: readonly string[]): Promise<readonly string[]> {
  const source = `
    import { registerHooks } from 'node:module';
    const packages = new Set();
    registerHooks({
      resolve(specifier, context, next) {
        const found = next(specifier, context);
        const [, name] = /.*\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)\\//.exec(found.url) ?? [];
        if (name !== undefined) packages.add(name);
        return found;
      },
    });
    for (const file of ${JSON.stringify(files.map((file) => path.join(import.meta.dirname, file)))})
      await import(file);
    process.stdout.write(JSON.stringify([...packages]), () => process.exit());`;
  const words = ['--input-type=module', '--eval', source];
  const { stdout } = await promisify(execFile)(process.execPath, words, { env: basicEnvironment });
  return JSON.parse(stdout) as string[];
}

// A rule of dependency-cruiser would follow imports of types, too.
test('a service and a worker load nothing that draws: renderers do', async () => {
  const packages = await listPackages('service.ts', 'worker.ts');
  assert.ok(packages.includes('knex'), 'packages are listed');
  assert.deepEqual(
    drawing.filter((name) => packages.includes(name)),
    [],
  );
});

test('a renderer loads them', async () => {
  const packages = await listPackages('../render/pipeline.ts');
  const loadedFirst = ['@napi-rs/canvas', 'harfbuzzjs', 'pdf-lib', 'sharp'];
  assert.deepEqual(
    loadedFirst.filter((name) => !packages.includes(name)),
    [],
  );
});

test('a process that checks a picture loads nothing for fonts and PDFs', async () => {
  const packages = await listPackages('../renderer/decode-check.ts');
  assert.ok(packages.includes('sharp'));
  const others = ['harfbuzzjs', 'pdf-lib', 'vega', 'vega-lite', 'yoga-layout'];
  assert.deepEqual(
    others.filter((name) => packages.includes(name)),
    [],
  );
});
