/**
 * Paths on the command line. `npm run` and `npm start` change to the project's folder; with `--prefix`, or
 * from a folder inside the project, a path means the one in the folder where npm was called (`INIT_CWD`).
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** A path of the command line: as it was given, or absolute if npm has changed the folder. */
export function callerPath(given: string): string {
  const folder = callerFolder();
  return folder === null ? given : path.resolve(folder, given);
}

/**
 * The folder where npm was called, if npm runs a script of this project in its root. Other processes inherit
 * npm's variables, so all of them are compared.
 */
function callerFolder(): string | null {
  const { INIT_CWD: folder, npm_package_json: packageFile } = process.env;
  if (folder === undefined || packageFile === undefined) return null;
  if (path.resolve(packageFile) !== path.join(root, 'package.json')) return null;
  const cwd = process.cwd();
  return path.relative(cwd, root) === '' && path.relative(cwd, folder) !== '' && existsSync(folder)
    ? folder
    : null;
}
