/** Builds the image with buildah, in a folder of its own: nothing of it is left on the machine. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';

export interface Buildah {
  /** Runs a command to its end. Returns its standard output, without the last line end. */
  run(...words: string[]): string;
  /** Removes all images and containers. */
  close(): Promise<void>;
}

/** What this check needs, by the Debian package that has it. */
const programs = {
  buildah: 'buildah',
  mmdebstrap: 'mmdebstrap',
  setpriv: 'util-linux',
  unshare: 'util-linux',
};

/**
 * Opens a storage for images.
 *
 * @throws Error that says what to install, or that this user is not root
 */
export async function openBuildah(folder: string): Promise<Buildah> {
  if (process.getuid?.() !== 0) {
    throw new Error('This command needs root, to make a root file system and start programs in it.');
  }
  const missing = Object.entries(programs).filter(
    ([program]) => spawnSync(program, ['--version']).error !== undefined,
  );
  if (missing.length > 0) {
    const [names, packages] = [missing.map(([name]) => name), new Set(missing.map(([, name]) => name))];
    const install = `Debian: apt-get install ${[...packages].join(' ')}`;
    throw new Error(`This command needs ${names.join(', ')}. Install it (${install}).`);
  }
  await mkdir(folder, { recursive: true });
  const places = ['--root', path.join(folder, 'storage'), '--runroot', path.join(folder, 'run')];
  return {
    run: (...words) => runProgram('buildah', [...places, ...words]),
    async close() {
      await unmountBelow(folder);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Runs a program to its end. Returns its standard output, without the last line end. */
export function runProgram(program: string, words: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, words, {
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  if (error !== undefined) throw error;
  assert.equal(status, 0, `${program} ${words.join(' ')}\n${`${stdout}${stderr}`.slice(-4_000)}`);
  return stdout.trimEnd();
}

/** buildah mounts its containers, and its storage. */
async function unmountBelow(folder: string): Promise<void> {
  const mounted = (await readFile('/proc/self/mounts', 'utf8'))
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .filter((place) => place.startsWith(`${folder}/`));
  for (const place of mounted.reverse()) runProgram('umount', ['--lazy', place]);
}
