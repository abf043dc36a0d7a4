/**
 * Replaces the base images of the Dockerfile, so that no registry of images is needed: mmdebstrap makes
 * Debian from its packages, and Node comes from the registry of npm.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { unpackPackage } from '../../install/toolchains.ts';
import { runProgram, type Buildah } from './buildah.ts';

/** What Debian leaves out of its slim images. */
const leftOut = ['doc', 'info', 'lintian', 'locale', 'man'];

/** The npm that comes with the image of Node is about as new. */
const npmVersion = '11.21.2';

/**
 * Makes an image for each base image of a Dockerfile.
 *
 * @returns the options of `buildah build` that replace the base images
 * @throws AssertionError for a base image that is neither Debian nor Node on Debian, or is not pinned
 */
export async function makeBaseImages(
  buildah: Buildah,
  dockerfile: string,
  folder: string,
): Promise<string[]> {
  const names = [...readFileSync(dockerfile, 'utf8').matchAll(/^FROM (\S+)/gm)].map(([, name = '']) => name);
  const options: string[] = [];
  for (const [index, name] of names.entries()) {
    const pattern = /^(?:debian:|node:(?<node>[\d.]+)-)(?<suite>[a-z]+)-slim@sha256:[0-9a-f]{64}$/;
    const { node, suite = '' } = pattern.exec(name)?.groups ?? assert.fail(`Unknown base image: ${name}`);
    const archive = path.join(folder, `${suite}.tar`);
    if (!existsSync(archive)) makeDebian(suite, archive);
    const container = buildah.run('from', 'scratch');
    buildah.run('add', '--quiet', container, archive, '/');
    if (node !== undefined) await addNode(buildah, container, node, folder);
    const image = `localhost/platen-base-${index}`;
    buildah.run('commit', '--quiet', '--rm', container, image);
    options.push('--build-context', `${name}=container-image://${image}`);
  }
  return options;
}

function makeDebian(suite: string, archive: string): void {
  const excludes = leftOut.map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`);
  runProgram('mmdebstrap', ['--quiet', '--variant=minbase', ...excludes, suite, archive]);
}

/** Adds Node and npm, which reads its registry and certificates as this machine's npm does. */
async function addNode(buildah: Buildah, container: string, version: string, folder: string): Promise<void> {
  const node = path.join(unpackPackage(folder, `node-linux-${process.arch}`, version), 'bin/node');
  const npm = unpackPackage(folder, 'npm', npmVersion);
  const npmrc = path.join(folder, 'npmrc');
  const setting = (name: string): string => runProgram('npm', ['config', 'get', name, '--prefix', folder]);
  const lines = [`registry=${setting('registry')}`];
  const certificates = [setting('cafile'), process.env['NODE_EXTRA_CA_CERTS'] ?? ''].find(existsSync);
  if (certificates !== undefined) {
    buildah.run('add', '--quiet', container, certificates, '/usr/local/etc/certificates.pem');
    lines.push('cafile=/usr/local/etc/certificates.pem');
  }
  await writeFile(npmrc, `${lines.join('\n')}\n`);
  for (const command of ['npm', 'npx']) {
    const wrapper = path.join(folder, command);
    const script = `/usr/local/lib/node_modules/npm/bin/${command}-cli.js`;
    await writeFile(wrapper, `#!/bin/sh\nexec node ${script} "$@"\n`);
    await chmod(wrapper, 0o755);
    buildah.run('add', '--quiet', container, wrapper, `/usr/local/bin/${command}`);
  }
  buildah.run('add', '--quiet', container, node, '/usr/local/bin/node');
  buildah.run('add', '--quiet', container, npm, '/usr/local/lib/node_modules/npm');
  buildah.run('add', '--quiet', container, npmrc, '/usr/local/etc/npmrc');
}
