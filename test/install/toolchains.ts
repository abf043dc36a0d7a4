/** Releases of Node and npm, from their npm packages, for the checks of the installation. */
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The last release of each major of Node that people have. */
const nodeReleases = { 18: '18.20.8', 20: '20.20.2', 22: '22.23.3', 24: '24.21.0' } as const;

/** The last release of each major of npm, and 11.3.0: the last one that removes the link to Node. */
const npmReleases = { '9': '9.9.4', '10': '10.9.9', '11.3': '11.3.0', '11': '11.21.2' } as const;

export type NodeMajor = keyof typeof nodeReleases;
export type NpmName = keyof typeof npmReleases;

/** Makes a folder whose `bin` has a `node` and an `npm` of these releases. Returns the path of `bin`. */
export async function makeToolchain(folder: string, node: NodeMajor, npm: NpmName): Promise<string> {
  const nodeFolder = unpackPackage(folder, `node-linux-${process.arch}`, nodeReleases[node]);
  const npmFolder = unpackPackage(folder, 'npm', npmReleases[npm]);
  const bin = path.join(folder, `node-${node}-npm-${npm}`);
  await mkdir(bin);
  await symlink(path.join(nodeFolder, 'bin', 'node'), path.join(bin, 'node'));
  for (const name of ['npm', 'npx']) {
    const script = path.join(npmFolder, 'bin', `${name}-cli.js`);
    await writeFile(path.join(bin, name), `#!/bin/sh\nexec '${bin}/node' '${script}' "$@"\n`);
    await chmod(path.join(bin, name), 0o755);
  }
  return bin;
}

/** Fetches a package of the registry. Returns its folder. */
export function unpackPackage(folder: string, name: string, version: string): string {
  const target = path.join(folder, `${name}-${version}`);
  execFileSync('mkdir', ['-p', target]);
  const packed = execFileSync('npm', [
    'pack',
    '--silent',
    `${name}@${version}`,
    '--pack-destination',
    folder,
  ]);
  const archive = path.join(folder, packed.toString().trim());
  execFileSync('tar', ['--extract', '--no-same-owner', '--strip-components=1', '--file', archive], {
    cwd: target,
  });
  return target;
}
