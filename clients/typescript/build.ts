/** Builds the package into dist/, or into the folder given as an argument. */
import { execFileSync } from 'node:child_process';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const root = import.meta.dirname;
const output = resolve(process.argv[2] ?? join(root, 'dist'));
await rm(output, { recursive: true, force: true });
// The project's compiler. The package's own TypeScript is the oldest that its declarations are tested with.
const tsc = createRequire(new URL('../../package.json', import.meta.url)).resolve('typescript/bin/tsc');
const options = ['-p', join(root, 'tsconfig.build.json'), '--outDir', output];
execFileSync(process.execPath, [tsc, ...options], { stdio: 'inherit' });

// The compiler rewrites the import paths of programs, but not those of declarations.
for (const name of await readdir(output)) {
  if (!name.endsWith('.d.ts')) continue;
  const file = join(output, name);
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replaceAll(/(from '\.\/[a-z-]+)\.ts'/g, "$1.js'"));
}
