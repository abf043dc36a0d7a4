import { randomBytes } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** What the processes of a data folder have to know about its server. */
export interface Access {
  /** Port of the last start; 0 before the first. A running server's port is in `postmaster.pid`. */
  readonly port: number;
  readonly password: string;
}

function accessFile(dataDir: string): string {
  return path.join(dataDir, 'postgres.json');
}

export async function readAccess(dataDir: string): Promise<Access> {
  try {
    return JSON.parse(await readFile(accessFile(dataDir), 'utf8')) as Access;
  } catch (error) {
    throw new Error(
      `Cannot read ${accessFile(dataDir)}, which holds the embedded database's password ` +
        `(${(error as Error).message}). Restore it, or start with another DATA_DIR.`,
      { cause: error },
    );
  }
}

/**
 * The password for a new cluster. Stored before there is a cluster, and never replaced: whichever of several
 * processes creates the cluster, the file has its password.
 */
export async function preparePassword(dataDir: string): Promise<string> {
  const newFile = await writeNew(dataDir, { port: 0, password: randomBytes(24).toString('base64url') });
  try {
    await link(newFile, accessFile(dataDir));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(newFile);
  }
  return (await readAccess(dataDir)).password;
}

/** Replaces the file atomically. */
export async function writeAccess(dataDir: string, access: Access): Promise<void> {
  await rename(await writeNew(dataDir, access), accessFile(dataDir));
}

async function writeNew(dataDir: string, { port, password }: Access): Promise<string> {
  const newFile = `${accessFile(dataDir)}.new-${process.pid}`;
  await writeFile(newFile, `${JSON.stringify({ port, password })}\n`, { mode: 0o600, flush: true });
  return newFile;
}
