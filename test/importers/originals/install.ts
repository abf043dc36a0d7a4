import { execFile } from 'node:child_process';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

/**
 * Installs packages into a temporary folder, where they stay for the next run: they draw originals, and
 * nothing else needs them. Returns the folder.
 */
export async function installPackages(name: string, packages: readonly string[]): Promise<string> {
  const folder = path.join(tmpdir(), 'platen-importers', name);
  const done = path.join(folder, 'installed');
  if (await stat(done).catch(() => null)) return folder;
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'package.json'), '{"private": true}\n');
  const options = ['--omit=optional', '--ignore-scripts', '--no-audit', '--no-fund', '--no-save'];
  await promisify(execFile)('npm', ['install', ...options, ...packages], { cwd: folder });
  await writeFile(done, '');
  return folder;
}
