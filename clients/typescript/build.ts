/**
 * Builds the package into dist/, or into the folder given as an argument. The rules of values are the
 * service's own: they are bundled into one file, with the libraries that they need and their licences.
 */
import { execFileSync } from 'node:child_process';
import { copyFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { rolldown } from 'rolldown';

const root = import.meta.dirname;
const output = resolve(process.argv[2] ?? join(root, 'dist'));
await rm(output, { recursive: true, force: true });
// The project's compiler. The package's own TypeScript is the oldest that its declarations are tested with.
const tsc = createRequire(new URL('../../package.json', import.meta.url)).resolve('typescript/bin/tsc');
const options = ['-p', join(root, 'tsconfig.build.json'), '--outDir', output];
execFileSync(process.execPath, [tsc, ...options], { stdio: 'inherit' });

const rules = await rolldown({ input: join(root, 'src/value-rules.js'), platform: 'browser' });
const bundle = await rules.write({ file: join(output, 'value-rules.js'), minify: true, comments: false });
await rules.close();
await writeFile(join(output, 'value-rules.licenses.txt'), await readLicences(bundle.output[0].moduleIds));
await copyFile(join(root, 'src/value-rules.d.ts'), join(output, 'value-rules.d.ts'));

// The compiler rewrites the import paths of programs, but not those of declarations.
for (const name of await readdir(output)) {
  if (!name.endsWith('.d.ts')) continue;
  const file = join(output, name);
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replaceAll(/(from '\.\/[a-z-]+)\.ts'/g, "$1.js'"));
}

/** The licences of the packages that modules come from. */
async function readLicences(modules: readonly string[]): Promise<string> {
  const packages = modules.map((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0]);
  const folders = [...new Set(packages.filter((folder) => folder !== undefined))].toSorted();
  const texts = folders.map(async (folder) => {
    const file = (await readdir(folder)).find((name) => /^licen[cs]e/i.test(name));
    if (file === undefined) throw new Error(`${folder} has no licence.`);
    const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
    return `${name}\n\n${await readFile(join(folder, file), 'utf8')}`;
  });
  return (await Promise.all(texts)).join('\n\n');
}
